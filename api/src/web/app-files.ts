import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** The encodings of a file, the smallest first; each but the last is a file beside the original. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'zstd', suffix: '.zst' },
  { name: 'gzip', suffix: '.gz' },
  { name: 'identity', suffix: '' },
] as const

export type Encoding = (typeof encodings)[number]['name']
export type AppFile = { encoding: Encoding; bytes: Buffer; etag: string }[]

/**
 * A built app: its page, and its other files by their path in addresses, such as
 * `/assets/index-a1b2.js`.
 */
export type BuiltApp = { page: string; files: Map<string, AppFile> }

/**
 * Reads a built app into memory with its compressed files: some two megabytes. Served from memory,
 * it needs none of the process’s few threads, which may be busy with passwords. A new build needs a
 * new process.
 * @returns undefined when the app is not built
 */
export async function readBuiltApp(folder: string): Promise<BuiltApp | undefined> {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
  if (page === undefined) return undefined
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
  const all = new Set(paths)
  const originals = paths.filter((path) => !isHidden(path) && !isEncoded(path, all) && path !== '/index.html')
  const files = await Promise.all(
    originals.map(async (path) => [path, await readFileOf(folder, path, all)] as const),
  )
  return { page, files: new Map(files) }
}

async function readFileOf(folder: string, path: string, all: Set<string>): Promise<AppFile> {
  return Promise.all(
    encodings
      .filter(({ suffix }) => all.has(path + suffix))
      .map(async ({ name, suffix }) => {
        const bytes = await readFile(join(folder, path + suffix))
        return { encoding: name, bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
      }),
  )
}

/** Files of the build itself, such as `.vite/manifest.json`. */
const isHidden = (path: string) => path.includes('/.')

function isEncoded(path: string, all: Set<string>): boolean {
  return encodings.some(
    ({ suffix }) => suffix !== '' && path.endsWith(suffix) && all.has(path.slice(0, -suffix.length)),
  )
}
