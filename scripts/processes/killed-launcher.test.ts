import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder } from './folder-lock.ts'
import { isAlive } from './process-alive.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'folder-lock-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** A launcher that starts one process, prints that it has, and waits to be killed. */
async function launcher({ parentWatcher }: { parentWatcher: boolean }) {
  const here = import.meta.dirname
  const script = `
    import { spawnGroup } from '${here}/process-group.ts'
    import { lockFolder } from '${here}/folder-lock.ts'
    import { startParentWatcher } from '${here}/start-parent-watcher.ts'
    const folderLock = await lockFolder('${dataDir}', () => {})
    if (${parentWatcher}) startParentWatcher(folderLock)
    const { running } = await spawnGroup(process.execPath, ['-e', 'setInterval(() => {}, 1000) // lasting'], { stdio: 'ignore' })
    folderLock.add({ name: 'lasting', pid: running.pid, marker: 'lasting' })
    console.log('started')
    setInterval(() => {}, 1000)
  `
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const folderLock = JSON.parse(await readFile(join(dataDir, 'stack.json'), 'utf8'))
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  return { kill, lasting: folderLock.children[0].pid as number }
}

describe('a launcher that is killed', () => {
  it('takes its processes with it', { timeout: 20_000 }, async () => {
    const { kill, lasting } = await launcher({ parentWatcher: true })
    expect(isAlive(lasting)).toBe(true)
    await kill()
    await expect.poll(() => isAlive(lasting), { timeout: 15_000 }).toBe(false)
  })

  it('has its leftovers ended by the next launcher where no watcher ran', { timeout: 20_000 }, async () => {
    const { kill, lasting } = await launcher({ parentWatcher: false })
    await kill()
    await lockFolder(dataDir, () => {})
    // A process that exits has no command line any more, by which the lock knows it, shortly before it is gone.
    await expect.poll(() => isAlive(lasting), { timeout: 15_000 }).toBe(false)
  })
})
