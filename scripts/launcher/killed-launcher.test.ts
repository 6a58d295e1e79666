import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive } from '../processes/living.ts'
import { claimFolder } from './folder-claim.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'claim-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** A launcher that starts one process, says its id, and waits to be killed. */
async function launcher({ warden }: { warden: boolean }) {
  const here = import.meta.dirname
  const script = `
    import { spawnGroup } from '${here}/../processes/process-group.ts'
    import { claimFolder } from '${here}/folder-claim.ts'
    import { startWarden } from '${here}/start-warden.ts'
    const claim = await claimFolder('${dataDir}', () => {})
    if (${warden}) startWarden(claim)
    const { running } = await spawnGroup(process.execPath, ['-e', 'setInterval(() => {}, 1000) // lasting'], { stdio: 'ignore' })
    claim.add({ name: 'lasting', pid: running.pid, marker: 'lasting' })
    console.log('started')
    setInterval(() => {}, 1000)
  `
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const claim = JSON.parse(await readFile(join(dataDir, 'stack.json'), 'utf8'))
  return { kill: () => child.kill('SIGKILL'), lasting: claim.children[0].pid as number }
}

describe('a launcher that is killed', () => {
  it('takes its processes with it', { timeout: 20_000 }, async () => {
    const { kill, lasting } = await launcher({ warden: true })
    expect(isAlive(lasting)).toBe(true)
    kill()
    await expect.poll(() => isAlive(lasting), { timeout: 8_000 }).toBe(false)
  })

  it('has its leftovers ended by the next one, even if nobody watched over it', {
    timeout: 20_000,
  }, async () => {
    const { kill, lasting } = await launcher({ warden: false })
    kill()
    await expect
      .poll(async () => (await claimFolder(dataDir, () => {}).catch(() => undefined)) !== undefined)
      .toBe(true)
    expect(isAlive(lasting)).toBe(false)
  })
})
