import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import type { Deps } from '../../deps.ts'
import { type PriceTerms, priceTerms } from '../../supply/index.ts'
import { requireFree } from '../board/claim-order.ts'
import { noOpenCall } from '../board/no-open-call.ts'
import { changeOrder } from '../change/change-order.ts'
import { asRead, decisionBy } from '../change/order-decision.ts'
import { tellOrder } from '../change/tell-order.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { leftPaise } from '../refund/refund-sum.ts'
import { requireAlone } from '../refund/second-person.ts'
import { answered, isTicketOpen, requireRead } from '../ticket/answered.ts'
import { wasSeen } from '../vault/vault-lines.ts'
import { findOrder } from '../views/find-orders.ts'
import { redeliveryOrder } from './redelivery-order.ts'
import { type Terms, termsOf } from './redelivery-terms.ts'

type AgainDeps = Pick<Deps, 'clock' | 'env' | 'suppliers' | 'log' | 'queues' | 'publisher'>

/**
 * `newId`: the order to make, the same for every try of the same request. `packs`: their refs; all without. `seen`: so
 * many messages stood on the screen. `codeSeen`: the admin knows that its customer has opened what was delivered.
 */
type Again = {
  orderid: string
  newId: string
  text: string
  seen: number
  packs?: readonly string[] | undefined
  codeSeen?: true | undefined
}

/**
 * Answers a report by sending the order again: the answer, the mark that keeps its price with us, and the new order are
 * one transaction. It gives away what a refund gives back, so who may not refund that much alone may not do this either.
 * @returns the first order afterwards
 * @throws not_found, ticket_closed, ticket_unread, order_code_seen, order_not_movable, order_claimed, request_needed, order_moved_on, supplier_fields_changed
 */
export async function deliverAgain(
  deps: AgainDeps,
  admin: Caller,
  { orderid, newId, text, seen, packs, codeSeen }: Again,
): Promise<OrderDoc> {
  const order = await findOrder(orderid, admin)
  if (order.redelivery?.orderid === newId) return order
  if (!isTicketOpen(order)) throw new AppError('ticket_closed')
  requireRead(order.ticket, seen)
  if (wasSeen(order) && !codeSeen) throw new AppError('order_code_seen')
  const at = deps.clock.now()
  requireFree(order, at, admin.userId)
  const counted = await requireAlone(deps, admin, {
    ...{ order, amountPaise: leftPaise(order), codeSeen: wasSeen(order) },
  })
  const terms = await termsOf(deps, order, packs)
  requirePossible(terms, packs)
  const fresh = redeliveryOrder(order, {
    ...{ orderid: newId, packs: terms.packs, terms: await priceTermsOf(deps, order, terms), at },
    adminId: admin.userId,
  })
  const after = await changeOrder(deps, order, {
    guard: {
      ...{ ...asRead(order), status: 'Completed', 'ticket.status': 'open', redelivery: null },
      ...noOpenCall,
    },
    set: {
      ...answered({ kind: 'again', text, at }),
      redelivery: {
        ...{ orderid: newId, state: 'under_way', at, text, endedAt: null },
        ...{ packs: [...new Set(packs ?? [])], delivered: 0, total: 0, wasOpened: false },
      },
    },
    push: { decisions: decisionBy(admin, order, { what: 'ticket_again', at, reason: text }) },
    also: async (session) => {
      await counted(session)
      await OrderModel.insertMany([fresh], { session })
    },
    due: { notify: at },
    actor: admin.userId,
  })
  if (!after) throw new AppError('order_moved_on')
  await tellOrder(deps, { after: fresh, by: admin.userId })
  return after
}

function requirePossible({ whyNot, packs }: Terms, asked: readonly string[] | undefined): void {
  if (whyNot) throw new AppError('order_not_movable', { message: whyNot })
  if (asked && new Set(asked).size !== packs.length) {
    throw new AppError('order_not_movable', { field: 'packs', message: 'One of these packs is not there.' })
  }
}

/** Undefined for what a person delivers. */
async function priceTermsOf(
  deps: AgainDeps,
  { delivery, item }: OrderDoc,
  { packs }: Terms,
): Promise<PriceTerms | undefined> {
  const supplier = delivery === 'instant' ? deps.suppliers.forApiType(item.apiType) : undefined
  const ids = packs.map(({ supplierItemId }) => supplierItemId)
  return supplier && priceTerms(deps, supplier, ids)
}
