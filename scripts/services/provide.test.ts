import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isAlive } from '../processes/process-alive.ts'

/** The ids of the processes that a process has started. */
function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  return processes.flatMap(([child, parent]) => (parent === pid && child ? [child] : []))
}

// Containers end by a helper of their own; the programs are what this machine starts.
it('ends MongoDB and Redis when the test run is killed', { timeout: 240_000 }, async ({ skip }) => {
  const script = `
    import { provideTestServices } from '${join(import.meta.dirname, 'provide.ts')}'
    const { source } = await provideTestServices({ env: { PATH: process.env.PATH } })
    console.log(source)
    setInterval(() => {}, 1000)
  `
  const testRun = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [source] = await once(testRun.stdout, 'data')
  if (String(source).includes('containers')) {
    testRun.kill('SIGKILL')
    skip('the servers are containers')
  }
  const children = childrenOf(testRun.pid as number)
  onTestFinished(() => {
    for (const pid of children.filter(isAlive)) process.kill(pid, 'SIGKILL')
  })
  expect(children.length).toBeGreaterThanOrEqual(2)
  testRun.kill('SIGKILL')
  await expect.poll(() => children.filter(isAlive), { timeout: 15_000 }).toEqual([])
})
