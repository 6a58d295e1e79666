import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'

type Manifest = Record<string, { file: string; imports?: string[] }>

/**
 * A production build of an app, made in a temporary folder to be measured. Sources are named relative to
 * the app's folder.
 */
export type MeasuredApp = {
  /** Entries of the manifest: the app's entry, the chunks of these sources, and all their static imports. */
  chunksOf(...sources: string[]): Set<string>
  /** Total size of those chunks, each gzipped, in bytes. */
  bytesOf(...sources: string[]): Promise<number>
  remove(): Promise<void>
}

const root = path.resolve(import.meta.dirname, '../..')

export async function weighApp(app: 'storefront' | 'admin'): Promise<MeasuredApp> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'first-load-'))
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', path.join(root, app), '--outDir', outDir, '--manifest']
  await promisify(execFile)(process.execPath, args, { env: { NODE_ENV: 'production' } })
  const manifest: Manifest = JSON.parse(await readFile(path.join(outDir, '.vite/manifest.json'), 'utf8'))
  const chunksOf = (...sources: string[]) => {
    const chunks = new Set<string>()
    for (const start of ['index.html', ...sources]) collect(manifest, start, chunks)
    return chunks
  }
  const sizeOf = async (chunk: string) =>
    gzipSync(await readFile(path.join(outDir, fileOf(manifest, chunk)))).length
  return {
    chunksOf,
    bytesOf: async (...sources) => {
      const sizes = await Promise.all([...chunksOf(...sources)].map(sizeOf))
      return sizes.reduce((sum, size) => sum + size, 0)
    },
    remove: () => rm(outDir, { recursive: true, force: true }),
  }
}

function collect(manifest: Manifest, chunk: string, found: Set<string>): void {
  if (found.has(chunk)) return
  found.add(chunk)
  for (const next of manifest[chunk]?.imports ?? []) collect(manifest, next, found)
}

function fileOf(manifest: Manifest, chunk: string): string {
  const entry = manifest[chunk]
  if (!entry) throw new Error(`${chunk} is not in the manifest`)
  return entry.file
}
