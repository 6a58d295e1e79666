import { createHash, randomBytes } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import { formatPaise } from '../../../contracts/money.ts'
import { isAllowed, type StaffMember } from '../../../contracts/permissions.ts'
import { AppError } from '../../../platform/app-error.ts'
import { alertOwners, type Caller, isOnlyOwner } from '../../accounts/index.ts'
import {
  ApprovalRequestModel,
  addToDayTotals,
  createApprovalRequest,
  createDayTotals,
  type DayLimits,
  type IApprovalRequest,
  isOpenAt,
  type RequestedRefund,
  remainingDayLimitPaise,
} from '../../approvals/index.ts'
import type { Deps } from '../../deps.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { staffAction, unchangedSinceRead } from '../change/staff-action.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { isPartlyDelivered } from '../rules/redelivery-rules.ts'
import { isTicketOpen, messagesOf } from '../rules/ticket-rules.ts'

/** A manual refund: `requestApproval` asks a second approver for it, `approved` is that person's approval. */
export type ApprovalInput = { requestApproval?: true | undefined; approved?: Approved | undefined }

/** What the second approver approves. `close` closes the request in the transaction of the refund. */
type Approved = {
  askedBy: { userId: string; name: string }
  askedAt: Date
  amountPaise: number
  refund: RequestedRefund
  close: (tx: ClientSession) => Promise<void>
}

type LimitEnv = Pick<Deps['env'], 'REFUND_APPROVAL_ABOVE'> & DayLimits
type ApprovalDeps = PublishDeps & { env: LimitEnv }

type ManualRefund = ApprovalInput & {
  admin: Caller
  amountPaise: number
  reason: string
  refund: Pick<RequestedRefund, 'unit' | 'attempt' | 'codeRevealed' | 'resolvesTicket' | 'override'>
}

type InTransaction = (tx: ClientSession) => Promise<void>

/**
 * Applies the four-eyes rule to a manual refund: up to the limit an admin refunds alone, above it only with the approval
 * of a second admin, who may be neither the requester nor the customer.
 * @returns `requested`: the order, if an approval was requested and the refund must not be made now; otherwise
 * `inSameTransaction`, which the transaction of the refund must run: it closes the request, or adds to the day's totals
 * @throws own_approval, order_changed, approval_required, approval_pending
 */
export async function requireApproval(
  deps: ApprovalDeps,
  order: OrderDoc,
  { requestApproval, approved, ...manual }: ManualRefund,
): Promise<{ requested?: OrderDoc; inSameTransaction?: InTransaction }> {
  const { admin, amountPaise } = manual
  if (approved) {
    if ([approved.askedBy.userId, String(order.userId)].includes(admin.userId))
      throw new AppError('own_approval')
    if (approved.amountPaise !== amountPaise || hasChangedSinceRequest(order, approved.refund)) {
      throw new AppError('order_changed')
    }
    return { inSameTransaction: approved.close }
  }
  if (requestApproval) return { requested: await createRefundRequest(deps, order, manual) }
  const remainingPaise = remainingLimitPaise(deps.env, admin, order)
  const { codeRevealed } = manual.refund
  if (codeRevealed && !(await isOnlyOwner(null, admin, deps.clock.now()))) {
    const message = `${openedText} Nothing was refunded. Request approval.`
    throw new AppError('approval_required', { message })
  }
  if (amountPaise <= remainingPaise)
    return { inSameTransaction: await countWithinLimit(deps, admin, { amountPaise, codeRevealed }) }
  throw new AppError('approval_required', {
    message: `${aboveText(remainingPaise)} needs approval. Nothing was refunded. Request approval.`,
  })
}

type OrderFacts = Pick<
  OrderDoc,
  'version' | 'units' | 'partlyRefundedPaise' | 'ticket' | 'vault' | 'redelivery'
>

/** Whether the order has changed since the refund was requested, so that the approval must fail. */
const hasChangedSinceRequest = (
  order: OrderFacts,
  request: Pick<
    RequestedRefund,
    'version' | 'units' | 'unit' | 'resolvesTicket' | 'codeRevealed' | 'messageCount'
  >,
): boolean =>
  order.version !== request.version ||
  unitsDigest(order) !== request.units ||
  hasNewMessages(order, request) ||
  (request.resolvesTicket && !isTicketOpen(order)) ||
  (request.unit === '' && isPartlyDelivered(order) && !request.codeRevealed)

