import { supplierNameFor } from '../../contracts/api-types.ts'
import { openUntil } from '../../platform/circuit-breaker.ts'
import type { DueTask } from '../../platform/due-tasks.ts'
import type { JobDefinition } from '../../platform/job-definition.ts'
import { readAfterWrites } from '../../platform/read-after-writes.ts'
import { AccountNotificationModel, notifyAccountJob } from '../accounts/index.ts'
import { applyPriceChangesJob, PriceChangeModel } from '../catalogue-admin/index.ts'
import type { Deps } from '../deps.ts'
import {
  checkOrderPayment,
  completeOrderJob,
  fulfilOrderJob,
  fulfilOrderName,
  isPlacedNotification,
  notifyOrderJob,
  OrderModel,
} from '../orders/index.ts'
import { breakerAccount } from '../payments/index.ts'
import { checkTopUpPayment, notifyTopUp, WalletTransactionModel } from '../wallet/index.ts'

const namedJob = (job: JobDefinition) => ({ name: job.name, jobFor: () => job })

/** Every kind of task of a document. A test compares it with the job handlers. */
export const dueTasks: readonly DueTask[] = [
  { model: OrderModel, path: 'due.payment', ...namedJob(checkOrderPayment) },
  {
    model: OrderModel,
    path: 'due.fulfil',
    name: fulfilOrderName,
    jobFor: fulfilOrderJob,
    needs: ['item.apiType'],
    pollsOf: ({ item }: { item: { apiType: string } }) => supplierNameFor(item.apiType),
  },
  {
    model: OrderModel,
    path: 'due.notify',
    ...namedJob(notifyOrderJob),
    needs: ['status', 'delivery'],
    // An order's end is notified without a job, and a mail server may be slow.
    sweepGraceMs: 15_000,
    isLeftToSweeper: isPlacedNotification,
  },
  { model: OrderModel, path: 'due.completion', ...namedJob(completeOrderJob) },
  { model: WalletTransactionModel, path: 'due.payment', ...namedJob(checkTopUpPayment) },
  { model: WalletTransactionModel, path: 'due.notify', ...namedJob(notifyTopUp) },
  { model: AccountNotificationModel, path: 'due.notify', ...namedJob(notifyAccountJob) },
  { model: PriceChangeModel, path: 'due.apply', ...namedJob(applyPriceChangesJob) },
]

/**
 * The earliest due time of each kind of task, in their order, with one command; undefined where no document has one.
 */
export const earliestDue = readAfterWrites(async (): Promise<(Date | undefined)[]> => {
  const [first, ...others] = dueTasks.map(({ model, path }, kind) => ({
    model,
    coll: model.collection.name,
    pipeline: [
      { $match: { [`${path}.at`]: { $type: 'date' as const } } },
      { $sort: { [`${path}.at`]: 1 as const } },
      { $limit: 1 },
      { $project: { _id: 0, kind: { $literal: kind }, at: `$${path}.at` } },
    ],
  }))
  const unions = others.map(({ coll, pipeline }) => ({ $unionWith: { coll, pipeline } }))
  const found: { kind: number; at: Date }[] =
    (await first?.model.aggregate([...first.pipeline, ...unions])) ?? []
  return dueTasks.map((_task, kind) => found.find((one) => one.kind === kind)?.at)
})

/**
 * Filter of the documents whose task of this kind can be done now: payments wait while their gateway does not answer.
 * @returns undefined when no gateway answers, so that nothing is read for them
 */
export async function sweepFilter(
  deps: Pick<Deps, 'redis' | 'env' | 'clock' | 'log' | 'gatewayNames'>,
  { path }: DueTask,
): Promise<object | undefined> {
  if (path !== 'due.payment') return {}
  const paused = await pausedGateways(deps)
  if (paused.length === deps.gatewayNames.length) return undefined
  return paused.length > 0 ? { 'payment.gateway': { $nin: paused } } : {}
}

async function pausedGateways(
  deps: Pick<Deps, 'redis' | 'env' | 'clock' | 'log' | 'gatewayNames'>,
): Promise<string[]> {
  const until = await Promise.all(deps.gatewayNames.map((name) => openUntil(deps, breakerAccount(name))))
  return deps.gatewayNames.filter((_name, index) => until[index] !== undefined)
}
