import { toRupees } from '../../contracts/money.ts'
import type { OrderDetailsResult, OrderPayment } from '../../contracts/order-details.ts'
import { isAllowed, type StaffMember } from '../../contracts/permissions.ts'
import { findUser } from '../accounts/index.ts'
import { auditTarget, type RecordedView, recordView, viewsOf } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { boardViewFor, customerTotals, findOrder, notesView, type OrderDoc } from '../orders/index.ts'
import { listVendorCalls } from '../vendor-calls/index.ts'
import { walletBalancePaise } from '../wallet/index.ts'
import { orderStatement } from './order-statement.ts'

type DetailsDeps = Pick<Deps, 'clock' | 'vendorCalls'>

/** An admin, or an operator. */
type DetailsViewer = StaffMember & { userId: string; name: string }

/**
 * All details of an order. The view is audited before they are returned.
 * @throws AppError `not_found`
 */
export async function orderDetails(
  deps: DetailsDeps,
  admin: DetailsViewer,
  orderid: string,
): Promise<OrderDetailsResult> {
  await findOrder(orderid, admin)
  const view: RecordedView = { target: auditTarget.order(orderid), action: 'order.view' }
  await recordView(deps.clock, { userId: admin.userId, name: admin.name }, view)
  return { ...(await orderDetailsWithoutView(deps, admin, orderid)), views: await viewsForPage(view) }
}

/** The same without recording a view. */
export async function orderDetailsWithoutView(
  deps: DetailsDeps,
  admin: DetailsViewer,
  orderid: string,
): Promise<Omit<OrderDetailsResult, 'views'>> {
  await deps.vendorCalls.write()
  const maySeeMoney = isAllowed(admin, 'wallet.view')
  const [vendorCalls, statement] = await Promise.all([
    listVendorCalls(orderid),
    maySeeMoney ? orderStatement(orderid) : null,
  ])
  // Read last: a client that receives a newer revision asks again.
  const order = await findOrder(orderid, admin)
  return {
    order: boardViewFor(admin, order, deps.clock.now()),
    payment: maySeeMoney ? paymentOf(order) : withoutPayers(paymentOf(order)),
    vendorCalls,
    statement,
    notes: notesView(order),
    customer: isAllowed(admin, 'customers.view') ? await customerOf(order) : null,
  }
}

const viewsForPage = async (view: RecordedView) =>
  (await viewsOf(view)).map(({ by, actorId, at }) => ({ by, actorId, at }))

async function customerOf({ userId }: OrderDoc): Promise<OrderDetailsResult['customer']> {
  const id = String(userId)
  const [user, totals, balancePaise] = await Promise.all([
    findUser(id),
    customerTotals(id),
    walletBalancePaise(id),
  ])
  if (!user) return null
  const { count: orders, hasMore, refunded } = totals
  const since = user.createdAt.toISOString()
  return { since, orders, hasMore, refunded, balance: toRupees(balancePaise) }
}

/** Payers and discrepancies are only for callers who may see wallets. */
const withoutPayers = (payment: OrderPayment | null): OrderPayment | null =>
  payment && {
    ...payment,
    captures: payment.captures.map((capture) => ({ ...capture, payer: '' })),
    discrepancies: [],
  }

function paymentOf({ payment }: OrderDoc): OrderPayment | null {
  if (!payment) return null
  const {
    state,
    gateway,
    payBefore,
    checkCount: checks,
    checkedAt,
    callbackAt,
    attempts,
    captures,
    discrepancies,
  } = payment
  return {
    state,
    gateway,
    checks,
    payBefore: payBefore.toISOString(),
    checkedAt: checkedAt?.toISOString() ?? null,
    callbackAt: callbackAt?.toISOString() ?? null,
    attempts: attempts.map((attempt) => ({
      id: attempt.id,
      gatewayId: attempt.gatewayId,
      at: attempt.at.toISOString(),
      state: attempt.state,
    })),
    captures: captures.map(({ gatewayId, bankReference, amountPaise, payer, at, allocatedTo }) => ({
      gatewayId,
      bankReference,
      payer,
      allocatedTo,
      amount: toRupees(amountPaise),
      at: at.toISOString(),
    })),
    discrepancies: discrepancies.map(({ id, kind, at, known, reported, inReviewPaise, resolution }) => ({
      id,
      kind,
      known,
      reported,
      isOpen: resolution === null,
      at: at.toISOString(),
      inReview: toRupees(inReviewPaise),
    })),
  }
}
