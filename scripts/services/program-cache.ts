import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isAlive } from '../processes/process-alive.ts'
import type { Finding, Program } from './source-chain.ts'

/** What a source stored in the cache, relative to the given folder. */
export interface Filled {
  program: string
  libraries?: string
}

interface Manifest extends Filled {
  sha256: string
}

export interface ProgramCache {
  /** The cached program, unless it is absent or its file has changed. */
  read(): Promise<Finding | { kept: Omit<Program, 'version'> }>
  /**
   * Lets `fill` write into an empty folder, then replaces the cache's content with that folder in one step.
   */
  fill(fill: (folder: string) => Promise<Filled>): Promise<Omit<Program, 'version'>>
}

/** The cache of one program for this kind of machine, under `.cache/services`. */
export function programCache(
  name: string,
  root = resolve(import.meta.dirname, '../../.cache/services'),
): ProgramCache {
  const folder = resolve(root, `${process.platform}-${process.arch}`, name)
  const manifestPath = join(folder, 'manifest.json')

  async function read(): ReturnType<ProgramCache['read']> {
    const text = await readFile(manifestPath, 'utf8').catch(() => undefined)
    if (text === undefined) return { passedOver: 'nothing is kept yet' }
    const manifest = JSON.parse(text) as Manifest
    const sha256 = await hashOf(join(folder, manifest.program)).catch(() => 'absent')
    if (sha256 !== manifest.sha256) return { passedOver: 'the kept file has changed since it was fetched' }
    return { kept: located(folder, manifest) }
  }

  /** What another process has stored since then. */
  async function readFilledSince(ms: number): ReturnType<ProgramCache['read']> {
    const { mtimeMs } = await stat(manifestPath).catch(() => ({ mtimeMs: 0 }))
    return mtimeMs < ms ? { passedOver: 'nothing newer is kept' } : read()
  }

  return {
    read,

    async fill(fill) {
      const begunAt = Date.now()
      await removeAbandoned(folder)
      await mkdir(dirname(folder), { recursive: true })
      const part = await mkdtemp(`${folder}.part-${process.pid}-`)
      try {
        const filled = await fill(part)
        const manifest: Manifest = { ...filled, sha256: await hashOf(join(part, filled.program)) }
        await writeFile(join(part, 'manifest.json'), JSON.stringify(manifest, null, 2))
        // Programs may already start from there.
        const other = await readFilledSince(begunAt)
        if ('kept' in other) return other.kept
        await replaceFolder(folder, part)
        return located(folder, filled)
      } finally {
        await rm(part, { recursive: true, force: true })
      }
    },
  }
}

/** Several may fill the cache at once: the last one's content stays. Renaming a folder is atomic, removing it is not. */
async function replaceFolder(folder: string, part: string): Promise<void> {
  const replaced = `${part}-replaced`
  for (;;) {
    try {
      return await rename(part, folder)
    } catch (error) {
      if (!isOccupied(error)) throw error
    }
    await rename(folder, replaced).catch(() => undefined)
    await rm(replaced, { recursive: true, force: true })
  }
}

const isOccupied = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')

/** Removes the folders of interrupted fills. In a container a new process often has the id of an earlier one. */
async function removeAbandoned(folder: string): Promise<void> {
  const names = await readdir(dirname(folder)).catch(() => [])
  const processStart = Date.now() - process.uptime() * 1_000
  for (const name of names) {
    const [, pid] = /^\.part-(\d+)/.exec(name.replace(basename(folder), '')) ?? []
    if (pid === undefined) continue
    const path = join(dirname(folder), name)
    const { birthtimeMs } = await stat(path).catch(() => ({ birthtimeMs: Date.now() }))
    const isOfThisProcess = Number(pid) === process.pid && birthtimeMs >= processStart
    if (!isOfThisProcess && (Number(pid) === process.pid || !isAlive(Number(pid))))
      await rm(path, { recursive: true, force: true })
  }
}

function located(folder: string, { program, libraries }: Filled): Omit<Program, 'version'> {
  return { path: join(folder, program), ...(libraries && { libraries: join(folder, libraries) }) }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}
