import { randomBytes } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import { formatPaise } from '../../../contracts/money.ts'
import { mayAlone, type Officer } from '../../../contracts/permissions.ts'
import { AppError } from '../../../platform/app-error.ts'
import { alertOwners, type Caller, isOnlyOwner } from '../../accounts/index.ts'
import {
  AdminRequestModel,
  addToDayTotals,
  type DayLimits,
  type IAdminRequest,
  leftAlonePaise,
  openAt,
  openDayTotals,
  type RefundAsked,
  writeRequest,
} from '../../approvals/index.ts'
import type { Deps } from '../../deps.ts'
import { changeOrder } from '../change/change-order.ts'
import { unchangedSinceRead, staffAction } from '../change/order-decision.ts'
import type { PublishDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { hasMovedSince, unitsMark, writtenIn } from './moved-since.ts'

/** What a second person agrees to, and what closes the request in the transaction of the refund. */
export type Agreed = {
  askedBy: { userId: string; name: string }
  askedAt: Date
  amountPaise: number
  refund: RefundAsked
  close: (session: ClientSession) => Promise<void>
}

/** How a refund by hand may be meant: `ask` asks a second person for it, `agreed` is that person's answer. */
export type SecondPerson = { requestApproval?: true | undefined; agreed?: Agreed | undefined }

type LimitEnv = Pick<Deps['env'], 'REFUND_SECOND_ADMIN_ABOVE'> & DayLimits
type SecondDeps = PublishDeps & { env: LimitEnv }

/** Paise of one order that an admin may now give back by hand alone: the order's limit, and what is left of the day's. */
export async function refundAlonePaise(
  { env, clock }: Pick<SecondDeps, 'clock'> & { env: LimitEnv },
  admin: Caller,
): Promise<number> {
  return Math.min(orderLimitPaise(env, admin), await leftAlonePaise(env, admin, clock.now()))
}

/** Of their own order none, see `aloneOf`. */
function orderLimitPaise(env: LimitEnv, admin: Officer): number {
  return mayAlone(admin, 'board.move') ? env.REFUND_SECOND_ADMIN_ABOVE * 100 : 0
}

/** What somebody may still give back alone of this order: what was given back by hand before counts, the offer's share not. */
function aloneOf(env: LimitEnv, admin: Caller, { userId, staffActions }: OrderDoc): number {
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
export async function requireAlone(
  deps: Pick<SecondDeps, 'clock'> & { env: LimitEnv },
  admin: Caller,
  { order, amountPaise, codeRevealed }: { order: OrderDoc; amountPaise: number; codeRevealed: boolean },
): Promise<Alone> {
  const alonePaise = aloneOf(deps.env, admin, order)
  const isOpenedByTwo = codeRevealed && !(await isOnlyOwner(null, admin, deps.clock.now()))
  if (amountPaise <= alonePaise && !isOpenedByTwo) return countedAlone(deps, admin, { amountPaise, codeRevealed })
  if (isOpenedByTwo)
    throw new AppError('approval_required', { message: `${openedText} Ask for a refund. Nothing was sent.` })
  const above = alonePaise > 0 ? `Above ${formatPaise(alonePaise)}` : 'Here'
  const message = `${above} it takes two: ask for a refund, to which a second person agrees. Nothing was sent.`
  throw new AppError('approval_required', { message })
}

type HandRefund = SecondPerson & {
  admin: Caller
  amountPaise: number
  reason: string
  refund: Pick<RefundAsked, 'unit' | 'attempt' | 'codeRevealed' | 'resolvesTicket' | 'override'>
}

/**
 * Holds a refund by hand to the rule of two: up to the limit it is made alone, above it only as somebody else's answer
 * to who asked for it.
 * @returns `asked`, the order, where the refund was asked for and is not to be made now; else `also`, which the
 * transaction of the refund carries out: it adds a refund that is made alone to the day's totals
 * @throws approval_required, approval_pending, order_changed
 */
export async function heldToTwo(
  deps: SecondDeps,
  order: OrderDoc,
  { requestApproval, agreed, admin, amountPaise, ...asked }: HandRefund,
): Promise<{ asked?: OrderDoc; inSameTransaction?: Alone }> {
  if (agreed) {
    if ([agreed.askedBy.userId, String(order.userId)].includes(admin.userId))
      throw new AppError('own_approval')
    if (agreed.amountPaise !== amountPaise || hasMovedSince(order, agreed.refund)) {
      throw new AppError('order_changed')
    }
    return { inSameTransaction: agreed.close }
  }
  if (requestApproval) return { asked: await askForRefund(deps, order, { admin, amountPaise, ...asked }) }
  const alonePaise = aloneOf(deps.env, admin, order)
  const { codeRevealed } = asked.refund
  if (codeRevealed && !(await isOnlyOwner(null, admin, deps.clock.now()))) {
    const message = `${openedText} Nothing was refunded: ask for approval.`
    throw new AppError('approval_required', { message })
  }
  if (amountPaise <= alonePaise) return { inSameTransaction: await countedAlone(deps, admin, { amountPaise, codeRevealed }) }
  throw new AppError('approval_required', {
    message: `${alonePaise > 0 ? `Above ${formatPaise(alonePaise)} a` : 'A'} second person has to agree. Nothing was refunded: ask for approval.`,
  })
}

const openedText = 'The customer has, or has opened, what was delivered: a second person has to agree.'

type Alone = (session: ClientSession) => Promise<void>

/** @throws approval_required in the transaction, where a total of the day would be exceeded */
async function countedAlone(
  { env, clock }: Pick<SecondDeps, 'clock'> & { env: LimitEnv },
  admin: Caller,
  { amountPaise, codeRevealed }: { amountPaise: number; codeRevealed: boolean },
): Promise<Alone> {
  const at = clock.now()
  await openDayTotals(env, admin, at)
  return async (session) => {
    const limitPaise = await addToDayTotals(session, env, { admin, amountPaise, at })
    if (limitPaise !== undefined) {
      const message = `More than ${formatPaise(limitPaise)} would have been moved by hand today. A second person has to agree. Nothing was changed: ask for approval.`
      throw new AppError('approval_required', { message })
    }
    if (codeRevealed) {
      const sentence = `${admin.name} alone has given back ${formatPaise(amountPaise)} for what its customer has or has opened.`
      await alertOwners(session, { subject: 'An opened code was refunded by one person', sentence }, at)
    }
  }
}

/**
 * One request for an order at a time: who asks for the same again has the one there is, and who asks for something else
 * takes that back. Somebody else's stands in the way for as long as it can be agreed to.
 */
async function askForRefund(
  deps: SecondDeps,
  order: OrderDoc,
  { admin, amountPaise, reason, refund }: Omit<HandRefund, keyof SecondPerson>,
): Promise<OrderDoc> {
  const at = deps.clock.now()
  const open = await AdminRequestModel.findOne({ ...openAt(at), 'refund.orderid': order._id }).lean()
  const asked = {
    ...{ ...refund, orderid: order._id, itemname: order.item.name },
    ...{ version: order.version, units: unitsMark(order), written: writtenIn(order) },
  }
  const isOwn = open?.askedBy.userId === admin.userId
  if (isOwn && isSame(open, { amountPaise, refund: asked })) return order
  if (open?.refund && !isOwn && !hasMovedSince(order, open.refund)) {
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
      staffActions: staffAction(admin, order, { action: 'request_refund', at, reason, ...(unit ? { unit } : {}) }),
    },
    inSameTransaction: (session) => writeRequest(session, admin, request),
    actor: admin.userId,
  })
  if (!after) throw new AppError('order_changed')
  return after
}

type Asking = Pick<IAdminRequest, 'amountPaise' | 'refund'>

/** Whether two ask for the same of the same order, in other words perhaps. */
const isSame = (one: Asking, other: Asking): boolean =>
  one.amountPaise === other.amountPaise &&
  sameFields.every((field) => one.refund?.[field] === other.refund?.[field])
const sameFields = ['version', 'units', 'written', 'unit', 'attempt', 'codeRevealed', 'resolvesTicket'] as const

/** The reason of a decision that two have made. */
export const agreedReason = (reason: string | undefined, { agreed }: SecondPerson): string | undefined =>
  agreed ? [reason, `asked by ${agreed.askedBy.name}`].filter(Boolean).join(', ') : reason
