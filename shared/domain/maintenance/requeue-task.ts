import { AppError } from '../../platform/app-error.ts'
import type { DueTask, Task } from '../../platform/due-tasks.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { enqueueAgain } from '../../platform/sweep.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { type OrderDoc, OrderModel } from '../orders/index.ts'
import { dueTasks } from './due-tasks.ts'

/** A stored document with tasks; only an order has units and a price. */
type TaskDocument = {
  _id: string
  status?: string
  due: Record<string, Task | number | undefined>
  amountPaise?: number
} & Partial<Pick<OrderDoc, 'userId' | 'pricePaise' | 'creditedPaise' | 'units'>>

type ReadyTask = { kind: DueTask; document: TaskDocument; dueAt: Date }

/**
 * What becomes of a task that is to be enqueued again. `done`: nothing is left to do, or a newer task does it;
 * `refused`: a person has to decide first. `stakePaise`: the customer's money that waits for it.
 */
export type TaskAssessment =
  | { state: 'ready'; task: ReadyTask; stakePaise: number }
  | { state: 'done'; detail: string }
  | { state: 'refused'; detail: string; stakePaise: number }

/** The kind of task that jobs of this name do; undefined for others, such as the nightly ones. */
export const taskKindOf = (jobName: string): DueTask | undefined =>
  dueTasks.find(({ name }) => name === jobName)

/**
 * Reads whether a document's task may be enqueued again.
 * @param seq of the job that failed; without it, the document's present task counts
 */
export async function assessTask(
  { clock }: Pick<Deps, 'clock'>,
  kind: DueTask,
  { id, seq }: { id: string; seq?: number },
): Promise<TaskAssessment> {
  const document = await kind.model.findById(id).lean<TaskDocument | null>()
  if (!document) return { state: 'refused', detail: 'its document is unknown', stakePaise: 0 }
  const task = document.due[kind.path.replace('due.', '')] as Task | undefined
  if (!task?.at) return { state: 'done', detail: 'nothing is left to do' }
  if (seq !== undefined && seq !== task.seq)
    return { state: 'done', detail: `a newer task is due at ${task.at.toISOString()}` }
  const detail = refusalOf(kind, document, { dueAt: task.at, now: clock.now() })
  const stakePaise = stakeOf(document)
  if (detail !== undefined) return { state: 'refused', detail, stakePaise }
  return { state: 'ready', task: { kind, document, dueAt: task.at }, stakePaise }
}

/**
 * The tasks of an order that are not done, each assessed.
 * @throws AppError `not_found`
 */
export async function assessOrderTasks(
  deps: Pick<Deps, 'clock'>,
  id: string,
): Promise<{ name: string; assessment: Exclude<TaskAssessment, { state: 'done' }> }[]> {
  if (!(await OrderModel.exists({ _id: id })))
    throw new AppError('not_found', { message: `There is no order ${id}.` })
  const kinds = dueTasks.filter(({ model }) => model === OrderModel)
  const assessed = await Promise.all(
    kinds.map(async (kind) => ({ name: kind.name, assessment: await assessTask(deps, kind, { id }) })),
  )
  return assessed.flatMap(({ name, assessment }) =>
    assessment.state === 'done' ? [] : [{ name, assessment }],
  )
}

const isOpen = ({ status }: TaskDocument) => status === 'Created' || status === 'Processing'

function stakeOf(document: TaskDocument): number {
  const { pricePaise, creditedPaise = 0, amountPaise = 0 } = document
  if (!isOpen(document)) return 0
  return pricePaise === undefined ? Math.abs(amountPaise) : Math.max(0, pricePaise - creditedPaise)
}

/** Tasks that do no harm before their time. An early completion would take the undo away, an early mail be a second. */
const canBeEarly = ['due.payment', 'due.fulfil']

function refusalOf(
  { path }: DueTask,
  document: TaskDocument,
  { dueAt, now }: { dueAt: Date; now: Date },
): string | undefined {
  const { units = [], status } = document
  if (path === 'due.fulfil' && !isOpen(document)) return `the order has ended (${status})`
  if (path === 'due.fulfil' && units.some(isOutcomeUnknown))
    return 'the outcome of a purchase is unknown: decide it under Pending Orders'
  if (dueAt > now && !canBeEarly.includes(path)) return `it is not due before ${dueAt.toISOString()}`
  return undefined
}

/** The supplier has the purchase, and no answer says what became of it. */
const isOutcomeUnknown = ({ state, supplierOrderId }: OrderDoc['units'][number]) =>
  state === 'unknown' || (state === 'sending' && supplierOrderId === '')

/**
 * Enqueues a task again that is ready, with an audit row. Its job reads the document as it is then, so that a second
 * job does no harm.
 * @returns false when the task was done or scheduled anew since it was assessed
 */
export async function requeueTask(
  deps: Pick<Deps, 'clock' | 'queues'>,
  { reason, ...actor }: Actor & { reason: string },
  { kind, document, dueAt }: ReadyTask,
): Promise<boolean> {
  const { _id: id } = document
  // Written first: nothing is done without a row, though a row may precede nothing.
  await inTransaction((tx) =>
    writeAudit(tx, actor, {
      at: deps.clock.now(),
      action: 'task.requeue',
      target: kind.model === OrderModel ? auditTarget.order(id) : auditTarget.task(id),
      ...(document.userId && { about: String(document.userId) }),
      reason,
      before: { task: kind.name, dueAt: dueAt.toISOString() },
      after: {},
    }),
  )
  return enqueueAgain(kind, deps, document)
}
