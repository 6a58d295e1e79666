import { canTransition } from '../../../contracts/order-status.ts'
import { reportMs } from '../../../contracts/order-ticket.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import type { Deps } from '../../deps.ts'
import { changeOrder, completeOrder } from '../change/change-order.ts'
import { staffAction, unchangedSinceRead } from '../change/staff-action.ts'
import { findOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { type ApprovalInput, approvalReason, requireApproval } from '../refund/refund-approval.ts'
import { refundOrder } from '../refund/refund-order.ts'
import { noOpenPurchase, nothingDelivered } from '../rules/open-units.ts'
import { endOf } from '../rules/order-end.ts'
import {
  isPartlyDelivered,
  isRedelivered,
  isRedelivery,
  paidUnits,
  unitsKept,
} from '../rules/redelivery-rules.ts'
import { refundablePaise } from '../rules/refund-amount.ts'
import { isTicketOpen, resolution } from '../rules/ticket-rules.ts'
import { isRevealed } from '../rules/vault-view.ts'
import {
  type Held,
  type InSameTransaction,
  inOneTransaction,
  requireExplained,
} from '../unclear/require-explained.ts'
import { type PlainSecret, storeSecrets } from '../vault/store-secrets.ts'
import { requireAssignable } from './assign-order.ts'
import { manualDeliveryId, requireNoPendingCompletion, scheduleCompletion } from './pending-completion.ts'

type DecisionDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'publisher' | 'log'>

/** `ask` and `approved` belong to Refunded. */
export type OrderDecisionInput = ApprovalInput & {
  orderid: string
  to: 'Completed' | 'Refunded' | 'Cancelled'
  reason?: string | undefined
  /** The version the admin saw; undefined moves the order from whatever it is now. */
  version: number | undefined
  /** With Completed: what the customer gets to read. */
  codes?: readonly PlainSecret[] | undefined
  /** With Refunded: the admin knows that the customer has opened what was delivered. */
  codeRevealed?: true | undefined
  /** It is the answer to a report, which must still be open. */
  resolvesTicket?: true
  /** With Completed: it happens five seconds later, unless it is taken back. */
  undoable?: true | undefined
  /** An owner decides against the readings of the balance, with a reason. */
  override?: true | undefined
}

/**
 * An admin's decision about an order.
 * @throws not_found, order_changed, transition_not_allowed, order_assigned, code_revealed, ticket_closed, answer_unexplained, and what
 * `requireApproval` throws
 */
export async function decideOrder(
  deps: DecisionDeps,
  admin: Caller,
  move: OrderDecisionInput,
): Promise<OrderDoc> {
  const order = await findOrder(move.orderid, admin)
  const at = deps.clock.now()
  requireMovable(order, admin, { ...move, now: at })
  const held = await requireAllExplained(admin, order, move)
  const amountPaise = move.to === 'Refunded' ? refundablePaise(order) : 0
  const { asked, inSameTransaction } = await heldBefore(deps, order, { ...move, admin, amountPaise })
  if (asked) return asked
  const reason = approvalReason(move.reason, move)
  const decision = staffAction(admin, order, { action: decided[move.to], at, reason, amountPaise })
  const common = {
    ...{ reason: move.reason ?? '', decision },
    guard: {
      ...unchangedSinceRead(order),
      ...(isRefundOfAll(order, move) ? nothingDelivered : noOpenPurchase),
    },
  }
  if (move.undoable) {
    const kept = await scheduleCompletion(deps, order, {
      ...{ ...common, admin, at, codes: move.codes, inSameTransaction: held.inSameTransaction },
    })
    if (!kept) throw new AppError('order_changed')
    return held.afterwards(deps, kept)
  }
  const moved = await carryOut(deps, order, {
    ...common,
    ...{ to: move.to, by: 'admin', actor: admin.userId },
    ...storedCodes(deps, order, {
      ...move,
      at,
      inSameTransactions: [held.inSameTransaction, inSameTransaction],
    }),
    ...(move.to === 'Refunded' && isTicketOpen(order)
      ? { set: resolution({ kind: 'refunded', text: move.reason ?? '', at }) }
      : {}),
  })
  if (!moved) throw new AppError('order_changed')
  return held.afterwards(deps, moved)
}

/** Each unclear purchase of an order that is decided about as a whole. */
async function requireAllExplained(admin: Caller, order: OrderDoc, move: OrderDecisionInput): Promise<Held> {
  const arrived = move.to === 'Completed'
  const unclear = order.status === 'Processing' ? order.units.filter(({ state }) => state === 'unknown') : []
  const held: Held[] = []
  for (const unit of unclear) held.push(await requireExplained(admin, { ...move, order, unit, arrived }))
  return {
    inSameTransaction: inOneTransaction(held.map(({ inSameTransaction }) => inSameTransaction)),
    afterwards: async (deps, moved) => {
      let after = moved
      for (const one of held) after = await one.afterwards(deps, after)
      return after
    },
  }
}

/** `asked`: the order, where its refund is asked for and not made; `also` belongs to the refund's transaction. */
async function heldBefore(
  deps: DecisionDeps,
  order: OrderDoc,
  {
    to,
    requestApproval,
    approved,
    admin,
    amountPaise,
    ...move
  }: OrderDecisionInput & { admin: Caller; amountPaise: number },
): Promise<{ asked?: OrderDoc | undefined; inSameTransaction?: InSameTransaction }> {
  if (to !== 'Refunded') return {}
  const { reason = '', codeRevealed = false, resolvesTicket = false } = move
  const refund = { unit: '', attempt: 0, codeRevealed, resolvesTicket }
  return requireApproval(deps, order, { requestApproval, approved, admin, amountPaise, reason, refund })
}

function storedCodes(
  { env }: DecisionDeps,
  order: OrderDoc,
  {
    codes,
    at,
    inSameTransactions,
  }: OrderDecisionInput & { at: Date; inSameTransactions: readonly InSameTransaction[] },
) {
  const { inSameTransaction, ...kept } = codes
    ? storeSecrets(env, { deliveryId: manualDeliveryId(order), secrets: codes, at })
    : {}
  return { ...kept, inSameTransaction: inOneTransaction([...inSameTransactions, inSameTransaction]) }
}

const decided = { Completed: 'complete', Refunded: 'refund', Cancelled: 'cancel' } as const

function requireMovable(order: OrderDoc, admin: Caller, move: OrderDecisionInput & { now: Date }): void {
  if (move.resolvesTicket && !isTicketOpen(order)) throw new AppError('ticket_closed')
  if (move.version !== undefined && move.version !== order.version) throw new AppError('order_changed')
  if (!canTransition(order.status, move.to, 'admin')) throw new AppError('transition_not_allowed')
  requireNoPendingCompletion(order)
  requireOfCompletion(move)
  if (move.to === 'Refunded' && !move.codeRevealed) requireNothingHeld(order)
  requireAssignable(order, move.now, admin.userId, move.approved?.askedBy.userId)
  requireReportedInTime(order, move.approved?.askedAt ?? move.now)
  if (move.to === 'Refunded') requireGivenBackOnce(order)
  if (order.units.some((unit) => unit.state === 'sending' && unit.supplierOrderId === '')) {
    throw new AppError('order_changed', {
      message: 'The supplier is being asked right now. Wait for its answer.',
    })
  }
  if (move.to === 'Refunded' && refundablePaise(order) < 1) {
    throw new AppError('transition_not_allowed', { message: 'The whole price was given back before.' })
  }
  const arrived = order.units.filter((unit) => unit.state === 'delivered').length
  if (arrived > 0 && isRefundOfAll(order, move)) {
    throw new AppError('transition_not_allowed', {
      message: `${arrived} of ${order.units.length} packs arrived. Refund the share of the rest on the board.`,
    })
  }
}

/** The whole price goes back, though its customer has some of it: somebody has to know that. */
function requireNothingHeld(order: OrderDoc): void {
  if (!isPartlyDelivered(order)) return
  const { delivered = 0, total = 0 } = order.redelivery ?? {}
  const kept = unitsKept(order)
  const hasRevealed = isRevealed(order) || order.redelivery?.isRevealed === true
  const facts = [
    ...(delivered > 0 ? [`${delivered} of ${total} packs of the second delivery arrived.`] : []),
    ...(kept > 0 ? [`${kept} of ${paidUnits(order).length} packs were not sent again.`] : []),
    ...(hasRevealed ? ['A code was opened.'] : []),
  ]
  throw new AppError(
    'code_revealed',
    delivered > 0 || kept > 0
      ? { message: `${facts.join(' ')} Nothing was changed: say that you know.` }
      : undefined,
  )
}

/** What was sent again is not given back as well; and for a second delivery nobody paid. */
function requireGivenBackOnce(order: OrderDoc): void {
  if (isRedelivery(order)) {
    throw new AppError('transition_not_allowed', {
      message: `Nothing was paid for it. It is the second delivery of ${order.redeliveryOf}: decide on that one.`,
    })
  }
  if (isRedelivered(order)) {
    throw new AppError('transition_not_allowed', {
      message: `It was sent again as ${order.redelivery?.orderid}. It can be refunded only if that one fails.`,
    })
  }
}

/** What goes with Completed alone, and what with Refunded. */
function requireOfCompletion({ to, codes, undoable, requestApproval }: OrderDecisionInput): void {
  if (requestApproval && to !== 'Refunded') {
    throw new AppError('invalid_request', { field: 'ask', message: 'Only a refund is asked for.' })
  }
  if (to === 'Completed') return
  if (codes) {
    const message = 'Only what is delivered is handed over.'
    throw new AppError('invalid_request', { field: 'codes', message })
  }
  if (undoable) {
    const message = 'Only Completed can be taken back.'
    throw new AppError('invalid_request', { field: 'undoable', message })
  }
}

/** The 48 hours are the customer's: what was reported in time is given back whenever it is answered. */
function requireReportedInTime(order: OrderDoc, now: Date): void {
  const deliveredAt = endOf(order)?.at
  if (order.status !== 'Completed' || !deliveredAt) return
  const reportedAt = isTicketOpen(order) ? order.ticket.openedAt : now
  if (reportedAt.getTime() - deliveredAt.getTime() <= reportMs) return
  throw new AppError('transition_not_allowed', {
    message: 'Discrepancies can be refunded within 48 hours only.',
  })
}

/** A Completed order may be given back whole, as a discrepancy; an open one only while nothing has arrived. */
const isRefundOfAll = (order: OrderDoc, move: OrderDecisionInput) =>
  order.status === 'Processing' && move.to === 'Refunded'

type Decision = Parameters<typeof completeOrder>[2] & { to: OrderDecisionInput['to'] }

async function carryOut(
  deps: DecisionDeps,
  order: OrderDoc,
  { to, ...move }: Decision,
): Promise<OrderDoc | undefined> {
  switch (to) {
    case 'Completed':
      return completeOrder(deps, order, move)
    case 'Refunded':
      return refundOrder(deps, order, move)
    case 'Cancelled':
      return changeOrder(deps, order, { ...move, to, at: deps.clock.now() })
    default:
      return to satisfies never
  }
}
