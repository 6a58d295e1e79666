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
import { needsCodes } from '../rules/needs-codes.ts'
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
  type AnswerEffects,
  type InSameTransaction,
  inOneTransaction,
  requireExplained,
} from '../unclear/require-explained.ts'
import { type PlainSecret, storeSecrets } from '../vault/store-secrets.ts'
import { requireAssignable } from './assign-order.ts'
import { manualDeliveryId, requireNoPendingCompletion, scheduleCompletion } from './pending-completion.ts'

type DecisionDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'publisher' | 'log'>

/** `requestApproval` and `approved` are for Refunded only. */
export type OrderDecisionInput = ApprovalInput & {
  orderid: string
  to: 'Completed' | 'Refunded' | 'Cancelled'
  reason?: string | undefined
  /** The version that the admin saw; undefined decides about the order in any version. */
  version: number | undefined
  /** With Completed: the codes that the customer can reveal. */
  codes?: readonly PlainSecret[] | undefined
  /** With Refunded: the admin confirms that the customer has opened what was delivered. */
  codeRevealed?: true | undefined
  /** The decision resolves a ticket, which must still be open. */
  resolvesTicket?: true
  /** With Completed: the order is completed five seconds later, unless that is undone. */
  undoable?: true | undefined
  /** An owner decides against the balance readings, with a reason. */
  override?: true | undefined
}

/**
 * An admin completes, refunds or cancels an order.
 * @returns the order afterwards; with `requestApproval` the unchanged status and an open approval request
 * @throws not_found, order_changed, transition_not_allowed, order_assigned, code_revealed, ticket_closed,
 * answer_unexplained, code_delivered, invalid_request, and what `requireApproval` throws
 */
export async function decideOrder(
  deps: DecisionDeps,
  admin: Caller,
  input: OrderDecisionInput,
): Promise<OrderDoc> {
  const order = await findOrder(input.orderid, admin)
  const at = deps.clock.now()
  requireDecidable(order, admin, { ...input, now: at })
  const explained = await requireAllExplained(admin, order, input)
  const amountPaise = input.to === 'Refunded' ? refundablePaise(order) : 0
  const approval = await requireRefundApproval(deps, order, { ...input, admin, amountPaise })
  if (approval.requested) return approval.requested
  const reason = decisionReason(order, input)
  const decision = staffAction(admin, order, { action: staffActionOf[input.to], at, reason, amountPaise })
  const common = {
    reason: input.reason ?? '',
    decision,
    guard: {
      ...unchangedSinceRead(order),
      ...(isRefundOfOpenOrder(order, input) ? nothingDelivered : noOpenPurchase),
    },
  }
  const after = input.undoable
    ? await scheduleCompletion(deps, order, {
        ...common,
        admin,
        at,
        codes: input.codes,
        inSameTransaction: explained.inSameTransaction,
      })
    : await endOrder(deps, order, {
        ...common,
        to: input.to,
        by: 'admin',
        actor: admin.userId,
        ...withStoredCodes(deps, order, {
          ...input,
          at,
          inSameTransactions: [explained.inSameTransaction, approval.inSameTransaction],
        }),
        ...(input.to === 'Refunded' && isTicketOpen(order)
          ? { set: resolution({ kind: 'refunded', text: input.reason ?? '', at }) }
          : {}),
      })
  if (!after) throw new AppError('order_changed')
  return explained.afterwards(deps, after)
}

/** The reason of the staff action. A completion that hands over no code, where one is usual, says so. */
function decisionReason(order: OrderDoc, input: OrderDecisionInput): string | undefined {
  const reason = approvalReason(input.reason, input)
  const isWithoutCode = input.to === 'Completed' && !input.codes && needsCodes(order)
  return isWithoutCode ? [reason, 'without a code'].filter(Boolean).join(', ') : reason
}

const staffActionOf = { Completed: 'complete', Refunded: 'refund', Cancelled: 'cancel' } as const

function requireDecidable(order: OrderDoc, admin: Caller, input: OrderDecisionInput & { now: Date }): void {
  if (input.resolvesTicket && !isTicketOpen(order)) throw new AppError('ticket_closed')
  if (input.version !== undefined && input.version !== order.version) throw new AppError('order_changed')
  if (!canTransition(order.status, input.to, 'admin')) throw new AppError('transition_not_allowed')
  requireNoPendingCompletion(order)
  requireFieldsOfStatus(input)
  if (input.to === 'Refunded' && !input.codeRevealed) requireNothingKept(order)
  requireAssignable(order, input.now, admin.userId, input.approved?.askedBy.userId)
  requireReportedInTime(order, input.approved?.askedAt ?? input.now)
  if (input.to === 'Refunded') requireNotRedelivered(order)
  if (order.units.some((unit) => unit.state === 'sending' && unit.supplierOrderId === '')) {
    throw new AppError('order_changed', {
      message: 'The supplier is being checked. Wait for the result.',
    })
  }
  if (input.to === 'Refunded' && refundablePaise(order) < 1) {
    throw new AppError('transition_not_allowed', { message: 'This order is already refunded in full.' })
  }
  const delivered = order.units.filter((unit) => unit.state === 'delivered').length
  if (delivered > 0 && isRefundOfOpenOrder(order, input)) {
    throw new AppError('transition_not_allowed', {
      message: `${delivered} of ${order.units.length} units delivered. Use partial refund.`,
    })
  }
}

