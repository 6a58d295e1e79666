import type { OverdueTask } from '../../contracts/admin.ts'
import {
  type DueTask,
  dueAndSweptOften,
  dueBefore,
  sweepCountOf,
  sweepGraceOf,
  sweptOftenIndex,
  type Task,
} from '../../platform/due-tasks.ts'
import type { IAccountNotification } from '../accounts/index.ts'
import type { IPriceChange } from '../catalogue-admin/index.ts'
import type { OrderDoc } from '../orders/index.ts'
import type { WalletTransactionDoc } from '../wallet/index.ts'
import { dueTasks } from './due-tasks.ts'
import { overdueVerification } from './verification/verify-ledger.ts'

/** Overdue by this much after its grace time: the sweeper should have handled it. */
const lateMs = 7_000
const maxListed = 200

/** Overdue tasks, including the nightly verification, the oldest first: for the maintenance view and its alert. */
export async function listOverdueTasks(now: Date): Promise<OverdueTask[]> {
  const lists = await Promise.all(
    dueTasks.map(async (kind) => {
      const task = kind.path.replace('due.', '') as OverdueTask['task']
      return (await overdueOf(kind, now)).map((document) => overdue(document, task))
    }),
  )
  return [...(await overdueVerification(now)), ...lists.flat()]
    .sort((a, b) => a.dueAt.localeCompare(b.dueAt))
    .slice(0, maxListed)
}

/** Two bounded reads; a single condition for both would scan the whole overdue range. */
async function overdueOf(kind: DueTask, now: Date): Promise<DueDoc[]> {
  const { model, path } = kind
  const oldest = (filter: object, index: string) =>
    model
      .find(filter)
      .sort({ [`${path}.at`]: 1 })
      .limit(maxListed)
      .hint(index)
      .lean<DueDoc[]>()
  const [late, often] = await Promise.all([
    oldest(dueBefore(path, new Date(now.getTime() - sweepGraceOf(kind) - lateMs)), path.replace('.', '_')),
    oldest(dueAndSweptOften(path, now), sweptOftenIndex(path)),
  ])
  return [...new Map([...late, ...often].map((document) => [document._id, document])).values()]
}

/** Documents with tasks. */
type DueDoc = OrderDoc | WalletTransactionDoc | IAccountNotification | IPriceChange

function overdue(document: DueDoc, task: OverdueTask['task']): OverdueTask {
  const due = (document.due as Record<string, Task | number>)[task] as Task
  return {
    ...factsOf(document),
    task,
    dueAt: (due.at ?? document.updatedAt).toISOString(),
    sweepCount: sweepCountOf(due),
  }
}

function factsOf(document: DueDoc) {
  if ('units' in document) return orderFacts(document)
  if ('applyAt' in document) return pricesFacts(document)
  return 'sealedCode' in document ? notificationFacts(document) : topUpFacts(document)
}

const orderFacts = (order: OrderDoc) => ({
  kind: 'order' as const,
  id: order._id,
  status: order.status,
  reason: order.pendingReason
    ? [order.pendingReason.kind.replaceAll('_', ' '), order.pendingReason.detail].filter(Boolean).join(': ')
    : (order.payment?.vendorStatus ?? ''),
})

const topUpFacts = (transaction: WalletTransactionDoc) => ({
  kind: 'topup' as const,
  id: transaction._id,
  status: transaction.status,
  reason: transaction.payment?.vendorStatus ?? '',
})

const pricesFacts = ({ _id, state, by, prices }: IPriceChange) => ({
  kind: 'prices' as const,
  id: _id,
  status: state,
  reason: `${prices.length} prices, planned by ${by.name}`,
})

/** The recipient is left out: even admins may not see it. */
const notificationFacts = ({ _id, kind }: IAccountNotification) => ({
  kind: 'notification' as const,
  id: _id,
  status: 'Waiting',
  reason: kind.replaceAll('_', ' '),
})
