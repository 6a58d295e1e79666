import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documentPictures, filesTaking, pictureOf } from './picture-files.ts'

const folder = resolve(import.meta.dirname, '../../docs/pictures')

describe('the pictures of documents', () => {
  it('are those of their folder', async () => {
    const files = await readdir(folder)
    expect([...new Set(files.map(pictureOf))].toSorted()).toEqual(documentPictures.toSorted())
  })

  it('are each taken by one browser test', async () => {
    for (const name of documentPictures) expect(await filesTaking([name]), name).toHaveLength(1)
  })
})

describe('the tests to run for pictures', () => {
  it('are only those that name the wanted ones', async () => {
    expect((await filesTaking(['topup', 'price'])).toSorted()).toEqual([
      'tests/e2e/accessibility.spec.ts',
      'tests/e2e/every-route.spec.ts',
    ])
  })

  it('are all that take any where one is composed by its test, or where all are wanted', async () => {
    const all = await filesTaking(undefined)
    expect(all.length).toBeGreaterThan(5)
    expect(await filesTaking(['home', 'login-empty'])).toEqual(all)
  })
})
