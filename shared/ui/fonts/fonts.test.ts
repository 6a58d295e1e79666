import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const fileOf = (name: string) => join(import.meta.dirname, name)

async function sizeOf(...names: string[]): Promise<number> {
  const sizes = await Promise.all(names.map(async (name) => (await stat(fileOf(name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

// A new connection carries ten packets in its first round trip and twenty in the second; the response headers
// count too.
it('keeps the preloaded face within two round trips, and the text face within one', async () => {
  expect(await sizeOf('anek-latin.woff2')).toBeLessThan(27_500)
  expect(await sizeOf('hanken-grotesk.woff2')).toBeLessThan(13_500)
})

it('keeps the face with ₹ under 2 kB', async () => {
  expect(await sizeOf('rupee.woff2')).toBeLessThan(2 * 1024)
})

it('keeps the additional fonts of a page in Hindi under 160 kB, and the language name on its button under 4 kB', async () => {
  expect(await sizeOf('anek-devanagari.woff2', 'anek-devanagari-bold.woff2')).toBeLessThan(160 * 1024)
  expect(await sizeOf('anek-name.woff2')).toBeLessThan(4 * 1024)
})

it('keeps rare letters in separate files, each under 8 kB', async () => {
  for (const name of ['accents-western.woff2', 'accents-eastern.woff2']) {
    expect(await sizeOf(name), name).toBeLessThan(8 * 1024)
  }
})

it('ships each face with its licence', async () => {
  for (const name of ['LICENSE-anek.txt', 'LICENSE-hanken-grotesk.txt']) {
    expect(await readFile(fileOf(name), 'utf8')).toContain('SIL Open Font License')
  }
})