/** Codes and undo belong to Completed, an approval request to Refunded. @throws invalid_request */
function requireFieldsOfStatus({ to, codes, undoable, requestApproval }: OrderDecisionInput): void {
  if (requestApproval && to !== 'Refunded') {
    throw new AppError('invalid_request', { field: 'ask', message: 'Only refunds need approval.' })
  }
  if (to === 'Completed') return
  if (codes) {
    const message = 'Only delivered units can be completed.'
    throw new AppError('invalid_request', { field: 'codes', message })
  }
  if (undoable) {
    const message = 'Only Completed can be undone.'
    throw new AppError('invalid_request', { field: 'undoable', message })
  }
}

/** A full refund needs a confirmation if the customer keeps some of the delivery. @throws code_revealed */
function requireNothingKept(order: OrderDoc): void {
  if (!isPartlyDelivered(order)) return
  const { delivered = 0, total = 0 } = order.redelivery ?? {}
  const kept = unitsKept(order)
  const hasRevealed = isRevealed(order) || order.redelivery?.isRevealed === true
  const facts = [
    ...(delivered > 0 ? [`${delivered} of ${total} units of the replacement were delivered.`] : []),
    ...(kept > 0 ? [`${kept} of ${paidUnits(order).length} units were not resent.`] : []),
    ...(hasRevealed ? ['The code was viewed.'] : []),
  ]
  throw new AppError(
    'code_revealed',
    delivered > 0 || kept > 0
      ? { message: `${facts.join(' ')} Nothing was changed: confirm to refund anyway.` }
      : undefined,
  )
}

/** A ticket that was opened within the 48 hours can be refunded at any later time. */
function requireReportedInTime(order: OrderDoc, now: Date): void {
  const deliveredAt = endOf(order)?.at
  if (order.status !== 'Completed' || !deliveredAt) return
  const reportedAt = isTicketOpen(order) ? order.ticket.openedAt : now
  if (reportedAt.getTime() - deliveredAt.getTime() <= reportMs) return
  throw new AppError('transition_not_allowed', {
    message: 'Refunds are possible only within 48 hours.',
  })
}

/** A redelivered order is not refunded as well, and a redelivery itself is free. */
function requireNotRedelivered(order: OrderDoc): void {
  if (isRedelivery(order)) {
    throw new AppError('transition_not_allowed', {
      message: `This is a free replacement for ${order.redeliveryOf}. Act on that order.`,
    })
  }
  if (isRedelivered(order)) {
    throw new AppError('transition_not_allowed', {
      message: `It was resent as ${order.redelivery?.orderid} and can be refunded only if that one fails.`,
    })
  }
}

/** An open order is refunded only while nothing has arrived; a Completed one, with a discrepancy, at its full price. */
const isRefundOfOpenOrder = (order: OrderDoc, input: OrderDecisionInput) =>
  order.status === 'Processing' && input.to === 'Refunded'

/** Checks the decision about the whole order against each of its unclear purchases. */
async function requireAllExplained(
  admin: Caller,
  order: OrderDoc,
  input: OrderDecisionInput,
): Promise<AnswerEffects> {
  const arrived = input.to === 'Completed'
  const unclear = order.status === 'Processing' ? order.units.filter(({ state }) => state === 'unknown') : []
  const answers: AnswerEffects[] = []
  for (const unit of unclear) answers.push(await requireExplained(admin, { ...input, order, unit, arrived }))
  return {
    inSameTransaction: inOneTransaction(answers.map(({ inSameTransaction }) => inSameTransaction)),
    afterwards: async (deps, decided) => {
      let after = decided
      for (const answer of answers) after = await answer.afterwards(deps, after)
      return after
    },
  }
}

/** @returns as `requireApproval`; nothing for a decision that is no refund */
async function requireRefundApproval(
  deps: DecisionDeps,
  order: OrderDoc,
  input: OrderDecisionInput & { admin: Caller; amountPaise: number },
): ReturnType<typeof requireApproval> {
  if (input.to !== 'Refunded') return {}
  const { requestApproval, approved, admin, amountPaise } = input
  const { reason = '', codeRevealed = false, resolvesTicket = false } = input
  const refund = { unit: '', attempt: 0, codeRevealed, resolvesTicket }
  return requireApproval(deps, order, { requestApproval, approved, admin, amountPaise, reason, refund })
}

/** The part of the transition that stores the codes, in one transaction with what else belongs to it. */
function withStoredCodes(
  { env }: DecisionDeps,
  order: OrderDoc,
  {
    codes,
    at,
    inSameTransactions,
  }: OrderDecisionInput & { at: Date; inSameTransactions: readonly InSameTransaction[] },
) {
  const { inSameTransaction, ...patch } = codes
    ? storeSecrets(env, { orderId: order._id, deliveryId: manualDeliveryId(order), secrets: codes, at })
    : {}
  return { ...patch, inSameTransaction: inOneTransaction([...inSameTransactions, inSameTransaction]) }
}

type OrderEnding = Parameters<typeof completeOrder>[2] & { to: OrderDecisionInput['to'] }

async function endOrder(
  deps: DecisionDeps,
  order: OrderDoc,
  { to, ...transition }: OrderEnding,
): Promise<OrderDoc | undefined> {
  switch (to) {
    case 'Completed':
      return completeOrder(deps, order, transition)
    case 'Refunded':
      return refundOrder(deps, order, transition)
    case 'Cancelled':
      return changeOrder(deps, order, { ...transition, to, at: deps.clock.now() })
    default:
      return to satisfies never
  }
}
