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

type Now = Pick<OrderDoc, 'version' | 'units' | 'partlyRefundedPaise' | 'ticket' | 'vault' | 'redelivery'>

/** Tells how far an order's packs are from how far they were: 16 letters, another whenever one was bought or answered. */
function unitsDigest({ units }: Pick<OrderDoc, 'units'>): string {
  const facts = units.map(({ ref, state, attempt, supplierOrderId }) => [
    ref,
    state,
    attempt,
    supplierOrderId,
  ])
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)
}

/** So many messages its customer has messageCount about it, also of what was answered since. */
const messageCount = ({ ticket }: Pick<OrderDoc, 'ticket'>): number =>
  ticket ? messagesOf(ticket).filter(({ from }) => from === 'customer').length : 0

/** Whether its customer has messageCount since a refund was asked for: perhaps that it came. */
const hasNewMessages = (
  order: Pick<OrderDoc, 'ticket'>,
  asked: Pick<RequestedRefund, 'messageCount'>,
): boolean => messageCount(order) !== (asked.messageCount ?? 0)

/** Whether an order is another one than the refund was asked for, so that agreeing has to be refused. */
const hasChangedSinceRequest = (
  order: Now,
  asked: Pick<
    RequestedRefund,
    'version' | 'units' | 'unit' | 'resolvesTicket' | 'codeRevealed' | 'messageCount'
  >,
): boolean =>
  order.version !== asked.version ||
  unitsDigest(order) !== asked.units ||
  hasNewMessages(order, asked) ||
  (asked.resolvesTicket && !isTicketOpen(order)) ||
  (asked.unit === '' && isPartlyDelivered(order) && !asked.codeRevealed)

/** What a second person agrees to, and what closes the request in the transaction of the refund. */
type Approved = {
  askedBy: { userId: string; name: string }
  askedAt: Date
  amountPaise: number
  refund: RequestedRefund
  close: (tx: ClientSession) => Promise<void>
}

/** How a refund by hand may be meant: `ask` asks a second person for it, `approved` is that person's answer. */
export type ApprovalInput = { requestApproval?: true | undefined; approved?: Approved | undefined }

type LimitEnv = Pick<Deps['env'], 'REFUND_APPROVAL_ABOVE'> & DayLimits
type ApprovalDeps = PublishDeps & { env: LimitEnv }

/** Paise of one order that an admin may now give back by hand alone: the order's limit, and what is left of the day's. */
export async function refundLimitPaise(
  { env, clock }: Pick<ApprovalDeps, 'clock'> & { env: LimitEnv },
  admin: Caller,
): Promise<number> {
  return Math.min(orderLimitPaise(env, admin), await remainingDayLimitPaise(env, admin, clock.now()))
}

/** Of their own order none, see `remainingLimitPaise`. */
function orderLimitPaise(env: LimitEnv, admin: StaffMember): number {
  return isAllowed(admin, 'orders.decide') ? env.REFUND_APPROVAL_ABOVE * 100 : 0
}

/** What somebody may still give back alone of this order: what was given back by hand before counts, the offer's share not. */
function remainingLimitPaise(env: LimitEnv, admin: Caller, { userId, staffActions }: OrderDoc): number {
  if (String(userId) === admin.userId) return 0
  const before = staffActions.filter(({ action }) => action === 'refund_partly')
  const beforePaise = before.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  return Math.max(0, orderLimitPaise(env, admin) - beforePaise)
}

/**
 * Holds what gives an order's worth away without a refund to the same limits. Beyond them it is refused, and not asked for.
 * @returns what adds it to the day's totals, in the transaction that gives it away
 * @throws approval_required
 */
