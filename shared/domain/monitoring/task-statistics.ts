import { dueAndSweptOften, dueBefore, sweepGraceOf, sweptOftenIndex } from '../../platform/due-tasks.ts'
import { dueTasks, earliestDue } from '../maintenance/index.ts'

/** One kind of due task. */
export type TaskStatistics = {
  /** The name of its jobs, such as `order.check-payment`. */
  task: string
  /** Documents that have it, due now or later. */
  waiting: number
  /** Due for longer than the sweeper leaves them to their job. */
  overdue: number
  /** Due, and enqueued again by the sweeper three times in a row or more: each try makes a task due now, so that it is never overdue. */
  sweptOften: number
  oldestDueAt: Date | undefined
}

/** More are not counted: the age of the oldest shows how far behind the work is. */
const maxCounted = 10_000

/** Counts the tasks of each kind from its index; nothing is read for kinds that no document has. */
export async function countTasks(now: Date): Promise<TaskStatistics[]> {
  const earliest = await earliestDue()
  return Promise.all(
    dueTasks.map(async (kind, index) => {
      const { model, path, name } = kind
      const oldestDueAt = earliest[index]
      const task = { task: name, waiting: 0, overdue: 0, sweptOften: 0, oldestDueAt }
      if (!oldestDueAt) return task
      const count = (filter: object, hint = path.replace('.', '_')) =>
        model.countDocuments(filter).limit(maxCounted).hint(hint)
      const overdueBefore = new Date(now.getTime() - sweepGraceOf(kind))
      const [waiting, overdue, sweptOften] = await Promise.all([
        count({ [`${path}.at`]: { $type: 'date' } }),
        oldestDueAt < overdueBefore ? count(dueBefore(path, overdueBefore)) : 0,
        oldestDueAt < now ? count(dueAndSweptOften(path, now), sweptOftenIndex(path)) : 0,
      ])
      return { ...task, waiting, overdue, sweptOften }
    }),
  )
}
