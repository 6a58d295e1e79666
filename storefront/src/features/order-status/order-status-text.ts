import { formatPaise, formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { promiseMinutes } from '@jhatpat/shared/contracts/order-status.ts'
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
        ? { title: t('We are checking your payment'), text: t(checkedText) }
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
      if (order.redeliveryOf) return { title: t('We could not deliver it'), text: t(failedAgain) }
      return withSecondPayment(
        {
          title: t('This order is closed'),
          text: t(
            'Closed by our team: {reason} Your {sum} was not given back, and nothing more happens by itself.',
            { reason: endSentence(order.reason || texts.noReason), sum: rupeesText(order.value) },
          ),
        },
        order,
      )
    default:
      return order.status satisfies never
  }
}

const failedAgain: Text =
  'Nothing was taken from you for it. The report of your first order is open once more, and is answered there.'

const checkedText: Text =
  'Money has come that may be yours, and our team looks at it. You get what you bought, or the money in your wallet.'

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
      title: t('This is taking longer than promised'),
      text: t(
        isFree
          ? '{n} minutes passed at {time}. {where}. It stays open until you have it, or the report of your first order opens again; we write to you either way.'
          : '{n} minutes passed at {time}. {where}. It stays open until you have it, or your money is in your wallet; we write to you either way.',
        { n: promiseMinutes, time, where },
      ),
    }
  }
  // A held order goes out when its incident ends: the promise would contradict the message about it.
  if (waitingFor === 'on_hold') return { title: t(texts.placed), text: t('{sentence}.', { sentence: where }) }
  const { total, delivered } = units
  if (delivered > 0 && delivered < total) {
    return {
      title: t(texts.placed),
      text: t('{n} of {total} packs arrived. The rest is promised by {time}.', { n: delivered, total, time }),
    }
  }
  return { title: t(texts.placed), text: t('{where}. It is promised by {time}.', { where, time }) }
}

const keptFree: Text = 'Your order is kept, and goes out as soon as the supplier is ready again'

const locations: Record<ShownState['waitingFor'], Text> = {
  payment: 'We have your order',
  payment_review: 'We have your order',
  queued: 'Your order is in the queue',
  supplier_answer: 'Your order is on its way to the supplier, which has not answered yet',
  supplier_delivery: 'The supplier has your order',
  outcome_unknown: 'The supplier gave no clear answer, and we are finding out what it did',
  supplier_unavailable: 'Your order waits for the supplier to come back',
  on_hold: 'Your order is paid and kept, and goes out as soon as the supplier is ready again',
  supplier_deferred: 'The supplier does not take your order at the moment, and we offer it again',
  supplier_review: 'The supplier asks about the account, and our team is on it',
  admin: 'Our team looks into your order',
  manual: 'Our team has your order',
  nothing: 'We have your order',
  unknown: 'We have your order',
}

function completedStatusText(order: Order): OrderStatusText {
  const { units, partlyRefunded, paid, deliveredAt = order.updatedAt } = stateOf(order)
  const second = secondText(order)
  if (partlyRefunded > 0) {
    return {
      above: t(texts.placed),
      title: t('{n} of {total} packs arrived', { n: units.delivered, total: units.total }),
      text: `${t('{sum} for the rest is in your wallet.', { sum: rupeesText(partlyRefunded) })}${second}`,
    }
  }
  const tookMs = Date.parse(deliveredAt) - Date.parse(paid?.at ?? order.createdAt)
  const span = spanText(Math.max(1_000, tookMs))
  if (order.vault) {
    return {
      above: t(texts.placed),
      title: vaultStatusText(order.vault),
      text: `${t(order.vault.length > 1 ? 'Delivered in {span}. Only you can open them.' : 'Delivered in {span}. Only you can open it.', { span })}${second}`,
    }
  }
  const { itemname: item } = order
  const [name, id] = [isolated(order.username), isolated(order.input1)]
  return {
    above: t(texts.placed),
    title: t('Delivered in {span}', { span }),
    text: `${name ? t('{item}: in {name}’s account.', { item, name }) : t('{item}: in account {id}.', { item, id })}${second}`,
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
    const text = t('{other}, so the order was not bought. You can use the money at once.', { other })
    return { title: t('{sum} is in your wallet', { sum }), text }
  }
  const reason = order.reason ? `${endSentence(order.reason)} ` : ''
  return {
    title: t('{sum} is back in your wallet', { sum }),
    text: `${reason}${t('You can use the money at once.')}`,
  }
}

/** `₹50 came instead of ₹345`, for an order whose payment did not match. */
export function otherSum(order: Order): string | undefined {
  const { paid } = stateOf(order)
  if (!paid || paid.amount === order.value) return undefined
  return t('{paid} came instead of {sum}', {
    paid: rupeesText(paid.amount),
    sum: rupeesText(order.value),
  })
}

function failedStatusText(order: Order): OrderStatusText {
  if (order.credited > 0) {
    return {
      title: t('{sum} is in your wallet', { sum: rupeesText(order.credited) }),
      text: `${endSentence(order.reason || 'The payment did not fit the order')} ${t('The order was not bought.')}`,
    }
  }
  const { endedAt: closedAt = order.updatedAt, declined } = stateOf(order)
  if (declined) {
    return {
      title: t('The payment was declined'),
      text: t(
        'The payment provider told us so at {time}. Nothing was bought. If money left your account, it will be in your wallet.',
        { time: clockTime(closedAt) },
      ),
    }
  }
  return {
    title: t('This order is closed'),
    text: t(
      'No payment came by {time}, so the order is closed. If money left your account, it will be in your wallet.',
      { time: clockTime(closedAt) },
    ),
  }
}
