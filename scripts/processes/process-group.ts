import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A long-lived process that was started here, with everything that it starts in turn. */
export interface Running {
  pid: number
  exited: Promise<Exit>
  /** Asks it to end (SIGTERM) and ends it with SIGKILL after `graceMs`. Resolves when it is gone. */
  stop(graceMs?: number): Promise<void>
}

const ownGroup = process.platform !== 'win32'

/**
 * Starts a program in a process group of its own, so that a terminal's Ctrl-C does not reach it before its turn, and
 * so that a signal reaches its children too. Rejects when it cannot be started at all.
 */
export async function spawnGroup(
  command: string,
  args: string[],
  options: SpawnOptions,
): Promise<{ child: ChildProcess; running: Running }> {
  const child = spawn(command, args, { ...options, detached: ownGroup })
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      // What it had started would otherwise go on without it, and beside its successor.
      if (child.pid) signalGroup(child.pid, 'SIGKILL')
      resolve({ code, signal })
    })
  })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  child.on('error', () => {})
  const pid = child.pid as number
  const stop = async (graceMs = 5_000) => {
    signalGroup(pid, 'SIGTERM')
    const abort = new AbortController()
    const late = sleep(graceMs, 'late', { signal: abort.signal }).catch(() => 'ended')
    await Promise.race([exited, late])
    abort.abort()
    signalGroup(pid, 'SIGKILL')
    await exited
  }
  return { child, running: { pid, exited, stop } }
}

/** Sends a signal to a process and all that it started; a process that is gone already is no error. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(ownGroup ? -pid : pid, signal)
  } catch {}
}

/** How a process ended, in words: `exit code 1`, `SIGKILL`. */
export function exitText({ code, signal }: Exit): string {
  return signal ?? `exit code ${code}`
}
