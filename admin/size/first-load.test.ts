import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const budgetBytes = 160_000
const screens = ['dashboard-screen', 'board-screen', 'maintenance-screen', 'users-screen', 'approvals-screen']
let chunks: Rolldown.OutputChunk[] = []

beforeAll(async () => {
  // What users get: React without its development checks.
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
  it.each(screens)('stays within 160 kB gz for %s', (screen) => {
    const entry = chunks.find((chunk) => chunk.isEntry)!
    const own = chunks.find((chunk) => chunk.name === screen)!
    const files = [...new Set([...withImports(entry), ...withImports(own), ...alwaysLoaded()])]
    const bytes = files.reduce((sum, chunk) => sum + gzipSync(chunk.code).length, 0)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(budgetBytes)
  })
})

/** A chunk and everything it imports at once. */
function withImports(chunk: Rolldown.OutputChunk, seen = new Set<string>()): Rolldown.OutputChunk[] {
  if (seen.has(chunk.fileName)) return []
  seen.add(chunk.fileName)
  const imported = chunks.filter((other) => chunk.imports.includes(other.fileName))
  return [chunk, ...imported.flatMap((other) => withImports(other, seen))]
}

/** Loaded later by name, but by every screen: the HTTP client and the socket. */
function alwaysLoaded(): Rolldown.OutputChunk[] {
  return chunks.filter((chunk) =>
    Object.keys(chunk.modules).some((id) => /node_modules\/(ky|socket\.io-client)\//.test(id)),
  )
}