/** 16 hexadecimal digits that change with the state, the attempt or the supplier's id of a unit. */
function unitsDigest({ units }: Pick<OrderDoc, 'units'>): string {
  const facts = units.map(({ ref, state, attempt, supplierOrderId }) => [
    ref,
    state,
    attempt,
    supplierOrderId,
  ])
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)
}

/** Whether the customer has written since the refund was requested: perhaps that the delivery arrived. */
const hasNewMessages = (
  order: Pick<OrderDoc, 'ticket'>,
  request: Pick<RequestedRefund, 'messageCount'>,
): boolean => messageCount(order) !== (request.messageCount ?? 0)

/** The number of messages of the customer in the order's ticket, including those before a resolution. */
const messageCount = ({ ticket }: Pick<OrderDoc, 'ticket'>): number =>
  ticket ? messagesOf(ticket).filter(({ from }) => from === 'customer').length : 0

/**
 * Creates the one open request of an order. The same request by the same admin exists already; a different one replaces
 * their own, or an outdated one of another admin. A request of another admin that can still be approved blocks it.
 * @throws approval_pending, order_changed
 */
async function createRefundRequest(
  deps: ApprovalDeps,
  order: OrderDoc,
  { admin, amountPaise, reason, refund }: Omit<ManualRefund, keyof ApprovalInput>,
): Promise<OrderDoc> {
  const at = deps.clock.now()
  const open = await ApprovalRequestModel.findOne({ ...isOpenAt(at), 'refund.orderid': order._id }).lean()
  const requestedRefund = {
    ...refund,
    orderid: order._id,
    itemname: order.item.name,
    version: order.version,
    units: unitsDigest(order),
    messageCount: messageCount(order),
  }
  const isOwn = open?.askedBy.userId === admin.userId
  if (isOwn && isSameRequest(open, { amountPaise, refund: requestedRefund })) return order
  if (open?.refund && !isOwn && !hasChangedSinceRequest(order, open.refund)) {
    const message = `${open.askedBy.name} already requested this refund. Nothing was changed.`
    throw new AppError('approval_pending', { message })
  }
  const unit = order.units.find(({ ref }) => ref === refund.unit)
  const request = {
    _id: `RR${randomBytes(8).toString('hex')}`,
    kind: 'refund' as const,
    amountPaise,
    reason,
    at,
    userId: String(order.userId),
    refund: requestedRefund,
    insteadOf: open?._id,
  }
  const action = staffAction(admin, order, {
    action: 'request_refund',
    at,
    reason,
    ...(unit ? { unit } : {}),
  })
  const after = await changeOrder(deps, order, {
    guard: { ...unchangedSinceRead(order), status: order.status },
    push: { staffActions: action },
    inSameTransaction: (tx) => createApprovalRequest(tx, admin, request),
    actor: admin.userId,
  })
  if (!after) throw new AppError('order_changed')
  return after
}

type RequestFacts = Pick<IApprovalRequest, 'amountPaise' | 'refund'>

/** Whether two requests are for the same refund, except for the reason. */
export const isSameRequest = (one: RequestFacts, other: RequestFacts): boolean =>
  one.amountPaise === other.amountPaise &&
  keysOf(isCompared).every((field) => !isCompared[field] || one.refund?.[field] === other.refund?.[field])

/** The item's name is only shown. */
const isCompared: Record<keyof RequestedRefund, boolean> = {
  orderid: true,
  itemname: false,
  version: true,
  units: true,
  messageCount: true,
  unit: true,
  attempt: true,
  codeRevealed: true,
  resolvesTicket: true,
  override: true,
}
const keysOf = Object.keys as <Key extends string>(record: Record<Key, unknown>) => Key[]

/** What an admin may still refund of this order alone: earlier manual refunds count, the late-delivery offer does not. */
function remainingLimitPaise(env: LimitEnv, admin: Caller, { userId, staffActions }: OrderDoc): number {
  if (String(userId) === admin.userId) return 0
  const refunds = staffActions.filter(({ action }) => action === 'refund_partly')
  const refundedPaise = refunds.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  return Math.max(0, orderLimitPaise(env, admin) - refundedPaise)
}

function orderLimitPaise(env: LimitEnv, admin: StaffMember): number {
  return isAllowed(admin, 'orders.decide') ? env.REFUND_APPROVAL_ABOVE * 100 : 0
}

const openedText = 'The customer has received or viewed what was delivered, so this needs approval.'

const aboveText = (remainingPaise: number) =>
  remainingPaise > 0 ? `A refund above ${formatPaise(remainingPaise)}` : 'This'

