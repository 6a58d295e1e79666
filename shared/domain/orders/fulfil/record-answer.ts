import type { Deps } from '../../deps.ts'
import type { AfterAnswer, IUnit } from '../../fulfilment/index.ts'
import { announceOrder } from '../change/announce-order.ts'
import { completeOrder } from '../change/complete-order.ts'
import { type AttentionKind, type OrderDoc, OrderModel } from '../order-model.ts'
import { refundOrder } from '../refund/refund-order.ts'
import { recordEnd, recordUnawaited } from './record-end.ts'

type RecordDeps = Pick<Deps, 'clock' | 'queues' | 'publisher' | 'log'>

export type RecordedAnswer = { index: number; attempt: number; unit: IUnit; after: AfterAnswer }

/**
 * The one way a supplier's answer enters an order, whoever asked. Only the attempt it belongs to takes it.
 * @returns the order afterwards and whether its next unit may be bought now; undefined when the attempt was
 * answered before
 */
export async function recordAnswer(
  deps: RecordDeps,
  order: OrderDoc,
  answer: RecordedAnswer,
): Promise<{ order: OrderDoc; goOn: boolean } | undefined> {
  const ended = order.status === 'Processing' ? await endWith(deps, order, answer) : undefined
  if (ended) return { order: ended, goOn: false }
  const open = await writeOpen(deps, order, answer)
  if (open) {
    announceOrder(deps, open)
    return { order: open, goOn: answer.after.next === 'go_on' }
  }
  const closed = await recordEnd(deps, order._id, answer)
  if (closed) return { order: closed, goOn: false }
  await tellUnawaited(deps, order._id, answer)
  return undefined
}

async function writeOpen(
  deps: RecordDeps,
  order: OrderDoc,
  answer: RecordedAnswer,
): Promise<OrderDoc | null> {
  return OrderModel.findOneAndUpdate(
    { _id: order._id, status: 'Processing', ...sameAttempt(answer) },
    {
      $set: { ...unitPatch(answer), ...orderPatch(deps, order, answer) },
      $inc: { revision: 1, 'due.fulfil.seq': answer.after.next === 'go_on' ? 0 : 1 },
    },
    { returnDocument: 'after' },
  ).lean<OrderDoc | null>()
}

/** The answer that ends an order is written in the same step as the move it causes. */
async function endWith(
  deps: RecordDeps,
  order: OrderDoc,
  answer: RecordedAnswer,
): Promise<OrderDoc | undefined> {
  const others = order.units.filter((_unit, index) => index !== answer.index)
  const change = {
    by: 'system' as const,
    actor: 'supplier',
    set: unitPatch(answer),
    guard: sameAttempt(answer),
  }
  if (answer.unit.state === 'delivered' && others.every((unit) => unit.state === 'delivered')) {
    return completeOrder(deps, order, change)
  }
  const nothingDelivered = others.every((unit) => unit.state === 'planned')
  if (answer.after.next === 'refused' && nothingDelivered) {
    return refundOrder(deps, order, { ...change, reason: answer.unit.message })
  }
  return undefined
}

/** A pack that an admin has freed to be sent again, and that has not gone out, still takes its delivery. */
const sameAttempt = ({ index, attempt, unit }: RecordedAnswer) => ({
  [`units.${index}.attempt`]: attempt,
  [`units.${index}.state`]: {
    $in: ['sending', 'unknown', ...(unit.state === 'delivered' ? ['planned'] : [])],
  },
})

const unitPatch = ({ index, unit }: RecordedAnswer) => ({ [`units.${index}`]: unit })

function orderPatch(
  deps: RecordDeps,
  order: OrderDoc,
  { after, unit }: RecordedAnswer,
): Record<string, unknown> {
  const now = deps.clock.now()
  if (after.next === 'go_on') return {}
  const at = after.next === 'wait' ? new Date(now.getTime() + after.waitMs) : null
  const kind = attentionKind(after)
  const since = order.attention?.kind === kind ? order.attention.since : now
  return {
    attention: { kind, since, detail: unit.message },
    'due.fulfil.at': at,
  }
}

function attentionKind(after: Exclude<AfterAnswer, { next: 'go_on' }>): AttentionKind {
  switch (after.next) {
    case 'wait':
      return after.why
    case 'refused':
      return 'partly_delivered'
    case 'park':
      return after.why ?? 'outcome_unknown'
    default:
      return after satisfies never
  }
}

/** An answer that nobody takes is no trouble unless it says more than the order knows. */
async function tellUnawaited(deps: RecordDeps, orderId: string, answer: RecordedAnswer): Promise<void> {
  const { index, attempt, unit } = answer
  if (unit.state !== 'delivered') return
  const now = (await OrderModel.findById(orderId).lean<OrderDoc | null>())?.units[index]
  if (now?.attempt === attempt && now.state === 'delivered') return
  await recordUnawaited(deps, orderId, answer)
}
