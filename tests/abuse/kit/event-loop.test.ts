import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { latenessSince, loopDelayDuring, loopMeterEnv } from './event-loop.ts'

describe('an event loop', () => {
  it('reads the delays written after a moment, without a partial line', () => {
    const text = '1000 1 2\n2000 3.5 40\n3000 5\n4000 6'
    expect(latenessSince(text, 1_000)).toEqual([3.5, 40, 5])
    expect(latenessSince('', 0)).toEqual([])
  })

  it('shows from outside that another process blocks it for 300 ms', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'loops-'))
    const hold = `setTimeout(() => { const end = Date.now() + 300; while (Date.now() < end); }, 400)`
    const program = `${hold}; setTimeout(() => {}, 3_000)`
    const child = spawn(process.execPath, ['-e', program], {
      env: { ...process.env, ...loopMeterEnv(folder) },
      stdio: 'ignore',
    })
    try {
      const { delay } = await loopDelayDuring({ folder, pid: Number(child.pid) }, () => sleep(1_500))
      expect(delay.max).toBeGreaterThan(250)
    } finally {
      child.kill()
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('has no figure without any data', async () => {
    const at = { folder: tmpdir(), pid: 0 }
    await expect(loopDelayDuring(at, async () => undefined)).rejects.toThrow('has written nothing')
  })
})
