import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { engineAnswers } from './containers.ts'

describe('engineAnswers', () => {
  it('returns false immediately where no engine listens', async () => {
    const startedAt = Date.now()
    expect(await engineAnswers('unix:///nowhere/docker.sock')).toBe(false)
    expect(Date.now() - startedAt).toBeLessThan(500)
  })

  it('returns true where the answer is that of an engine', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'engine-'))
    const socket = join(folder, 'docker.sock')
    const engine = createServer((request, response) => response.end(request.url === '/_ping' ? 'OK' : ''))
    await new Promise<void>((resolve) => engine.listen(socket, resolve))
    expect(await engineAnswers(`unix://${socket}`)).toBe(true)
    engine.close()
    await rm(folder, { recursive: true })
  })

  it('gives up on a server that accepts and stays silent', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    expect(await engineAnswers(`tcp://127.0.0.1:${port}`, 50)).toBe(false)
    silent.closeAllConnections()
    silent.close()
  })
})
