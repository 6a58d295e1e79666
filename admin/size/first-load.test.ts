import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { usersData } from '@jhatpat/shared/contracts/users.ts'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

/** In kilobytes. Admins open the board first, so it loads no schemas before its rows are rendered. */
const budgetsKb = {
  'board-screen': 161,
  'dashboard-screen': 171,
  'maintenance-screen': 171,
  // The largest screen: a table with every control; its size is the limit for the whole app.
  'users-screen': 179,
  'approvals-screen': 171,
}
let chunks: Rolldown.OutputChunk[] = []

beforeAll(async () => {
  // Measures the production build: React without its development checks.
  vi.stubEnv('NODE_ENV', 'production')
  const built = await build({
    configFile: join(import.meta.dirname, '../vite.config.ts'),
    logLevel: 'error',
    build: { write: false },
  })
  const output = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[]
  chunks = output.flatMap((one) => one.output).filter((file) => file.type === 'chunk')
}, 60_000)

afterAll(() => vi.unstubAllEnvs())

describe('the JavaScript a screen needs before it shows', () => {
  it.each(Object.entries(budgetsKb))('of %s is at most %i kB gz', (screen, budgetKb) => {
    const entry = chunks.find((chunk) => chunk.isEntry)!
    const own = chunks.find((chunk) => chunk.name === screen)!
    const files = [...new Set([...withImports(entry), ...withImports(own), ...alwaysLoaded()])]
    const bytes = files.reduce((sum, chunk) => sum + gzipSync(chunk.code).length, 0)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(budgetKb * 1000)
  })

  it('contains no summary of a call, which only the API reference reads', () => {
    expect(usersData.summary).toMatch(/^A page of users/)
    expect(chunks.filter(({ code }) => code.includes('A page of users')).map(({ name }) => name)).toEqual([])
  })

  it('does not contain the socket, which loads after the first render', () => {
    const socket = chunks.filter((chunk) => holds(chunk, /node_modules\/socket\.io-client\//))
    expect(socket).toHaveLength(1)
    const importers = chunks.filter(({ imports }) => imports.includes(socket[0]!.fileName))
    expect(importers).toEqual([])
  })
})

const holds = (chunk: Rolldown.OutputChunk, what: RegExp) =>
  Object.keys(chunk.modules).some((id) => what.test(id))

/** A chunk with its static imports, transitively. */
function withImports(chunk: Rolldown.OutputChunk, seen = new Set<string>()): Rolldown.OutputChunk[] {
  if (seen.has(chunk.fileName)) return []
  seen.add(chunk.fileName)
  const imported = chunks.filter((other) => chunk.imports.includes(other.fileName))
  return [chunk, ...imported.flatMap((other) => withImports(other, seen))]
}

/** The HTTP client is imported dynamically, but every screen needs it. */
function alwaysLoaded(): Rolldown.OutputChunk[] {
  return chunks.filter((chunk) => holds(chunk, /node_modules\/ky\//))
}
