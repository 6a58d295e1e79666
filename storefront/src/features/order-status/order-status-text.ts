import { formatPaise, formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { isolated } from '@jhatpat/shared/ui/format/isolate.ts'
import { clockTime, spanText } from '@jhatpat/shared/ui/format/ist-time.ts'
import { rupeesToPaise } from '@jhatpat/shared/ui/format/rupees.ts'
import { type Text, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { type ShownState, stateOf } from '../../lib/order-state.ts'
import { endSentence } from './end-sentence.ts'
import { texts } from './texts.ts'
import { ticketStatusText } from './ticket-status-text.ts'
import { vaultStatusText } from './vault/vault-texts.ts'

export type OrderStatusText = {
  /** The specification's text above the heading, if the heading has a later status. */
  above?: string
  title: string
  text: string
}

/** The current status of an order as the page's text: what happened, what is next and by when. */
export function orderStatusText(order: Order, now: number): OrderStatusText {
  switch (order.status) {
    case 'Created':
      return stateOf(order).waitingFor === 'payment_review'
        ? { title: t('Checking your payment'), text: t(checkedText) }
        : { title: t(texts.confirming), text: t(texts.stay) }
    case 'Processing':
      return withSecondPayment(processingStatusText(order, now), order)
    case 'Completed':
      return ticketStatusText(order, now) ?? completedStatusText(order)
    case 'Refunded':
      return refundedStatusText(order)
    case 'Failed':
      return failedStatusText(order)
    case 'Cancelled':
      if (order.redeliveryOf) return { title: t('We couldn’t deliver it'), text: t(failedAgain) }
      return withSecondPayment(
        {
          title: t('Order cancelled'),
          text: t(
            'Cancelled by our team: {reason} {sum} was not refunded. Contact us if you think this is a mistake.',
            { reason: endSentence(order.reason || texts.noReason), sum: rupeesText(order.value) },
          ),
        },
        order,
      )
    default:
      return order.status satisfies never
  }
}

const failedAgain: Text = 'You weren’t charged for this. Your ticket on the original order is open again.'

const checkedText: Text =
  'We received a payment that may be yours and our team is checking it. You’ll get your order or a refund to your wallet.'

export function rupeesText(rupees: number): string {
  return formatRupees(rupees)
}

function processingStatusText(order: Order, now: number): OrderStatusText {
  const { until, units, waitingFor } = stateOf(order)
  const time = until ? clockTime(until) : ''
  const isFree = order.redeliveryOf !== undefined
  const where = t(isFree && waitingFor === 'on_hold' ? keptFree : locations[waitingFor])
  if (until !== undefined && Date.parse(until) < now) {
    return {
      above: t(texts.placed),
      title: t('Sorry, this is taking longer than expected'),
      text: t(
        isFree
          ? '{where}. It was due by {time}. If we can’t deliver it, your ticket reopens. We’ll let you know.'
          : '{where}. It was due by {time}. We’ll deliver it or refund you to your wallet, and let you know.',
        { time, where },
      ),
    }
  }
  // A held order goes out when its incident ends: the promise would contradict the message about it.
  if (waitingFor === 'on_hold') return { title: t(texts.placed), text: t('{sentence}.', { sentence: where }) }
  const { total, delivered } = units
  if (delivered > 0 && delivered < total) {
    return {
      title: t(texts.placed),
      text: t('{n} of {total} packs delivered. The rest is expected by {time}.', {
        n: delivered,
        total,
        time,
      }),
    }
  }
  return { title: t(texts.placed), text: t('{where}. Expected by {time}.', { where, time }) }
}

const keptFree: Text = 'We’ll send your order when the supplier is available'

const locations: Record<ShownState['waitingFor'], Text> = {
  payment: 'Order received',
  payment_review: 'Order received',
  queued: 'Your order is in the queue',
  supplier_answer: 'Sent to the supplier, waiting for their reply',
  supplier_delivery: 'The supplier has accepted your order',
  outcome_unknown: 'We’re confirming the result with the supplier',
  supplier_unavailable: 'The supplier is temporarily unavailable. Your order is in the queue',
  on_hold: 'Payment received. We’ll send your order when the supplier is available',
  supplier_deferred: 'The supplier can’t take orders right now. We’re retrying',
  supplier_review: 'The supplier has a question about your account ID. Our team is handling it',
  admin: 'Our team is reviewing your order',
  manual: 'Our team is reviewing your order',
  nothing: 'Order received',
  unknown: 'Order received',
}

function completedStatusText(order: Order): OrderStatusText {
  const { units, partlyRefunded, paid, deliveredAt = order.updatedAt } = stateOf(order)
  const second = secondText(order)
  if (partlyRefunded > 0) {
    return {
      above: t(texts.placed),
      title: t('{n} of {total} packs delivered', { n: units.delivered, total: units.total }),
      text: `${t('{sum} for the rest was refunded to your wallet.', { sum: rupeesText(partlyRefunded) })}${second}`,
    }
  }
  const tookMs = Date.parse(deliveredAt) - Date.parse(paid?.at ?? order.createdAt)
  const span = spanText(Math.max(1_000, tookMs))
  if (order.vault) {
    return {
      above: t(texts.placed),
      title: vaultStatusText(order.vault),
      text: `${t(order.vault.length > 1 ? 'Delivered in {span}. Only you can view them.' : 'Delivered in {span}. Only you can view it.', { span })}${second}`,
    }
  }
  const { itemname: item } = order
  const [name, id] = [isolated(order.username), isolated(order.input1)]
  return {
    above: t(texts.placed),
    title: t('Delivered in {span}', { span }),
    text: `${name ? t('{item} added to {name}’s account.', { item, name }) : t('{item} added to account {id}.', { item, id })}${second}`,
  }
}

/** What was paid beyond the price, and is in the wallet. */
function secondText(order: Order): string {
  const paise = rupeesToPaise(order.credited) - rupeesToPaise(stateOf(order).partlyRefunded)
  return paise > 0
    ? t(' You paid twice. The second payment of {sum} was refunded to your wallet.', {
        sum: formatPaise(paise),
      })
    : ''
}

const withSecondPayment = (status: OrderStatusText, order: Order): OrderStatusText => ({
  ...status,
  text: `${status.text}${secondText(order)}`,
})

function refundedStatusText(order: Order): OrderStatusText {
  const sum = rupeesText(order.credited || order.value)
  const other = otherSum(order)
  if (other) {
    const text = t('{other}, so we couldn’t place your order. You can use this money now.', { other })
    return { title: t('{sum} added to your wallet', { sum }), text }
  }
  const reason = order.reason ? `${endSentence(order.reason)} ` : ''
  return {
    title: t('{sum} refunded to your wallet', { sum }),
    text: `${reason}${t('You can use this money now.')}`,
  }
}

/** `₹50 came instead of ₹345`, for an order whose payment did not match. */
export function otherSum(order: Order): string | undefined {
  const { paid } = stateOf(order)
  if (!paid || paid.amount === order.value) return undefined
  return t('We received {paid} instead of {sum}', {
    paid: rupeesText(paid.amount),
    sum: rupeesText(order.value),
  })
}

function failedStatusText(order: Order): OrderStatusText {
  if (order.credited > 0) {
    return {
      title: t('{sum} added to your wallet', { sum: rupeesText(order.credited) }),
      text: `${endSentence(order.reason || 'The amount didn’t match your order')} ${t('Your order wasn’t placed.')}`,
    }
  }
  const { endedAt: closedAt = order.updatedAt, declined } = stateOf(order)
  if (declined) {
    return {
      title: t('Payment failed'),
      text: t(
        'The payment failed at {time}. No order was placed. If money was deducted from your bank account, it’ll be added to your wallet.',
        { time: clockTime(closedAt) },
      ),
    }
  }
  return {
    title: t('Order expired'),
    text: t(
      'We didn’t receive your payment by {time}. If money was deducted from your bank account, it’ll be added to your wallet.',
      { time: clockTime(closedAt) },
    ),
  }
}
