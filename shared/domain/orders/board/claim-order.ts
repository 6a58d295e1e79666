import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import { changeOrder } from '../change/change-order.ts'
import type { Edit } from '../change/edit-order.ts'
import { asRead, decisionBy } from '../change/order-decision.ts'
import type { TellDeps } from '../change/tell-order.ts'
import { isRefundAsked } from '../offer/offer-rules.ts'
import type { OrderDoc } from '../order-model.ts'
import { isTicketOpen } from '../ticket/answered.ts'
import { findOrder } from '../views/find-orders.ts'
import { requireNotClosing } from './closing.ts'

export const claimMs = 5 * 60_000

/** An admin holds an order for five minutes at a time. */
export function heldByAnother(order: OrderDoc, adminId: string, now: Date): boolean {
  return order.claim !== null && order.claim.until > now && order.claim.adminId !== adminId
}

/** Nobody but these has the order. @throws order_claimed */
export function requireFree(order: OrderDoc, now: Date, ...admins: readonly (string | undefined)[]): void {
  const who = admins.filter((id) => id !== undefined)
  if (!who.every((id) => heldByAnother(order, id, now))) return
  throw new AppError('order_claimed', { message: claimSentence(order, now) })
}

/** `Imran has this order, claimed 40 seconds ago. Nothing was changed.` */
export function claimSentence(order: OrderDoc, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - (order.claim?.since.getTime() ?? 0)) / 1_000))
  const ago = seconds < 90 ? count(seconds, 'second') : count(Math.round(seconds / 60), 'minute')
  return `${order.claim?.name} has this order, claimed ${ago} ago. Nothing was changed.`
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

/** `of`: what a claim is for. Who answers reports takes nothing from the board. */
type ClaimRequest = {
  orderid: string
  action: 'claim' | 'take_over' | 'release'
  of?: 'board' | 'ticket'
}

/** The order may change under each try: more than so many changes in a row are somebody's mistake. */
const maxTries = 10

/**
 * Claims, renews, takes over or lets go of an order on the board, or of one whose report waits for an answer. Letting go of what one does not hold changes
 * nothing.
 * @throws not_found, order_claimed, order_moved_on when it has left the board, ticket_closed
 */
export async function claimOrder(deps: TellDeps, admin: Caller, request: ClaimRequest): Promise<OrderDoc> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const now = deps.clock.now()
    const order = await findOrder(request.orderid, admin)
    const isMine = holds(order, admin, now)
    requireClaimable(order, admin, { ...request, isMine, now })
    if (request.action === 'release' && !isMine) return order
    const renews = isMine && request.action !== 'release'
    const edit = renews ? renewal(order, admin, now) : claimEdit(order, admin, { ...request, now })
    const after = await changeOrder(deps, order, edit)
    if (after) return after
  }
  throw new AppError('order_moved_on')
}

function requireClaimable(
  order: OrderDoc,
  admin: Caller,
  { action, of, isMine, now }: ClaimRequest & { isMine: boolean; now: Date },
): void {
  if (of === 'ticket' && !isTicketOpen(order)) throw new AppError('ticket_closed')
  if (of !== 'ticket' && order.status !== 'Processing') throw new AppError('order_moved_on')
  if (action !== 'take_over') requireFree(order, now, admin.userId)
  if (!(isMine && action === 'claim')) requireNotClosing(order)
}

const holds = ({ claim }: OrderDoc, admin: Caller, now: Date) =>
  claim !== null && claim.adminId === admin.userId && claim.until > now

const untilAfter = (now: Date) => new Date(now.getTime() + claimMs)

/** Five more minutes of what one has already: no decision, so no row. */
const renewal = (order: OrderDoc, admin: Caller, now: Date): Edit => ({
  guard: { status: order.status, 'claim.adminId': admin.userId, 'claim.until': { $gt: now } },
  set: { 'claim.until': untilAfter(now) },
})

type Claiming = Pick<ClaimRequest, 'action'> & { now: Date }

/** Changes the holder of exactly the order that was read, and says so in its decisions. */
export function claimEdit(order: OrderDoc, admin: Caller, { action, now }: Claiming): Edit {
  const isTaken = heldByAnother(order, admin.userId, now)
  const what = action === 'release' ? 'release' : isTaken ? 'take_over' : 'claim'
  const mine = { adminId: admin.userId, name: admin.name, since: now, until: untilAfter(now) }
  return {
    guard: { status: order.status, ...asRead(order) },
    set: { claim: what === 'release' ? null : mine },
    push: { decisions: decisionBy(admin, order, { what, at: now }) },
    // Nobody has it in hand any more: the refund that its customer waits for can be made.
    ...(what === 'release' && order.delivery === 'by_hand' && isRefundAsked(order)
      ? { due: { fulfil: now } }
      : {}),
  }
}
