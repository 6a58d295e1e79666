import type { OverdueWork } from '../../contracts/admin.ts'
import {
  type DueWork,
  dueBefore,
  graceOf,
  type Lane,
  sweptIndex,
  sweptOftenBefore,
} from '../../platform/due.ts'
import type { IAccountNotice } from '../accounts/index.ts'
import type { OrderDoc } from '../orders/index.ts'
import type { IPriceSet } from '../prices/index.ts'
import type { MovementDoc } from '../wallet/index.ts'
import { dueWork } from './due-work.ts'
import { lateMoneyCheck } from './money-check.ts'

/** Later than this, when its grace is over, is worth a look: the sweeper should have taken it. */
const lateMs = 7_000
const most = 200

/** What is overdue, the nightly check too, the oldest first: for the maintenance view and its alarm. */
export async function listOverdue(now: Date): Promise<OverdueWork[]> {
  const lists = await Promise.all(
    dueWork.map(async (kind) => {
      const work = kind.lane.replace('due.', '') as OverdueWork['work']
      return (await overdueOf(kind, now)).map((document) => overdue(document, work))
    }),
  )
  return [...(await lateMoneyCheck(now)), ...lists.flat()]
    .sort((a, b) => a.dueAt.localeCompare(b.dueAt))
    .slice(0, most)
}

/** Two bounded reads, since one condition that holds both would be checked against the whole overdue range. */
async function overdueOf(kind: DueWork, now: Date): Promise<DueDoc[]> {
  const { model, lane } = kind
  const oldest = (filter: object, index: string) =>
    model
      .find(filter)
      .sort({ [`${lane}.at`]: 1 })
      .limit(most)
      .hint(index)
      .lean<DueDoc[]>()
  const [late, often] = await Promise.all([
    oldest(dueBefore(lane, new Date(now.getTime() - graceOf(kind) - lateMs)), lane.replace('.', '_')),
    oldest(sweptOftenBefore(lane, now), sweptIndex(lane)),
  ])
  return [...new Map([...late, ...often].map((document) => [document._id, document])).values()]
}

/** Whatever can owe work. */
type DueDoc = OrderDoc | MovementDoc | IAccountNotice | IPriceSet

function overdue(document: DueDoc, work: OverdueWork['work']): OverdueWork {
  const { at } = (document.due as Record<string, Lane | number>)[work] as Lane
  return {
    ...factsOf(document),
    work,
    dueAt: (at ?? document.updatedAt).toISOString(),
    swept: document.due.swept,
  }
}

function factsOf(document: DueDoc) {
  if ('units' in document) return orderFacts(document)
  if ('applyAt' in document) return pricesFacts(document)
  return 'sealedCode' in document ? noticeFacts(document) : topUpFacts(document)
}

const orderFacts = (order: OrderDoc) => ({
  kind: 'order' as const,
  id: order._id,
  status: order.status,
  why: order.pendingReason
    ? [order.pendingReason.kind.replaceAll('_', ' '), order.pendingReason.detail].filter(Boolean).join(': ')
    : (order.payment?.vendorStatus ?? ''),
})

const topUpFacts = (movement: MovementDoc) => ({
  kind: 'topup' as const,
  id: movement._id,
  status: movement.status,
  why: movement.payment?.vendorStatus ?? '',
})

const pricesFacts = ({ _id, state, by, prices }: IPriceSet) => ({
  kind: 'prices' as const,
  id: _id,
  status: state,
  why: `${prices.length} prices, planned by ${by.name}`,
})

/** Whom it is for is nobody's to read, not even an admin's. */
const noticeFacts = ({ _id, kind }: IAccountNotice) => ({
  kind: 'notice' as const,
  id: _id,
  status: 'Waiting',
  why: kind.replaceAll('_', ' '),
})
