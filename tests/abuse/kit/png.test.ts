import sharp from 'sharp'
import { expect, it } from 'vitest'
import { emptyPng } from './png.ts'

it('makes a small file for a picture of any size', async () => {
  const file = emptyPng(39_000_000, 1)
  expect(file.length).toBeLessThan(5_000)
  expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width: 39_000_000, height: 1 })
})

it.each([
  ['black and white', { isProgressive: false }],
  ['deep', { isProgressive: true, depth: 'ushort', channels: 4 }],
] as const)('makes a whole picture, %s, that a decoder reads without a complaint', async (depth, facts) => {
  const file = emptyPng(301, 203, depth)
  const { info } = await sharp(file, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 301, height: 203 })
  expect(await sharp(file).metadata()).toMatchObject(facts)
})
