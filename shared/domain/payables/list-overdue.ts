import type { OverdueWork } from '../../contracts/admin.ts'
import { dueBefore, graceOf, type Lane } from '../../platform/due.ts'
import type { IAccountNotice } from '../accounts/index.ts'
import type { OrderDoc } from '../orders/index.ts'
import type { IPriceSet } from '../prices/index.ts'
import type { MovementDoc } from '../wallet/index.ts'
import { dueWork } from './due-work.ts'
import { lateMoneyCheck } from './money-check.ts'

/** Later than this, when its grace is over, is worth a look: the sweeper should have taken it. */
const lateMs = 7_000
/** Sweeping makes work due now, so what is swept this often is overdue however young its time is. */
const sweptOften = 3
const most = 200

/** What is overdue, the nightly check too, the oldest first: for the maintenance view and its alarm. */
export async function listOverdue(now: Date): Promise<OverdueWork[]> {
  const lists = await Promise.all(
    dueWork.map(async (kind) => {
      const { model, lane } = kind
      const late = [
        dueBefore(lane, new Date(now.getTime() - graceOf(kind) - lateMs)),
        { ...dueBefore(lane, now), 'due.swept': { $gte: sweptOften } },
      ]
      const found = await model
        .find({ $or: late })
        .sort({ [`${lane}.at`]: 1 })
        .limit(most)
        .lean<DueDoc[]>()
      const work = lane.replace('due.', '') as OverdueWork['work']
      return found.map((document) => overdue(document, work))
    }),
  )
  return [...(await lateMoneyCheck(now)), ...lists.flat()]
    .sort((a, b) => a.dueAt.localeCompare(b.dueAt))
    .slice(0, most)
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
  why: order.attention
    ? [order.attention.kind.replaceAll('_', ' '), order.attention.detail].filter(Boolean).join(': ')
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
