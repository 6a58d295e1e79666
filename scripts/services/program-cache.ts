import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
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

  return {
    async read() {
      const text = await readFile(manifestPath, 'utf8').catch(() => undefined)
      if (text === undefined) return { passedOver: 'nothing is kept yet' }
      const manifest = JSON.parse(text) as Manifest
      const sha256 = await hashOf(join(folder, manifest.program)).catch(() => 'absent')
      if (sha256 !== manifest.sha256) return { passedOver: 'the kept file has changed since it was fetched' }
      return { kept: located(folder, manifest) }
    },

    async fill(fill) {
      const part = `${folder}.part-${process.pid}`
      await removeAbandoned(folder)
      await mkdir(part, { recursive: true })
      try {
        const filled = await fill(part)
        const manifest: Manifest = { ...filled, sha256: await hashOf(join(part, filled.program)) }
        await writeFile(join(part, 'manifest.json'), JSON.stringify(manifest, null, 2))
        await rm(folder, { recursive: true, force: true })
        await rename(part, folder)
        return located(folder, filled)
      } finally {
        await rm(part, { recursive: true, force: true })
      }
    },
  }
}

/** Removes the folders of interrupted fills. */
async function removeAbandoned(folder: string): Promise<void> {
  const names = await readdir(dirname(folder)).catch(() => [])
  for (const name of names) {
    const pid = Number(name.split(`${basename(folder)}.part-`)[1])
    if (pid && (pid === process.pid || !isAlive(pid))) {
      await rm(join(dirname(folder), name), { recursive: true, force: true })
    }
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
