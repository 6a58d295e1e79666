import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** First-load JavaScript of a route: the entry, the route's chunk, and all they import statically, gzipped. */
const budgetBytes = 110_000

type Manifest = Record<string, { file: string; imports?: string[] }>

const storefront = path.resolve(import.meta.dirname, '..')
let outDir: string
let manifest: Manifest

beforeAll(async () => {
  outDir = await mkdtemp(path.join(tmpdir(), 'first-load-'))
  const vite = path.resolve(storefront, '../node_modules/vite/bin/vite.js')
  const env = { NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [vite, 'build', storefront, '--outDir', outDir], { env })
  manifest = JSON.parse(await readFile(path.join(outDir, '.vite/manifest.json'), 'utf8'))
}, 120_000)

afterAll(() => rm(outDir, { recursive: true, force: true }))

it.each(['home/home-screen', 'product/product-screen', 'confirmation/confirmation-screen'])(
  'loads at most 110 kB of gzipped JavaScript before %s draws itself',
  async (screen) => {
    const bytes = await firstLoadBytes(`src/features/${screen}.tsx`)
    expect(bytes).toBeGreaterThan(60_000)
    expect(bytes).toBeLessThanOrEqual(budgetBytes)
  },
)

async function firstLoadBytes(screen: string): Promise<number> {
  const chunks = new Set<string>()
  for (const start of ['index.html', screen]) collect(start, chunks)
  const sizes = await Promise.all(
    [...chunks].map(async (chunk) => gzipSync(await readFile(path.join(outDir, fileOf(chunk)))).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

function collect(chunk: string, found: Set<string>): void {
  if (found.has(chunk)) return
  found.add(chunk)
  for (const next of manifest[chunk]?.imports ?? []) collect(next, found)
}

function fileOf(chunk: string): string {
  const entry = manifest[chunk]
  if (!entry) throw new Error(`${chunk} is not in the manifest`)
  return entry.file
}