/** @throws approval_required in the transaction, if a total of the day would be exceeded */
async function countWithinLimit(
  { env, clock }: Pick<ApprovalDeps, 'clock'> & { env: LimitEnv },
  admin: Caller,
  { amountPaise, codeRevealed }: { amountPaise: number; codeRevealed: boolean },
): Promise<InTransaction> {
  const at = clock.now()
  await createDayTotals(env, admin, at)
  return async (tx) => {
    const limitPaise = await addToDayTotals(tx, env, { admin, amountPaise, at })
    if (limitPaise !== undefined) {
      const message = `This exceeds your daily limit of ${formatPaise(limitPaise)} and needs approval. Nothing was changed. Request approval.`
      throw new AppError('approval_required', { message })
    }
    if (codeRevealed) {
      const sentence = `${admin.name} alone has given back ${formatPaise(amountPaise)} for what its customer has or has opened.`
      await alertOwners(tx, { subject: 'An opened code was refunded by one person', sentence }, at)
    }
  }
}

/**
 * Applies the same limits to a free redelivery, which gives away an order's value without a refund. Above them it fails;
 * there is no approval request for it.
 * @returns what adds the value to the day's totals, in the transaction of the redelivery
 * @throws approval_required
 */
export async function requireWithinLimit(
  deps: Pick<ApprovalDeps, 'clock'> & { env: LimitEnv },
  admin: Caller,
  { order, amountPaise, codeRevealed }: { order: OrderDoc; amountPaise: number; codeRevealed: boolean },
): Promise<InTransaction> {
  const remainingPaise = remainingLimitPaise(deps.env, admin, order)
  const needsSecondApprover = codeRevealed && !(await isOnlyOwner(null, admin, deps.clock.now()))
  if (needsSecondApprover)
    throw new AppError('approval_required', {
      message: `${openedText} Nothing was sent. Request approval of a refund.`,
    })
  if (amountPaise <= remainingPaise) return countWithinLimit(deps, admin, { amountPaise, codeRevealed })
  const message = `${aboveText(remainingPaise)} needs approval. Nothing was sent. Request approval of a refund.`
  throw new AppError('approval_required', { message })
}

/**
 * What an admin may now refund of one order alone, in paise: the limit of an order, and what is left of the day's. Of
 * their own order they may refund nothing.
 */
export async function refundLimitPaise(
  { env, clock }: Pick<ApprovalDeps, 'clock'> & { env: LimitEnv },
  admin: Caller,
): Promise<number> {
  return Math.min(orderLimitPaise(env, admin), await remainingDayLimitPaise(env, admin, clock.now()))
}

/** The reason of a staff action, with the requester if it was approved. */
export const approvalReason = (
  reason: string | undefined,
  { approved }: ApprovalInput,
): string | undefined =>
  approved ? [reason, `asked by ${approved.askedBy.name}`].filter(Boolean).join(', ') : reason

export type RequestChanges = { isChanged: boolean; hasNewMessages: boolean; codeRevealed: boolean }

/**
 * The changes to the orders of requested refunds: whether the approval would fail, and whether the customer has written
 * or has opened what was delivered.
 */
export async function changesSinceRequest(
  requests: readonly RequestedRefund[],
): Promise<ReadonlyMap<RequestedRefund, RequestChanges>> {
  if (requests.length === 0) return new Map()
  const ids = requests.map(({ orderid }) => orderid)
  const orders = await OrderModel.find({ _id: { $in: ids } }, orderFacts).lean<
    (OrderFacts & Pick<OrderDoc, '_id'>)[]
  >()
  const byId = new Map(orders.map((order) => [order._id, order]))
  return new Map(requests.map((request) => [request, requestChanges(byId.get(request.orderid), request)]))
}

const orderFacts = {
  version: 1,
  'vault.deliveryId': 1,
  'vault.secrets.label': 1,
  'vault.secrets.revealedAt': 1,
  'ticket.status': 1,
  'ticket.messages.from': 1,
  redelivery: 1,
  partlyRefundedPaise: 1,
  'units.ref': 1,
  'units.state': 1,
  'units.attempt': 1,
  'units.supplierOrderId': 1,
} as const

function requestChanges(order: OrderFacts | undefined, request: RequestedRefund): RequestChanges {
  if (!order) return { isChanged: true, hasNewMessages: false, codeRevealed: false }
  return {
    isChanged: hasChangedSinceRequest(order, request),
    hasNewMessages: hasNewMessages(order, request),
    codeRevealed: isPartlyDelivered(order),
  }
}
