import { toRupees } from '../../contracts/money.ts'
import type { PaymentDiscrepancy } from '../../contracts/payments.ts'
import type { Caller } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { type OrderDoc, OrderModel, resolveOrderDiscrepancy } from '../orders/index.ts'
import type { Discrepancy, IPayment } from '../payments/index.ts'
import {
  resolveTopUpDiscrepancy,
  type WalletTransactionDoc,
  WalletTransactionModel,
} from '../wallet/index.ts'

const maxListed = 200
const hasOpenDiscrepancy = { 'payment.discrepancyAt': { $type: 'date' as const } }

/** Open discrepancies about payments, the newest first, at most 200. */
export async function listDiscrepancies(): Promise<PaymentDiscrepancy[]> {
  const newest = { 'payment.discrepancyAt': -1 } as const
  const [orders, topUps] = await Promise.all([
    OrderModel.find(hasOpenDiscrepancy).sort(newest).limit(maxListed).lean<OrderDoc[]>(),
    WalletTransactionModel.find(hasOpenDiscrepancy)
      .sort(newest)
      .limit(maxListed)
      .lean<WalletTransactionDoc[]>(),
  ])
  const views = [
    ...orders.flatMap((order) => viewsOf(order, { of: 'order', client_txn_id: order._id })),
    ...topUps.flatMap((topUp) => viewsOf(topUp, { of: 'topup', client_txn_id: topUp._id })),
  ]
  return views.sort((a, b) => b.at.localeCompare(a.at)).slice(0, maxListed)
}

type DiscrepancyTarget = { status: string; customer: { name: string }; payment: IPayment | null }
type TargetName = Pick<PaymentDiscrepancy, 'of' | 'client_txn_id'>

function viewsOf({ payment, status, customer }: DiscrepancyTarget, name: TargetName): PaymentDiscrepancy[] {
  const open = payment?.discrepancies.filter((discrepancy) => discrepancy.resolution === null) ?? []
  return open.map((discrepancy) => ({
    ...name,
    status,
    customer: customer.name,
    gateway: payment?.gateway ?? '',
    ...viewOf(discrepancy),
    id: `${name.client_txn_id}-${discrepancy.id}`,
  }))
}

const viewOf = ({
  kind,
  at,
  gatewayId,
  known,
  reported,
  orderRef,
  vendorStatus,
  amountPaise,
  inReviewPaise,
}: Discrepancy) => ({
  kind,
  gatewayId,
  known,
  reported,
  orderRef,
  vendorStatus,
  at: at.toISOString(),
  amount: toRupees(amountPaise),
  inReview: toRupees(inReviewPaise),
})

type Decision = { id: string; answer: 'dismiss' | 'credit'; reason: string }

/**
 * Resolves a discrepancy by an admin's decision. `id` is the order's or top-up's and the discrepancy's: `JP…-D1`.
 * @returns rupees credited
 * @throws not_found, discrepancy_resolved, discrepancy_without_money
 */
export async function resolveDiscrepancy(
  deps: Pick<Deps, 'clock' | 'queues' | 'publisher' | 'log'>,
  admin: Pick<Caller, 'userId' | 'name'>,
  { id, answer, reason }: Decision,
): Promise<number> {
  const [clientTxnId = '', discrepancyId = ''] = id.split('-')
  const resolution = { discrepancyId, answer, reason, by: admin.userId, name: admin.name }
  const resolve = clientTxnId.startsWith('JT') ? resolveTopUpDiscrepancy : resolveOrderDiscrepancy
  return toRupees(await resolve(deps, clientTxnId, resolution))
}
