import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import type { Deps } from '../../deps.ts'
import { type PriceTerms, priceTerms } from '../../supply/index.ts'
import { requireAssignable } from '../board/claim-order.ts'
import { noOpenPurchase } from '../board/no-open-call.ts'
import { changeOrder } from '../change/change-order.ts'
import { unchangedSinceRead, staffAction } from '../change/order-decision.ts'
import { publishOrder } from '../change/tell-order.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { refundablePaise } from '../refund/refund-sum.ts'
import { requireWithinLimit } from '../refund/second-person.ts'
import { resolution, isTicketOpen, requireAllRead } from '../ticket/answered.ts'
import { isRevealed } from '../vault/vault-lines.ts'
import { findOrder } from '../views/find-orders.ts'
import { newRedelivery } from './redelivery-order.ts'
import { type RedeliveryQuote, redeliveryQuote } from './redelivery-terms.ts'

type RedeliveryDeps = Pick<Deps, 'clock' | 'env' | 'suppliers' | 'log' | 'queues' | 'publisher'>

/**
 * `newId`: the order to make, the same for every try of the same request. `units`: their refs; all without. `seen`: so
 * many messages stood on the screen. `codeRevealed`: the admin knows that its customer has opened what was delivered.
 */
type RedeliveryInput = {
  orderid: string
  newId: string
  text: string
  readCount: number
  units?: readonly string[] | undefined
  codeRevealed?: true | undefined
}

/**
 * Answers a report by sending the order again: the answer, the mark that keeps its price with us, and the new order are
 * one transaction. It gives away what a refund gives back, so who may not refund that much alone may not do this either.
 * @returns the first order afterwards
 * @throws not_found, ticket_closed, ticket_unread_messages, code_revealed, transition_not_allowed, order_assigned, approval_required, order_changed, supplier_fields_changed
 */
export async function redeliverOrder(
  deps: RedeliveryDeps,
  admin: Caller,
  { orderid, newId, text, readCount, units, codeRevealed }: RedeliveryInput,
): Promise<OrderDoc> {
  const order = await findOrder(orderid, admin)
  if (order.redelivery?.orderid === newId) return order
  if (!isTicketOpen(order)) throw new AppError('ticket_closed')
  requireAllRead(order.ticket, readCount)
  if (isRevealed(order) && !codeRevealed) throw new AppError('code_revealed')
  const at = deps.clock.now()
  requireAssignable(order, at, admin.userId)
  const counted = await requireWithinLimit(deps, admin, {
    ...{ order, amountPaise: refundablePaise(order), codeRevealed: isRevealed(order) },
  })
  const terms = await redeliveryQuote(deps, order, units)
  requirePossible(terms, units)
  const fresh = newRedelivery(order, {
    ...{ orderid: newId, units: terms.units, terms: await priceTermsOf(deps, order, terms), at },
    adminId: admin.userId,
  })
  const after = await changeOrder(deps, order, {
    guard: {
      ...{ ...unchangedSinceRead(order), status: 'Completed', 'ticket.status': 'open', redelivery: null },
      ...noOpenPurchase,
    },
    set: {
      ...resolution({ kind: 'redelivered', text, at }),
      redelivery: {
        ...{ orderid: newId, state: 'in_progress', at, text, endedAt: null },
        ...{ units: [...new Set(units ?? [])], delivered: 0, total: 0, isRevealed: false },
      },
    },
    push: { staffActions: staffAction(admin, order, { action: 'ticket_redeliver', at, reason: text }) },
    inSameTransaction: async (tx) => {
      await counted(tx)
      await OrderModel.insertMany([fresh], { session: tx })
    },
    due: { notify: at },
    actor: admin.userId,
  })
  if (!after) throw new AppError('order_changed')
  await publishOrder(deps, { after: fresh, by: admin.userId })
  return after
}

function requirePossible({ blockedReason, units }: RedeliveryQuote, asked: readonly string[] | undefined): void {
  if (blockedReason) throw new AppError('transition_not_allowed', { message: blockedReason })
  if (asked && new Set(asked).size !== units.length) {
    throw new AppError('transition_not_allowed', { field: 'units', message: 'One of these packs is not there.' })
  }
}

/** Undefined for what a person delivers. */
async function priceTermsOf(
  deps: RedeliveryDeps,
  { delivery, item }: OrderDoc,
  { units }: RedeliveryQuote,
): Promise<PriceTerms | undefined> {
  const supplier = delivery === 'instant' ? deps.suppliers.forApiType(item.apiType) : undefined
  const ids = units.map(({ supplierItemId }) => supplierItemId)
  return supplier && priceTerms(deps, supplier, ids)
}
