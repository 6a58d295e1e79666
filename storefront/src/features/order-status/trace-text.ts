import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { stateOf } from '../../lib/order-state.ts'
import { unconfirmedPaymentText } from '../../lib/unconfirmed-payment-text.ts'
import { rupeesText } from './order-status-text.ts'
import { supplierText } from './supplier-text.ts'
import type { TraceLine } from './trace-line.ts'

/** "Where is my money?" in one sentence with a place. */
export function traceText(order: Order): string {
  const sum = rupeesText(order.value)
  const item = order.itemname
  const { endedAt, waitingFor, units } = stateOf(order)
  const time = clockTime(endedAt ?? order.updatedAt)
  switch (order.status) {
    case 'Created':
      if (waitingFor === 'payment_review')
        return t(
          'Money has come that may be yours. Our team asks the bank whose it is; please do not pay again.',
        )
      return unconfirmedPaymentText(sum)
    case 'Processing':
      return units.delivered > 0 && units.delivered < units.total
        ? t(
            'With us. {sum} is held for this order: {n} of {total} packs arrived, and you get the rest, or its share in your wallet.',
            { sum, n: units.delivered, total: units.total },
          )
        : t('With us. {sum} is held for this order: you get {item}, or the money in your wallet.', {
            sum,
            item,
          })
    case 'Completed':
      return order.credited > 0
        ? t('{sum} is in your wallet; the rest is spent on {item}.', {
            sum: rupeesText(order.credited),
            item,
          })
        : order.ticket?.status === 'open'
          ? t('Spent on {item}, delivered at {time} as far as we were told. Our team checks that.', {
              item,
              time,
            })
          : t('Spent on {item}, delivered at {time}.', { item, time })
    case 'Refunded':
      return t('In your wallet since {time}.', { time })
    case 'Failed':
      return order.credited > 0
        ? t('In your wallet: {sum}.', { sum: rupeesText(order.credited) })
        : t('Not with us. If it left your account, it will be in your wallet.')
    case 'Cancelled':
      return t('Kept: our team closed this order without a refund.')
    default:
      return order.status satisfies never
  }
}

/** The same for each of the three, with its own time. */
export function traceLines(order: Order): TraceLine[] {
  return [gatewayLine(order), ledgerLine(order), supplierText(order)]
}

function gatewayLine(order: Order): TraceLine {
  const { declined, paid, waitingFor } = stateOf(order)
  if (order.paymentmode === 'wallet') {
    return { party: t('Bank'), tone: 'dim', text: t('Not asked: this was paid from your wallet') }
  }
  if (paid) {
    const text = t('{sum} received at {time}', {
      sum: rupeesText(paid.amount),
      time: clockTime(paid.at, { seconds: true }),
    })
    return { party: t('Bank'), tone: 'ok', text }
  }
  if (waitingFor === 'payment_review') {
    return { party: t('Bank'), tone: 'warn', text: t('Told of money that we check first') }
  }
  if (order.status === 'Created') return { party: t('Bank'), tone: 'warn', text: t('No answer yet') }
  return order.status === 'Failed'
    ? { party: t('Bank'), tone: 'bad', text: t(declined ? 'Declined the payment' : 'No payment came') }
    : { party: t('Bank'), tone: 'ok', text: t('{sum} received', { sum: rupeesText(order.value) }) }
}

function ledgerLine(order: Order): TraceLine {
  const party = t('Our books')
  const sum = rupeesText(order.value)
  if (order.credited > 0) {
    return { party, tone: 'ok', text: t('{sum} moved to your wallet', { sum: rupeesText(order.credited) }) }
  }
  if (order.status === 'Processing')
    return { party, tone: 'ok', text: t('{sum} held for this order', { sum }) }
  if (order.status === 'Completed')
    return { party, tone: 'ok', text: t('{sum} spent on this order', { sum }) }
  if (order.status === 'Cancelled')
    return { party, tone: 'bad', text: t('{sum} kept, order closed', { sum }) }
  return { party, tone: 'ok', text: t('Nothing taken so far') }
}
