import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { dueTasks } from '@jhatpat/shared/domain/maintenance/index.ts'
import type { Task } from '@jhatpat/shared/platform/due-tasks.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import type { Queues } from '@jhatpat/shared/platform/queues.ts'
import { handlers } from '../../../workers/src/start-workers.ts'

export type Job = { name: string; id: string; seq: number; at: Date }

/** A queue that delays, runs, repeats or loses its jobs on the test's command. */
export type QueueControl = {
  /** Replace the queues' own methods. */
  enqueue: Queues['enqueue']
  enqueueAll: Queues['enqueueAll']
  waiting(): readonly Job[]
  ran(): readonly Job[]
  /** Jobs that were enqueued before their document was committed: a worker would have found nothing to do. */
  tooEarly(): readonly string[]
  /**
   * Runs what is due, each `times` at once, until nothing is. A job that throws stays, as after a crash of
   * its worker.
   */
  runDue(deps: Deps, times: 1 | 2): Promise<void>
  run(deps: Deps, job: Job): Promise<void>
  /** Wipes Redis: pending jobs and completed jobs. */
  lose(): void
}

const name = ({ name: job, id, seq }: Job) => `${job}-${id}-${seq}`

export function queueControl(): QueueControl {
  let waiting: Job[] = []
  let ran: Job[] = []
  let tooEarly: string[] = []
  /** A failed job is not deferred for the rest of the run: it would use up its tries. */
  const failed = new Set<string>()

  const run = async (deps: Deps, job: Job) => {
    const handler = handlers.find((one) => one.job.name === job.name)
    const isFresh = !failed.has(name(job))
    const again = await handler?.handle(deps, { id: job.id, seq: job.seq }, { isFresh })
    if (again instanceof Date && !waiting.some((one) => name(one) === name(job)))
      waiting.push({ ...job, at: again })
  }
  const runOne = async (deps: Deps, job: Job, times: 1 | 2): Promise<void> => {
    waiting = waiting.filter((one) => one !== job)
    const runs = await Promise.allSettled(Array.from({ length: times }, () => run(deps, job)))
    if (waiting.some((one) => name(one) === name(job))) return
    if (runs.some((one) => one.status === 'fulfilled')) ran.push(job)
    else {
      failed.add(name(job))
      waiting.push(job)
    }
  }
  const enqueue: Queues['enqueue'] = async (definition, id, { at, seq }) => {
    const job = { name: definition.name, id, seq, at }
    if (!(await isWritten(definition, id, seq))) tooEarly.push(name(job))
    if (![...waiting, ...ran].some((one) => name(one) === name(job))) waiting.push(job)
    return true
  }
  return {
    enqueue,
    enqueueAll: async (jobs) => {
      for (const { job, id, ...due } of jobs) await enqueue(job, id, due)
      return jobs.length
    },
    waiting: () => waiting,
    ran: () => ran,
    tooEarly: () => tooEarly,
    run,
    async runDue(deps, times) {
      const failed = new Set<Job>()
      for (let count = 0; count < 60; count += 1) {
        const job = waiting.find((one) => one.at <= deps.clock.now() && !failed.has(one))
        if (!job) return
        await runOne(deps, job, times)
        if (waiting.includes(job)) failed.add(job)
      }
    },
    lose() {
      waiting = []
      ran = []
      tooEarly = []
    },
  }
}

/** Whether the task is committed as due; a job without a document is its own record. */
async function isWritten({ name: job }: JobDefinition, id: string, seq: number): Promise<boolean> {
  const work = dueTasks.find((one) => one.name === job)
  if (!work) return true
  const document = await work.model.findById(id).lean<{ due: Record<string, Task> } | null>()
  const task = document?.due[work.path.replace('due.', '')]
  return task !== undefined && task.seq >= seq
}
