import type { Clock } from './clock.ts'
import type { JobDefinition } from './job-definition.ts'
import type { Logger } from './logger.ts'
import type { Due, Queues } from './queues.ts'

/** What a process does itself, by the name of its job. `document` is the one that made it due, as it was committed then. */
export type InProcessHandlers = Record<
  string,
  (id: string, seq: number, document?: unknown) => Promise<unknown>
>

/** This many at once; so many more wait, and what comes beyond that goes to the queue. */
const atOnce = 32
const maxWaiting = 500

type Task = { job: JobDefinition; id: string; due: Due }

export type InProcessRunner = {
  /** The queues, but for what is done here. */
  queues: Queues
  /** Lets what has begun end, and gives the queue what has not. */
  stop(): Promise<void>
}

/**
 * Does due handlers of some kinds in the process that made it due, without a job. It is a hint as a job is: the document
 * remembers the handlers, so that what fails here, or is gone with the process, is the sweeper's. Work that waited here does not
 * get the document, which may be old by then.
 */
export function runInProcess(
  queues: Queues,
  { handlers, clock, log }: { handlers: InProcessHandlers; clock: Clock; log: Logger },
): InProcessRunner {
  const running = new Set<Promise<void>>()
  let waiting: Task[] = []
  let isStopped = false

  const begin = ({ job, id, due }: Task): void => {
    const run = Promise.resolve(handlers[job.name]?.(id, due.seq, due.document))
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

  /** @returns whether it is done here */
  const take = (task: Task): boolean => {
    const isNow = task.due.at <= clock.now()
    if (isStopped || !isNow || !handlers[task.job.name] || waiting.length >= maxWaiting) return false
    if (running.size < atOnce) begin(task)
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
