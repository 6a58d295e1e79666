import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { precompress } from './precompress.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jhatpat-build-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('writes three smaller files beside each text file of a build, which decompress to the same content', async () => {
  const script = Buffer.from('export const answer = 42\n'.repeat(200))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets/index-a1b2.js'), script)
  await precompress(folder)
  const read = (suffix: string) => readFile(join(folder, `assets/index-a1b2.js${suffix}`))
  expect(brotliDecompressSync(await read('.br'))).toEqual(script)
  expect(zstdDecompressSync(await read('.zst'))).toEqual(script)
  expect(gunzipSync(await read('.gz'))).toEqual(script)
  for (const suffix of ['.br', '.zst', '.gz']) expect((await read(suffix)).length).toBeLessThan(200)
})

it('skips what is compressed, small, or the page itself', async () => {
  await writeFile(join(folder, 'anek.woff2'), 'x'.repeat(5_000))
  await writeFile(join(folder, 'small.css'), 'a{}')
  await writeFile(join(folder, 'index.html'), '<p></p>'.repeat(1_000))
  await precompress(folder)
  expect((await readdir(folder)).sort()).toEqual(['anek.woff2', 'index.html', 'small.css'])
})
