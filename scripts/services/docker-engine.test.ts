import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { deployedImages } from './containers.ts'
import { engineAnswers } from './docker-engine.ts'

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

it('removes the containers of a test run that is killed, and no others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'engine-'))
  const socket = join(folder, 'docker.sock')
  const asked: string[] = []
  const engine = createServer(({ method, url }, response) => {
    asked.push(`${method} ${decodeURIComponent(url ?? '')}`)
    response.end(method === 'GET' ? '[{"Id":"a1"},{"Id":"b2"}]' : '')
  })
  await new Promise<void>((resolve) => engine.listen(socket, resolve))
  onTestFinished(async () => {
    engine.close()
    await rm(folder, { recursive: true })
  })
  const script = `
    import { startContainerWatcher } from '${join(import.meta.dirname, 'start-container-watcher.ts')}'
    startContainerWatcher('run=1')
    console.log('started')
    setInterval(() => {}, 1000)
  `
  const testRun = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    env: { ...process.env, DOCKER_HOST: `unix://${socket}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(testRun.stdout, 'data')
  testRun.kill('SIGKILL')
  await expect.poll(() => asked.length, { timeout: 15_000 }).toBe(3)
  expect(asked).toEqual([
    'GET /containers/json?all=true&filters={"label":["run=1"]}',
    'DELETE /containers/a1?force=true&v=true',
    'DELETE /containers/b2?force=true&v=true',
  ])
})

it('starts the versions that docker-compose.yml runs', async () => {
  const { services } = parse(await readFile(new URL('../../docker-compose.yml', import.meta.url), 'utf8'), {
    merge: true,
  })
  const { mongo, redis } = await deployedImages()
  expect(services.mongo.image.startsWith(`${mongo}@sha256:`)).toBe(true)
  expect(services.redis.image.startsWith(`${redis}@sha256:`)).toBe(true)
  expect([mongo, redis]).toEqual([
    expect.stringMatching(/^mongo:\d+\.\d+\.\d+$/),
    expect.stringMatching(/^redis:\d+\.\d+\.\d+-alpine$/),
  ])
})
