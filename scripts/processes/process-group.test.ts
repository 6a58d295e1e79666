import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { isAlive } from './process-alive.ts'
import { exitText, spawnGroup } from './process-group.ts'

const start = (script: string) =>
  spawnGroup(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })

async function firstLine(child: Awaited<ReturnType<typeof start>>['child']): Promise<string> {
  const [chunk] = await once(child.stdout!, 'data')
  return String(chunk).trim()
}

describe('spawnGroup', () => {
  it('stops a process with SIGTERM', async () => {
    const { child, running } = await start(
      "process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log('up')",
    )
    await firstLine(child)
    await running.stop()
    expect(await running.exited).toEqual({ code: 7, signal: null })
  })

  it('kills a process that ignores SIGTERM', async () => {
    const { child, running } = await start(
      "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')",
    )
    await firstLine(child)
    await running.stop(100)
    expect(exitText(await running.exited)).toBe('SIGKILL')
  })

  it('leaves no grandchild behind', async () => {
    const { child, running } = await start(
      `const { spawn } = require('node:child_process')
       const grandchild = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"])
       grandchild.once('spawn', () => console.log(grandchild.pid))
       process.on('SIGTERM', () => process.exit(0))`,
    )
    const grandchild = Number(await firstLine(child))
    expect(isAlive(grandchild)).toBe(true)
    await running.stop()
    await expect.poll(() => isAlive(grandchild)).toBe(false)
  })

  it('ends what a killed process had started', async () => {
    const { child, running } = await start(
      `const { spawn } = require('node:child_process')
       const grandchild = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
       grandchild.once('spawn', () => console.log(grandchild.pid))
       setInterval(() => {}, 1000)`,
    )
    const grandchild = Number(await firstLine(child))
    process.kill(running.pid, 'SIGKILL')
    await running.exited
    await expect.poll(() => isAlive(grandchild)).toBe(false)
  })

  it('rejects when there is no such program', async () => {
    await expect(spawnGroup('/nowhere/program', [], { stdio: 'ignore' })).rejects.toThrow('ENOENT')
  })
})
