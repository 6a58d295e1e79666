import { toRupees } from '../../contracts/money.ts'
import type { PaymentDoubt } from '../../contracts/payments.ts'
import type { Caller } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { closeOrderDoubt, type OrderDoc, OrderModel } from '../orders/index.ts'
import type { Doubt, IPayment } from '../payments/index.ts'
import { closeTopUpDoubt, type MovementDoc, MovementModel } from '../wallet/index.ts'

const most = 200
const waiting = { 'payment.doubtAt': { $type: 'date' as const } }

/** Open doubts about payments, the newest first, at most 200. */
export async function listDoubts(): Promise<PaymentDoubt[]> {
  const newest = { 'payment.doubtAt': -1 } as const
  const [orders, topUps] = await Promise.all([
    OrderModel.find(waiting).sort(newest).limit(most).lean<OrderDoc[]>(),
    MovementModel.find(waiting).sort(newest).limit(most).lean<MovementDoc[]>(),
  ])
  const views = [
    ...orders.flatMap((order) => viewsOf(order, { of: 'order', client_txn_id: order._id })),
    ...topUps.flatMap((topUp) => viewsOf(topUp, { of: 'topup', client_txn_id: topUp._id })),
  ]
  return views.sort((a, b) => b.at.localeCompare(a.at)).slice(0, most)
}

type Holder = { status: string; customer: { name: string }; payment: IPayment | null }
type Name = Pick<PaymentDoubt, 'of' | 'client_txn_id'>

function viewsOf({ payment, status, customer }: Holder, name: Name): PaymentDoubt[] {
  const open = payment?.doubts.filter((doubt) => doubt.closed === null) ?? []
  return open.map((doubt) => ({
    ...name,
    ...{ status, customer: customer.name, gateway: payment?.gateway ?? '' },
    ...viewOf(doubt),
    id: `${name.client_txn_id}-${doubt.id}`,
  }))
}

const viewOf = ({
  kind,
  at,
  gatewayId,
  known,
  told,
  orderRef,
  vendorStatus,
  amountPaise,
  heldPaise,
}: Doubt) => ({
  ...{ kind, gatewayId, known, told, orderRef, vendorStatus },
  ...{ at: at.toISOString(), amount: toRupees(amountPaise), held: toRupees(heldPaise) },
})

type Answer = { id: string; answer: 'not_money' | 'credit'; reason: string }

/**
 * An admin's answer to a doubt. `id` is the order's or top-up's and the doubt's: `JP…-D1`.
 * @returns rupees credited
 * @throws not_found, discrepancy_resolved, discrepancy_without_money
 */
export async function closeDoubt(
  deps: Pick<Deps, 'clock' | 'queues' | 'publisher'>,
  admin: Pick<Caller, 'userId' | 'name'>,
  { id, answer, reason }: Answer,
): Promise<number> {
  const [clientTxnId = '', doubtId = ''] = id.split('-')
  const closing = { doubtId, answer, reason, by: admin.userId, name: admin.name }
  const close = clientTxnId.startsWith('JT') ? closeTopUpDoubt : closeOrderDoubt
  return toRupees(await close(deps, clientTxnId, closing))
}