export async function requireWithinLimit(
  deps: Pick<ApprovalDeps, 'clock'> & { env: LimitEnv },
  admin: Caller,
  { order, amountPaise, codeRevealed }: { order: OrderDoc; amountPaise: number; codeRevealed: boolean },
): Promise<CountRefund> {
  const remainingPaise = remainingLimitPaise(deps.env, admin, order)
  const isOpenedByTwo = codeRevealed && !(await isOnlyOwner(null, admin, deps.clock.now()))
  if (amountPaise <= remainingPaise && !isOpenedByTwo)
    return countWithinLimit(deps, admin, { amountPaise, codeRevealed })
  if (isOpenedByTwo)
    throw new AppError('approval_required', { message: `${openedText} Ask for a refund. Nothing was sent.` })
  const above = remainingPaise > 0 ? `Above ${formatPaise(remainingPaise)}` : 'Here'
  const message = `${above} it takes two: ask for a refund, to which a second person agrees. Nothing was sent.`
  throw new AppError('approval_required', { message })
}

type HandRefund = ApprovalInput & {
  admin: Caller
  amountPaise: number
  reason: string
  refund: Pick<RequestedRefund, 'unit' | 'attempt' | 'codeRevealed' | 'resolvesTicket' | 'override'>
}

/**
 * Holds a refund by hand to the rule of two: up to the limit it is made alone, above it only as somebody else's answer
 * to who asked for it.
 * @returns `asked`, the order, where the refund was asked for and is not to be made now; else `also`, which the
 * transaction of the refund carries out: it adds a refund that is made alone to the day's totals
 * @throws approval_required, approval_pending, order_changed
 */
export async function requireApproval(
  deps: ApprovalDeps,
  order: OrderDoc,
  { requestApproval, approved, admin, amountPaise, ...asked }: HandRefund,
): Promise<{ asked?: OrderDoc; inSameTransaction?: CountRefund }> {
  if (approved) {
    if ([approved.askedBy.userId, String(order.userId)].includes(admin.userId))
      throw new AppError('own_approval')
    if (approved.amountPaise !== amountPaise || hasChangedSinceRequest(order, approved.refund)) {
      throw new AppError('order_changed')
    }
    return { inSameTransaction: approved.close }
  }
  if (requestApproval) return { asked: await askForRefund(deps, order, { admin, amountPaise, ...asked }) }
  const remainingPaise = remainingLimitPaise(deps.env, admin, order)
  const { codeRevealed } = asked.refund
  if (codeRevealed && !(await isOnlyOwner(null, admin, deps.clock.now()))) {
    const message = `${openedText} Nothing was refunded: ask for approval.`
    throw new AppError('approval_required', { message })
  }
  if (amountPaise <= remainingPaise)
    return { inSameTransaction: await countWithinLimit(deps, admin, { amountPaise, codeRevealed }) }
  throw new AppError('approval_required', {
    message: `${remainingPaise > 0 ? `Above ${formatPaise(remainingPaise)} a` : 'A'} second person has to agree. Nothing was refunded: ask for approval.`,
  })
}

const openedText = 'The customer has, or has opened, what was delivered: a second person has to agree.'

type CountRefund = (tx: ClientSession) => Promise<void>

/** @throws approval_required in the transaction, where a total of the day would be exceeded */
async function countWithinLimit(
  { env, clock }: Pick<ApprovalDeps, 'clock'> & { env: LimitEnv },
  admin: Caller,
  { amountPaise, codeRevealed }: { amountPaise: number; codeRevealed: boolean },
): Promise<CountRefund> {
  const at = clock.now()
  await createDayTotals(env, admin, at)
  return async (tx) => {
    const limitPaise = await addToDayTotals(tx, env, { admin, amountPaise, at })
    if (limitPaise !== undefined) {
      const message = `More than ${formatPaise(limitPaise)} would have been moved by hand today. A second person has to agree. Nothing was changed: ask for approval.`
      throw new AppError('approval_required', { message })
    }
    if (codeRevealed) {
      const sentence = `${admin.name} alone has given back ${formatPaise(amountPaise)} for what its customer has or has opened.`
      await alertOwners(tx, { subject: 'An opened code was refunded by one person', sentence }, at)
    }
  }
}

/**
 * One request for an order at a time: who asks for the same again has the one there is, and who asks for something else
 * takes that back. Somebody else's stands in the way for as long as it can be approved to.
 */
