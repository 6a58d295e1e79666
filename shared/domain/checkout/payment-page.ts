import { toRupees } from '../../contracts/money.ts'
import type { PaymentPage } from '../../contracts/payment-page.ts'
import type { StaffMember } from '../../contracts/permissions.ts'
import type { Deps } from '../deps.ts'
import { findOrder, type OrderDoc } from '../orders/index.ts'
import { type IPayment, isInReview, openAttemptOf } from '../payments/index.ts'
import { findTopUp, type WalletTransactionDoc } from '../wallet/index.ts'

/**
 * What our payment page shows the customer for an unpaid order or top-up.
 * @throws not_found
 */
export async function paymentPage(
  deps: Pick<Deps, 'env'>,
  caller: StaffMember & { userId: string },
  clientTxnId: string,
): Promise<PaymentPage> {
  const page = clientTxnId.startsWith('JT')
    ? topUpPage(await findTopUp(clientTxnId, caller))
    : orderPage(await findOrder(clientTxnId, caller))
  return {
    ...page,
    client_txn_id: clientTxnId,
    payee: deps.env.PAYEE_NAME,
    simulated: deps.env.SIMULATED_PROVIDERS,
  }
}

type PageFacts = Omit<PaymentPage, 'client_txn_id' | 'payee' | 'simulated'>

function orderPage(order: OrderDoc): PageFacts {
  const account = order.product.labels.map((label, index) => ({
    label,
    value: (index === 0 ? order.input1 : order.input2) || '–',
  }))
  return {
    kind: 'order',
    ...paymentFacts(order.payment, order.createdAt),
    amount: toRupees(order.pricePaise),
    title: order.item.name,
    subtitle: order.product.name,
    imgpath: order.product.imgpath,
    details: [...(order.playerName ? [{ label: 'Username', value: order.playerName }] : []), ...account],
    changeUrl: `/product/${order.product.productid}`,
  }
}

function topUpPage(transaction: WalletTransactionDoc): PageFacts {
  return {
    kind: 'topup',
    ...paymentFacts(transaction.payment, transaction.createdAt),
    amount: toRupees(transaction.amountPaise),
    title: 'Wallet top-up',
    subtitle: '',
    imgpath: '',
    details: [],
    changeUrl: '/topup',
  }
}

function paymentFacts(payment: IPayment | null, createdAt: Date) {
  const attempt = openAttemptOf(payment?.attempts ?? [])
  return {
    status: payment?.state ?? 'paid',
    payBefore: (payment?.payBefore ?? createdAt).toISOString(),
    waitingFor: waitingFor(payment, attempt),
    gatewayUrl: attempt?.paymentUrl ?? '',
    ...(attempt?.upiLinks ? { upi: attempt.upiLinks } : {}),
  }
}

function waitingFor(payment: IPayment | null, attempt: unknown): PaymentPage['waitingFor'] {
  if (payment && isInReview(payment)) return 'check'
  return attempt ? 'payer' : 'provider'
}
