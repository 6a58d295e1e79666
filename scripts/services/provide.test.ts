import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isAlive } from '../processes/process-alive.ts'
import { provideTestServices } from './provide.ts'

/** The ids of the processes that a process has started. */
function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  return processes.flatMap(([child, parent]) => (parent === pid && child ? [child] : []))
}

it('demands containers with TESTCONTAINERS=on, and refuses another word', async () => {
  const nowhere = { DOCKER_HOST: process.env.DOCKER_HOST }
  process.env.DOCKER_HOST = 'unix:///nowhere/docker.sock'
  onTestFinished(() => {
    if (nowhere.DOCKER_HOST === undefined) delete process.env.DOCKER_HOST
    else process.env.DOCKER_HOST = nowhere.DOCKER_HOST
  })
  const provide = (env: NodeJS.ProcessEnv) => provideTestServices({ env })
  await expect(provide({ TESTCONTAINERS: 'on' })).rejects.toThrow(
    'TESTCONTAINERS is on, and there are no containers: no Docker engine answers',
  )
  await expect(provide({ TESTCONTAINERS: 'on', REDIS_URL: 'redis://a' })).rejects.toThrow('leave out')
  await expect(provide({ TESTCONTAINERS: 'yes' })).rejects.toThrow('TESTCONTAINERS is yes: set it to on,')
})

// Containers are removed by a watcher of their own (docker-engine.test.ts); the programs are what this machine starts.
it('ends MongoDB and Redis when the test run is killed', { timeout: 240_000 }, async () => {
  const script = `
    import { provideTestServices } from '${join(import.meta.dirname, 'provide.ts')}'
    const { source } = await provideTestServices({ env: { PATH: process.env.PATH, TESTCONTAINERS: 'off' } })
    console.log(source)
    setInterval(() => {}, 1000)
  `
  const testRun = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(testRun.stdout, 'data')
  const children = childrenOf(testRun.pid as number)
  onTestFinished(() => {
    for (const pid of children.filter(isAlive)) process.kill(pid, 'SIGKILL')
  })
  expect(children.length).toBeGreaterThanOrEqual(2)
  testRun.kill('SIGKILL')
  await expect.poll(() => children.filter(isAlive), { timeout: 15_000 }).toEqual([])
})