async function askForRefund(
  deps: ApprovalDeps,
  order: OrderDoc,
  { admin, amountPaise, reason, refund }: Omit<HandRefund, keyof ApprovalInput>,
): Promise<OrderDoc> {
  const at = deps.clock.now()
  const open = await ApprovalRequestModel.findOne({ ...isOpenAt(at), 'refund.orderid': order._id }).lean()
  const asked = {
    ...{ ...refund, orderid: order._id, itemname: order.item.name },
    ...{ version: order.version, units: unitsDigest(order), messageCount: messageCount(order) },
  }
  const isOwn = open?.askedBy.userId === admin.userId
  if (isOwn && isSame(open, { amountPaise, refund: asked })) return order
  if (open?.refund && !isOwn && !hasChangedSinceRequest(order, open.refund)) {
    const message = `${open.askedBy.name} has asked for this refund already. Nothing was changed.`
    throw new AppError('approval_pending', { message })
  }
  const unit = order.units.find(({ ref }) => ref === refund.unit)
  const request = {
    ...{ _id: `RR${randomBytes(8).toString('hex')}`, kind: 'refund' as const, amountPaise, reason, at },
    ...{ userId: String(order.userId), refund: asked, insteadOf: open?._id },
  }
  const after = await changeOrder(deps, order, {
    guard: { ...unchangedSinceRead(order), status: order.status },
    push: {
      staffActions: staffAction(admin, order, {
        action: 'request_refund',
        at,
        reason,
        ...(unit ? { unit } : {}),
      }),
    },
    inSameTransaction: (tx) => createApprovalRequest(tx, admin, request),
    actor: admin.userId,
  })
  if (!after) throw new AppError('order_changed')
  return after
}

type Asking = Pick<IApprovalRequest, 'amountPaise' | 'refund'>

/** Whether two ask for the same of the same order, in other words perhaps. */
const isSame = (one: Asking, other: Asking): boolean =>
  one.amountPaise === other.amountPaise &&
  sameFields.every((field) => one.refund?.[field] === other.refund?.[field])
const sameFields = [
  'version',
  'units',
  'messageCount',
  'unit',
  'attempt',
  'codeRevealed',
  'resolvesTicket',
] as const

/** The reason of a decision that two have made. */
export const approvalReason = (
  reason: string | undefined,
  { approved }: ApprovalInput,
): string | undefined =>
  approved ? [reason, `asked by ${approved.askedBy.name}`].filter(Boolean).join(', ') : reason

export type RequestChanges = { isChanged: boolean; hasNewMessages: boolean; codeRevealed: boolean }

const fields = {
  ...{
    version: 1,
    'vault.deliveryId': 1,
    'vault.secrets.label': 1,
    'vault.secrets.revealedAt': 1,
    'ticket.status': 1,
  },
  ...{ 'ticket.messages.from': 1, redelivery: 1, partlyRefundedPaise: 1 },
  ...{ 'units.ref': 1, 'units.state': 1, 'units.attempt': 1, 'units.supplierOrderId': 1 },
} as const

/**
 * What became of the orders of refunds that were asked for: whether agreeing will be refused, and whether
 * the customer has opened what was delivered.
 */
export async function changesSinceRequest(
  asked: readonly RequestedRefund[],
): Promise<ReadonlyMap<RequestedRefund, RequestChanges>> {
  if (asked.length === 0) return new Map()
  const orders = await OrderModel.find({ _id: { $in: asked.map(({ orderid }) => orderid) } }, fields).lean<
    Pick<OrderDoc, '_id' | 'version' | 'units' | 'partlyRefundedPaise' | 'ticket' | 'vault' | 'redelivery'>[]
  >()
  const byId = new Map(orders.map((order) => [order._id, order]))
  return new Map(
    asked.map((refund) => {
      const order = byId.get(refund.orderid)
      const isChanged = !order || hasChangedSinceRequest(order, refund)
      const hasMessages = order !== undefined && hasNewMessages(order, refund)
      return [
        refund,
        {
          isChanged,
          hasNewMessages: hasMessages,
          codeRevealed: order !== undefined && isPartlyDelivered(order),
        },
      ]
    }),
  )
}
