import { randomBytes } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import { formatPaise } from '../../../contracts/money.ts'
import { mayAlone, type Officer } from '../../../contracts/permissions.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import {
  AdminRequestModel,
  type IAdminRequest,
  openAt,
  type RefundAsked,
  writeRequest,
} from '../../approvals/index.ts'
import type { Deps } from '../../deps.ts'
import { changeOrder } from '../change/change-order.ts'
import { asRead, decisionBy } from '../change/order-decision.ts'
import type { TellDeps } from '../change/tell-order.ts'
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
export type SecondPerson = { ask?: true | undefined; agreed?: Agreed | undefined }

type SecondDeps = TellDeps & { env: Pick<Deps['env'], 'REFUND_SECOND_ADMIN_ABOVE'> }

/** Paise of one order that somebody may give back by hand alone; of their own order none, see `aloneOf`. */
export function refundAlonePaise(env: SecondDeps['env'], admin: Officer): number {
  return mayAlone(admin, 'board.move') ? env.REFUND_SECOND_ADMIN_ABOVE * 100 : 0
}

/** What somebody may still give back alone of this order: what was given back by hand before counts, the offer's share not. */
function aloneOf(env: SecondDeps['env'], admin: Caller, { userId, decisions }: OrderDoc): number {
  if (String(userId) === admin.userId) return 0
  const before = decisions.filter(({ what }) => what === 'refund_share')
  const beforePaise = before.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  return Math.max(0, refundAlonePaise(env, admin) - beforePaise)
}

/**
 * Holds what gives an order's worth away without a refund to the same limit; nobody is asked to agree to it.
 * @throws request_needed
 */
export function requireAlone(
  env: SecondDeps['env'],
  admin: Caller,
  { order, amountPaise }: { order: OrderDoc; amountPaise: number },
): void {
  const alonePaise = aloneOf(env, admin, order)
  if (amountPaise <= alonePaise) return
  const above = alonePaise > 0 ? `Above ${formatPaise(alonePaise)}` : 'Here'
  const message = `${above} it takes two: ask for a refund, to which a second person agrees. Nothing was sent.`
  throw new AppError('request_needed', { message })
}

type HandRefund = SecondPerson & {
  admin: Caller
  amountPaise: number
  reason: string
  refund: Pick<RefundAsked, 'unit' | 'attempt' | 'codeSeen' | 'answersTicket' | 'override'>
}

/**
 * Holds a refund by hand to the rule of two: up to the limit it is made alone, above it only as somebody else's answer
 * to who asked for it.
 * @returns the order, where the refund was asked for and is not to be made now
 * @throws request_needed, request_exists, order_moved_on
 */
export async function heldToTwo(
  deps: SecondDeps,
  order: OrderDoc,
  { ask, agreed, admin, amountPaise, ...asked }: HandRefund,
): Promise<OrderDoc | undefined> {
  if (agreed) {
    if ([agreed.askedBy.userId, String(order.userId)].includes(admin.userId))
      throw new AppError('own_request')
    if (agreed.amountPaise !== amountPaise || hasMovedSince(order, agreed.refund)) {
      throw new AppError('order_moved_on')
    }
    return undefined
  }
  if (ask) return askForRefund(deps, order, { admin, amountPaise, ...asked })
  const alonePaise = aloneOf(deps.env, admin, order)
  if (amountPaise <= alonePaise) return undefined
  throw new AppError('request_needed', {
    message: `${alonePaise > 0 ? `Above ${formatPaise(alonePaise)} a` : 'A'} second person has to agree. Nothing was refunded: ask for approval.`,
  })
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
    throw new AppError('request_exists', { message })
  }
  const unit = order.units.find(({ ref }) => ref === refund.unit)
  const request = {
    ...{ _id: `RR${randomBytes(8).toString('hex')}`, kind: 'refund' as const, amountPaise, reason, at },
    ...{ userId: String(order.userId), refund: asked, insteadOf: open?._id },
  }
  const after = await changeOrder(deps, order, {
    guard: { ...asRead(order), status: order.status },
    push: {
      decisions: decisionBy(admin, order, { what: 'ask_refund', at, reason, ...(unit ? { unit } : {}) }),
    },
    also: (session) => writeRequest(session, admin, request),
    actor: admin.userId,
  })
  if (!after) throw new AppError('order_moved_on')
  return after
}

type Asking = Pick<IAdminRequest, 'amountPaise' | 'refund'>

/** Whether two ask for the same of the same order, in other words perhaps. */
const isSame = (one: Asking, other: Asking): boolean =>
  one.amountPaise === other.amountPaise &&
  sameFields.every((field) => one.refund?.[field] === other.refund?.[field])
const sameFields = ['version', 'units', 'written', 'unit', 'attempt', 'codeSeen', 'answersTicket'] as const

/** The reason of a decision that two have made. */
export const agreedReason = (reason: string | undefined, { agreed }: SecondPerson): string | undefined =>
  agreed ? [reason, `asked by ${agreed.askedBy.name}`].filter(Boolean).join(', ') : reason
