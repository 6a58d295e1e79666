import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documentPictures, filesTaking, pictureOf } from './picture-files.ts'

const folder = resolve(import.meta.dirname, '../../docs/pictures')

describe('the pictures of documents', () => {
  it('are those of their folder', async () => {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.png'))
    expect([...new Set(files.map(pictureOf))].toSorted()).toEqual(documentPictures.toSorted())
  })

  it('are sheets too, each with what was changed after looking at it', async () => {
    const page = await readFile(resolve(folder, 'README.md'), 'utf8')
    const named = [...page.matchAll(/^\| \[[\w-]+\]\(screens\/([\w-]+\.jpg)\) \| \S/gm)].map(
      ([, file]) => file,
    )
    expect(named.toSorted()).toEqual((await readdir(resolve(folder, 'screens'))).toSorted())
    expect(named.length).toBeGreaterThan(20)
  })

  it('are each named in one browser test, or in one of a phone and one of a computer', async () => {
    const taking = await Promise.all(documentPictures.map((name) => filesTaking([name])))
    expect(taking.filter((files) => files.length === 0 || files.length > 2)).toEqual([])
  })
})

describe('the tests to run for pictures', () => {
  it('are only those that name the wanted ones', async () => {
    expect(await filesTaking(['topup', 'login-empty', 'customer-ids'])).toEqual([
      'tests/e2e/accessibility.spec.ts',
      'tests/e2e/every-route.spec.ts',
    ])
  })

  it('are all that take any when no picture is named', async () => {
    expect((await filesTaking(undefined)).length).toBeGreaterThan(10)
  })

  it('refuse a picture that none takes', async () => {
    await expect(filesTaking(['home', 'nowhere'])).rejects.toThrow('No browser test takes nowhere.')
  })
})
