import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { programCache } from './program-cache.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'program-cache-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const fillWith = (text: string) => async (folder: string) => {
  await writeFile(join(folder, 'mongod'), text)
  return { program: 'mongod', libraries: 'lib' }
}

describe('programCache', () => {
  it('reports that nothing is cached', async () => {
    expect(await programCache('mongod', root).read()).toEqual({ passedOver: 'nothing is kept yet' })
  })

  it('returns what was stored, with its libraries', async () => {
    const cache = programCache('mongod', root)
    const cached = await cache.fill(fillWith('one'))
    expect(await cache.read()).toEqual({ kept: cached })
    expect(cached.libraries).toBe(join(dirname(cached.path), 'lib'))
  })

  it('skips a file that was changed afterwards', async () => {
    const cache = programCache('mongod', root)
    const { path } = await cache.fill(fillWith('one'))
    await writeFile(path, 'something else')
    expect(await cache.read()).toEqual({ passedOver: 'the kept file has changed since it was fetched' })
  })

  it('removes what a killed run had begun', async () => {
    const cache = programCache('mongod', root)
    const { path } = await cache.fill(fillWith('one'))
    const services = dirname(dirname(path))
    // No process has this id: Linux gives none above 4194304.
    await mkdir(join(services, 'mongod.part-99999999'))
    await cache.fill(fillWith('two'))
    expect(await readdir(services)).toEqual(['mongod'])
  })

  it('is filled by several at once, in one process as in two', async () => {
    const caches = Array.from({ length: 8 }, () => programCache('mongod', root))
    const filled = await Promise.all(
      caches.map((cache, index) =>
        cache.fill(async (folder) => {
          const program = await fillWith(`number ${index}`)(folder)
          // A download takes a while; the others begin meanwhile.
          await new Promise((resolve) => setTimeout(resolve, 5))
          await readdir(folder)
          return program
        }),
      ),
    )
    expect(new Set(filled.map(({ path }) => path)).size).toBe(1)
    expect(await caches[0]?.read()).toEqual({ kept: filled[0] })
    expect(await readdir(dirname(dirname(filled[0]?.path ?? '')))).toEqual(['mongod'])
  })

  it('keeps the earlier content and no half-filled folder when filling fails', async () => {
    const cache = programCache('mongod', root)
    const cached = await cache.fill(fillWith('one'))
    await expect(cache.fill(() => Promise.reject(new Error('no internet')))).rejects.toThrow('no internet')
    expect(await cache.read()).toEqual({ kept: cached })
    expect(await readdir(dirname(dirname(cached.path)))).toEqual(['mongod'])
  })
})
