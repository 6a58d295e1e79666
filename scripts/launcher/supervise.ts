import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from '../processes/cli-error.ts'
import { exitText, type Running } from '../processes/process-group.ts'

/** Starts a process and resolves when it is ready; calls `onSpawn` as soon as it runs. */
export type Start = (onSpawn: (running: Running) => void) => Promise<Running>

export interface Supervised {
  name: string
  /** The current process id, 0 before the first; it changes when the process is restarted. */
  readonly pid: number
  /** Rejects when the first start fails. */
  ready: Promise<void>
  /** Stops it permanently, also during a start. */
  stop(graceMs?: number): Promise<void>
}

export interface SuperviseOptions {
  say: (line: string) => void
  warn: (line: string) => void
  /** Called for each process that is started and for each that has ended. */
  onChange?: (change: { started: number } | { ended: number }) => void
  firstDelayMs?: number
  maxDelayMs?: number
  /** A process that ran this long before it stopped gets the first delay again. */
  steadyMs?: number
}

/** Starts a process and restarts it whenever it stops by itself, after a delay that doubles. */
export function supervise(name: string, start: Start, options: SuperviseOptions): Supervised {
  const { say, warn, onChange, firstDelayMs = 500, maxDelayMs = 30_000, steadyMs = 60_000 } = options
  const stopping = new AbortController()
  const current = new Set<Running>()
  let pid = 0

  const startOnce = () =>
    start((spawned) => {
      pid = spawned.pid
      current.add(spawned)
      onChange?.({ started: spawned.pid })
      void spawned.exited.then(() => {
        current.delete(spawned)
        onChange?.({ ended: spawned.pid })
      })
      if (stopping.signal.aborted) void spawned.stop(0)
    })

  const startAgain = async (delayMs: number): Promise<{ running: Running; delayMs: number } | undefined> => {
    await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => {})
    if (stopping.signal.aborted) return undefined
    const nextMs = Math.min(delayMs * 2, maxDelayMs)
    try {
      const running = await startOnce()
      say(`${name} runs again.`)
      return { running, delayMs: nextMs }
    } catch (error) {
      if (stopping.signal.aborted) return undefined
      warn(
        `${error instanceof CliError ? error.message : `${name}: ${String(error)}`}\n  Trying again in ${nextMs / 1000} s.`,
      )
      return startAgain(nextMs)
    }
  }

  const watch = async (first: Running) => {
    let running = first
    let delayMs = firstDelayMs
    while (true) {
      const startedAt = Date.now()
      const exit = await running.exited
      if (stopping.signal.aborted) return
      if (Date.now() - startedAt > steadyMs) delayMs = firstDelayMs
      warn(`${name} exited (${exitText(exit)}). Restarting in ${delayMs / 1000} s.`)
      const again = await startAgain(delayMs)
      if (!again) return
      running = again.running
      delayMs = again.delayMs
    }
  }

  const ready = startOnce().then((running) => {
    void watch(running)
  })
  return {
    name,
    get pid() {
      return pid
    },
    ready,
    async stop(graceMs) {
      stopping.abort()
      await Promise.all([...current].map((running) => running.stop(graceMs)))
    },
  }
}
