import { AppError } from '../../../platform/app-error.ts'
import { noTask, taskAt } from '../../../platform/due-tasks.ts'
import type { Caller } from '../../accounts/index.ts'
import type { Deps } from '../../deps.ts'
import { type IUnit, type PriceTerms, planUnits, priceTerms, purchaseCost } from '../../purchasing/index.ts'
import { requireAssignable } from '../board/assign-order.ts'
import { changeOrder } from '../change/change-order.ts'
import { publishOrder } from '../change/publish-order.ts'
import { staffAction, unchangedSinceRead } from '../change/staff-action.ts'
import { findOrder } from '../model/find-order.ts'
import { newOrder } from '../model/new-order.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { requireWithinLimit } from '../refund/refund-approval.ts'
import { noOpenPurchase } from '../rules/open-units.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'
import { paidUnits } from '../rules/redelivery-rules.ts'
import { refundablePaise } from '../rules/refund-amount.ts'
import { isTicketOpen, requireAllRead, resolution } from '../rules/ticket-rules.ts'
import { isRevealed } from '../rules/vault-view.ts'
import { type RedeliveryQuote, redeliveryQuote } from './redelivery-quote.ts'

type RedeliveryDeps = Pick<Deps, 'clock' | 'env' | 'suppliers' | 'log' | 'queues' | 'publisher'>

/**
 * `newId`: the id of the redelivery, the same for every try of the request. `units`: their refs; all if
 * omitted. `readCount`: the messages on the admin's screen. `codeRevealed`: the admin confirms that the
 * customer has opened what was delivered.
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
 * Resolves a ticket by a free redelivery: the resolution, the mark that the order is not refundable, and the
 * new order are one transaction. It gives away as much as a refund, so that the refund limits of one admin
 * apply.
 * @returns the original order afterwards
 * @throws not_found, ticket_closed, ticket_unread_messages, code_revealed, transition_not_allowed,
 * order_assigned, approval_required, order_changed, supplier_fields_changed
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
  const addToDayTotals = await requireWithinLimit(deps, admin, {
    order,
    amountPaise: refundablePaise(order),
    codeRevealed: isRevealed(order),
  })
  const quote = await redeliveryQuote(deps, order, units)
  requireRedeliverable(quote, units)
  const redelivery = newRedelivery(order, {
    orderid: newId,
    units: quote.units,
    terms: await priceTermsOf(deps, order, quote),
    at,
    adminId: admin.userId,
  })
  const after = await changeOrder(deps, order, {
    guard: {
      ...unchangedSinceRead(order),
      status: 'Completed',
      'ticket.status': 'open',
      redelivery: null,
      ...noOpenPurchase,
    },
    set: {
      ...resolution({ kind: 'redelivered', text, at }),
      redelivery: {
        orderid: newId,
        state: 'in_progress',
        at,
        text,
        endedAt: null,
        units: [...new Set(units ?? [])],
        delivered: 0,
        total: 0,
        isRevealed: false,
      },
    },
    push: { staffActions: staffAction(admin, order, { action: 'ticket_redeliver', at, reason: text }) },
    inSameTransaction: async (tx) => {
      await addToDayTotals(tx)
      await OrderModel.insertMany([redelivery], { session: tx })
    },
    due: { notify: at },
    actor: admin.userId,
  })
  if (!after) throw new AppError('order_changed')
  await publishOrder(deps, { after: redelivery, by: admin.userId })
  return after
}

function requireRedeliverable(
  { blockedReason, units }: RedeliveryQuote,
  refs: readonly string[] | undefined,
): void {
  if (blockedReason) throw new AppError('transition_not_allowed', { message: blockedReason })
  if (refs && new Set(refs).size !== units.length) {
    throw new AppError('transition_not_allowed', {
      field: 'units',
      message: 'One of these units was not found.',
    })
  }
}

/** Undefined for a manual delivery. */
async function priceTermsOf(
  deps: RedeliveryDeps,
  { delivery, item }: OrderDoc,
  { units }: RedeliveryQuote,
): Promise<PriceTerms | undefined> {
  const supplier = delivery === 'instant' ? deps.suppliers.forApiType(item.apiType) : undefined
  const ids = units.map(({ supplierItemId }) => supplierItemId)
  return supplier && priceTerms(deps, supplier, ids)
}

type NewRedelivery = {
  orderid: string
  units: readonly IUnit[]
  /** Undefined for a manual delivery. */
  terms: PriceTerms | undefined
  adminId: string
  at: Date
}

/**
 * Pure. The redelivery of an order: the same item for the same player, who is not checked again. It is free
 * and earns no points, so that no postings exist for it.
 */
function newRedelivery(original: OrderDoc, { orderid, units, terms, adminId, at }: NewRedelivery): OrderDoc {
  const { userId, customer, product, item, category, input1, input2, playerName } = original
  const paid = terms ? paidUnits(original).length : 0
  const order = newOrder({
    _id: orderid,
    at,
    userId,
    customer,
    product,
    item,
    category,
    input1,
    input2,
    playerName,
    paymentmode: 'wallet',
    pricePaise: 0,
    delivery: terms ? 'instant' : 'manual',
    units: terms ? unitsOf(orderid, units, terms) : [],
    points: { offered: 0, earned: 0, revoked: 0, late: 0, lateBonus: 0 },
  })
  return {
    ...order,
    redeliveryOf: original._id,
    ...(units.length < paid ? { unitsOfOriginal: paid } : {}),
    status: 'Processing',
    pendingReason: pendingReasonOf(terms ? 'in_progress' : 'manual', { since: at }),
    payment: null,
    processingAt: at,
    history: [{ version: 1, at, from: '', to: 'Processing', by: adminId, reason: '' }],
    due: {
      ...order.due,
      fulfil: terms ? taskAt(at) : noTask(),
      // The ticket's resolution notifies the customer of the redelivery; this task notifies only a long
      // delivery.
      notify: taskAt(at),
    },
  }
}

function unitsOf(orderid: string, units: readonly IUnit[], terms: PriceTerms): IUnit[] {
  const ids = units.map(({ supplierItemId }) => supplierItemId)
  return planUnits(orderid, ids, (id) => ({ ...purchaseCost(terms, id), fields: terms.fields }))
}
