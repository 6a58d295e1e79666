import type { Clock } from './clock.ts'
import type { JobDefinition } from './job-definition.ts'
import type { Logger } from './logger.ts'
import type { Due, Queues } from './queues.ts'
import { inJob } from './tracing.ts'

/**
 * In-process handlers by the name of their job. `document` is the one that made the task due, as
 * committed then.
 */
export type InProcessHandlers = Record<
  string,
  (id: string, seq: number, document?: unknown) => Promise<unknown>
>

/** This many run at once; up to `maxWaiting` more wait, and what exceeds that goes to the queue. */
const maxRunning = 32
const maxWaiting = 500

type Task = { job: JobDefinition; id: string; due: Due }

export type InProcessRunner = {
  /** The queues, except for tasks that run in the process. */
  queues: Queues
  /** Awaits the running tasks and enqueues the waiting ones. */
  stop(): Promise<void>
}

/**
 * Runs due tasks of some kinds in the process that made them due, without a job. It is a hint as a
 * job is: the task is stored in the document, so the sweeper retries one that fails or is lost with
 * the process. A task that had to wait does not get its document, which may be outdated.
 */
export function runInProcess(
  queues: Queues,
  { handlers, clock, log }: { handlers: InProcessHandlers; clock: Clock; log: Logger },
): InProcessRunner {
  const running = new Set<Promise<void>>()
  let waiting: Task[] = []
  let isStopped = false

  const begin = ({ job, id, due }: Task): void => {
    const run = inJob(job.name, id, async () => handlers[job.name]?.(id, due.seq, due.document))
      .catch((error) => {
        log.error({ job: job.name, id, err: String(error), retriedBy: 'sweeper' }, 'in-process task failed')
      })
      .then(() => {
        running.delete(run)
        const next = waiting.shift()
        if (next) begin(next)
      })
    running.add(run)
  }

  /** @returns whether the task runs in this process */
  const take = (task: Task): boolean => {
    const isNow = task.due.at <= clock.now()
    if (isStopped || !isNow || !handlers[task.job.name] || waiting.length >= maxWaiting) return false
    if (running.size < maxRunning) begin(task)
    else waiting.push({ ...task, due: { at: task.due.at, seq: task.due.seq } })
    return true
  }

  return {
    queues: {
      ...queues,
      enqueue: async (job, id, due) => take({ job, id, due }) || queues.enqueue(job, id, due),
    },
    stop: async () => {
      isStopped = true
      const left = waiting
      waiting = []
      await Promise.all([...running, ...left.map(({ job, id, due }) => queues.enqueue(job, id, due))])
    },
  }
}
