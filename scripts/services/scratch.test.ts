import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { makeScratchFolder } from './scratch.ts'

const folder = import.meta.dirname

it.each([
  ['in memory where there is room', { folder, roomBytes: 1 }, folder],
  ['where other temporary files are, with too little room', { folder, roomBytes: 2 ** 50 }, tmpdir()],
  ['there too without such a folder', { folder: join(folder, 'none'), roomBytes: 1 }, tmpdir()],
])('is made %s', async (_where, memory, expected) => {
  const made = await makeScratchFolder('jhatpat-scratch-', memory)
  await rm(made, { recursive: true })
  expect(dirname(made)).toBe(expected)
})
