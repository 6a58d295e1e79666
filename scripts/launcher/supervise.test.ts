import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { CliError } from '../processes/cli-error.ts'
import type { Exit, Running } from '../processes/process-group.ts'
import { type Start, supervise } from './supervise.ts'

/** A process that ends when `stop` is called; no program runs. */
function fakeProcess(pid: number) {
  let end: (exit: Exit) => void = () => {}
  const exited = new Promise<Exit>((resolve) => {
    end = resolve
  })
  const running: Running = { pid, exited, stop: async () => end({ code: 0, signal: null }) }
  return { running, crash: () => end({ code: 1, signal: null }) }
}

/** Starts fake processes one after another; `fail` lists the starts, counted from 1, that fail. */
function fakeStarts(fail: number[] = []) {
  const processes: ReturnType<typeof fakeProcess>[] = []
  let starts = 0
  const start: Start = async (onSpawn) => {
    starts++
    if (fail.includes(starts)) throw new CliError('it does not start')
    const next = fakeProcess(100 + starts)
    processes.push(next)
    onSpawn(next.running)
    return next.running
  }
  return { start, processes, count: () => starts }
}

function listener() {
  const lines: string[] = []
  return { lines, say: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) }
}

const quick = { firstDelayMs: 4, maxDelayMs: 8 }

describe('supervise', () => {
  it('reports that a process stopped, and restarts it', async () => {
    const { start, processes } = fakeStarts()
    const events = listener()
    const api = supervise('api', start, { ...events, ...quick })
    await api.ready
    processes[0]!.crash()
    await expect.poll(() => api.pid).toBe(102)
    await expect
      .poll(() => events.lines)
      .toEqual(['api exited (exit code 1). Restarting in 0.004 s.', 'api runs again.'])
    await api.stop()
  })

  it('doubles the delay each time, up to a limit', async () => {
    const { start, processes, count } = fakeStarts([3])
    const events = listener()
    const api = supervise('api', start, { ...events, ...quick })
    await api.ready
    processes[0]!.crash()
    await expect.poll(() => processes.length).toBe(2)
    processes[1]!.crash()
    await expect.poll(count).toBe(4)
    const waits = events.lines.flatMap((line) => /in ([\d.]+) s/.exec(line)?.[1] ?? [])
    expect(waits).toEqual(['0.004', '0.008', '0.008'])
    await api.stop()
  })

  it('does not restart a process that was stopped on purpose', async () => {
    const { start, count } = fakeStarts()
    const events = listener()
    const api = supervise('api', start, { ...events, ...quick })
    await api.ready
    await api.stop()
    await sleep(20)
    expect(count()).toBe(1)
    expect(events.lines).toEqual([])
  })

  it('stops waiting when it is stopped', async () => {
    const { start, processes, count } = fakeStarts()
    const events = listener()
    const api = supervise('api', start, { ...events, firstDelayMs: 60_000 })
    await api.ready
    processes[0]!.crash()
    await expect.poll(() => events.lines).toHaveLength(1)
    await api.stop()
    expect(count()).toBe(1)
  })

  it('stops a process that is not ready yet', async () => {
    const slow = fakeProcess(7)
    const api = supervise(
      'api',
      async (onSpawn) => {
        onSpawn(slow.running)
        await slow.running.exited
        throw new CliError('it ended before it was ready')
      },
      { ...listener(), ...quick },
    )
    const failure = expect(api.ready).rejects.toThrow('it ended before it was ready')
    await api.stop()
    await failure
  })

  it('rejects when the first start fails', async () => {
    const { start } = fakeStarts([1])
    await expect(supervise('api', start, { ...listener(), ...quick }).ready).rejects.toThrow(
      'it does not start',
    )
  })

  it('reports every process that started and ended', async () => {
    const { start, processes } = fakeStarts()
    const changes: object[] = []
    const api = supervise('api', start, {
      ...listener(),
      ...quick,
      onChange: (change) => changes.push(change),
    })
    await api.ready
    processes[0]!.crash()
    await expect.poll(() => api.pid).toBe(102)
    await api.stop()
    expect(changes).toEqual([{ started: 101 }, { ended: 101 }, { started: 102 }, { ended: 102 }])
  })
})
