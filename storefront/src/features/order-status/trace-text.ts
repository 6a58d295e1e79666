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
          'We received a payment that may be yours. Our team is checking with the bank. Please don’t pay again.',
        )
      return unconfirmedPaymentText(sum)
    case 'Processing':
      return units.delivered > 0 && units.delivered < units.total
        ? t(
            'With us. {sum} is held for this order. {n} of {total} packs delivered; you’ll get the rest or a partial refund.',
            { sum, n: units.delivered, total: units.total },
          )
        : t('With us. {sum} is held for this order. You’ll get {item} or a refund to your wallet.', {
            sum,
            item,
          })
    case 'Completed':
      return order.credited > 0
        ? t('{sum} refunded to your wallet. The rest paid for {item}.', {
            sum: rupeesText(order.credited),
            item,
          })
        : order.ticket?.status === 'open'
          ? t('The supplier reported {item} delivered at {time}. Our team is verifying.', {
              item,
              time,
            })
          : t('Paid for {item}, delivered at {time}.', { item, time })
    case 'Refunded':
      return t('Refunded to your wallet at {time}.', { time })
    case 'Failed':
      return order.credited > 0
        ? t('Added to your wallet: {sum}.', { sum: rupeesText(order.credited) })
        : t(
            'We haven’t received it. If it was deducted from your bank account, it’ll be added to your wallet.',
          )
    case 'Cancelled':
      return t('Not refunded. Our team cancelled this order without a refund.')
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
    return { party: t('Bank'), tone: 'dim', text: t('Not needed: paid from wallet') }
  }
  if (paid) {
    const text = t('{sum} received at {time}', {
      sum: rupeesText(paid.amount),
      time: clockTime(paid.at, { seconds: true }),
    })
    return { party: t('Bank'), tone: 'ok', text }
  }
  if (waitingFor === 'payment_review') {
    return { party: t('Bank'), tone: 'warn', text: t('Payment reported, under review') }
  }
  if (order.status === 'Created') return { party: t('Bank'), tone: 'warn', text: t('No response yet') }
  return order.status === 'Failed'
    ? { party: t('Bank'), tone: 'bad', text: t(declined ? 'Declined the payment' : 'No payment received') }
    : { party: t('Bank'), tone: 'ok', text: t('{sum} received', { sum: rupeesText(order.value) }) }
}

function ledgerLine(order: Order): TraceLine {
  const party = t('Our records')
  const sum = rupeesText(order.value)
  if (order.credited > 0) {
    return { party, tone: 'ok', text: t('{sum} added to your wallet', { sum: rupeesText(order.credited) }) }
  }
  if (order.status === 'Processing')
    return { party, tone: 'ok', text: t('{sum} held for this order', { sum }) }
  if (order.status === 'Completed')
    return { party, tone: 'ok', text: t('{sum} used for this order', { sum }) }
  if (order.status === 'Cancelled')
    return { party, tone: 'bad', text: t('{sum} not refunded, order closed', { sum }) }
  return { party, tone: 'ok', text: t('No payment received yet') }
}
