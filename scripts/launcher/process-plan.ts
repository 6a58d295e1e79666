import type { FolderLock } from '../processes/folder-lock.ts'
import type { Reporter } from './reporter.ts'
import { type Start, type Supervised, supervise } from './supervise.ts'

/**
 * The kinds of process, in the order in which they stop, and when each is killed at the latest: together
 * under 10 s.
 */
const killAtMs = { workers: 5_000, api: 7_000, pages: 7_200, simulators: 7_700, redis: 8_500, mongodb: 9_800 }
export type Role = keyof typeof killAtMs

interface Entry {
  role: Role
  name: string
  /** A part of the process's command line. */
  marker: string
  start: Start
}

/** The processes of one stack. */
export interface ProcessPlan {
  /** Starts a process, keeps it running, and resolves when it is ready. */
  add(entry: Entry): Promise<void>
  processes(): { name: string; role: Role; pid: number }[]
  /** Stops everything in order, also what is only just starting. */
  stop(): Promise<void>
}

export function createProcessPlan(folderLock: FolderLock, reporter: Reporter): ProcessPlan {
  const members: { role: Role; supervised: Supervised }[] = []
  let stopped: Promise<void> | undefined

  return {
    async add({ role, name, marker, start }) {
      if (stopped) throw new Error('the stack is stopping')
      const supervised = supervise(name, start, {
        ...reporter,
        onChange: (change) =>
          'started' in change
            ? folderLock.add({ name, pid: change.started, marker })
            : folderLock.remove(change.ended),
      })
      members.push({ role, supervised })
      await supervised.ready
    },
    processes: () =>
      members.map(({ role, supervised }) => ({ role, name: supervised.name, pid: supervised.pid })),
    stop() {
      const roles = Object.keys(killAtMs) as Role[]
      stopped ??= stopInOrder(
        roles.map((role) => ({
          stop: members.filter((member) => member.role === role).map(({ supervised }) => supervised),
          killAtMs: killAtMs[role],
        })),
      )
      return stopped
    },
  }
}

interface Stoppable {
  stop(graceMs?: number): Promise<void>
}

/**
 * Processes that stop together, and the time since the beginning of the stop when those that still run are
 * killed.
 */
interface StopPhase {
  stop: Stoppable[]
  killAtMs: number
}

/** Stops one phase after another. A phase that ends early gives its time to the next. */
async function stopInOrder(phases: StopPhase[]): Promise<void> {
  const startedAt = Date.now()
  for (const { stop, killAtMs } of phases) {
    const graceMs = Math.max(0, killAtMs - (Date.now() - startedAt))
    await Promise.all(stop.map((stoppable) => stoppable.stop(graceMs)))
  }
}
