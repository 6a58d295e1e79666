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
    const bytes = await firstLoadBytes(feature(screen))
    expect(bytes).toBeGreaterThan(60_000)
    expect(bytes).toBeLessThanOrEqual(budgetBytes)
  },
)

const feature = (name: string) => `src/features/${name}.tsx`

it.each([
  ['home', feature('home/home-screen')],
  ['product', feature('product/product-screen'), feature('product/order-desk')],
  ['order', feature('confirmation/confirmation-screen'), feature('confirmation/order-page')],
  ['pay', feature('payment/pay-screen')],
  ['login', 'src/app/entry-routes.tsx'],
])('fetches at most six files of JavaScript before %s draws itself', (_page, ...sources) => {
  const files = chunksOf(...sources)
  expect(files.size).toBeGreaterThan(2)
  expect(files.size).toBeLessThanOrEqual(6)
})

function chunksOf(...sources: string[]): Set<string> {
  const chunks = new Set<string>()
  for (const start of ['index.html', ...sources]) collect(start, chunks)
  return chunks
}

async function firstLoadBytes(screen: string): Promise<number> {
  const chunks = chunksOf(screen)
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
