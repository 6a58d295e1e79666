import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A long-running process that was started here, with all its descendants. */
export interface Running {
  pid: number
  exited: Promise<Exit>
  /** Sends SIGTERM, and SIGKILL after `graceMs`. Resolves when the process is gone. */
  stop(graceMs?: number): Promise<void>
}

const ownGroup = process.platform !== 'win32'

/**
 * Starts a program in its own process group, so that a terminal's Ctrl-C does not reach it out of order,
 * and so that a signal reaches its children too. Rejects when it cannot be started.
 */
export async function spawnGroup(
  command: string,
  args: string[],
  options: SpawnOptions,
): Promise<{ child: ChildProcess; running: Running }> {
  const child = spawn(command, args, { ...options, detached: ownGroup })
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      // Its children would otherwise keep running next to its successor.
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

/** Sends a signal to a process and its descendants; a process that is gone is no error. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(ownGroup ? -pid : pid, signal)
  } catch {}
}

/** How a process ended, as text: `exit code 1`, `SIGKILL`. */
export function exitText({ code, signal }: Exit): string {
  return signal ?? `exit code ${code}`
}
