import { formatPaise } from '../../contracts/money.ts'
import { timeInIndia } from '../../platform/clock.ts'
import type { MailText } from './format-text.ts'
import type { Notification, NotificationFacts } from './notification.ts'

type OpenOrder = NotificationFacts['order_placed']

/** The stage of an open order, and by when it is promised. */
export function openOrderTexts({
  kind,
  facts,
}: Extract<Notification, { kind: 'order_placed' | 'order_in_hand' }>): MailText {
  const where = [whereItIs(facts), promise(facts)]
  if (kind === 'order_in_hand') {
    return {
      subject: `${facts.isLate ? 'Your order is delayed' : 'We’re working on your order'}: ${facts.itemname}`,
      sentences: [`${facts.itemname} isn’t delivered yet. We’re working on it.`, ...where],
    }
  }
  return {
    subject: `Payment received: ${facts.itemname}`,
    sentences: [`We received ${formatPaise(facts.amountPaise)} for ${facts.itemname}.`, ...where],
  }
}

/** Only facts: nothing is called sent before it was. */
function whereItIs({ stage, delivered, total }: OpenOrder): string {
  const came =
    delivered > 0 ? `${delivered} of ${total} packs ${delivered === 1 ? 'is' : 'are'} delivered. ` : ''
  const rest = came ? `${came}The rest` : 'It'
  switch (stage) {
    case 'manual':
      return 'Our team will deliver it manually.'
    case 'queued':
      return came ? `${rest} is in the queue.` : 'It’s in the queue.'
    case 'supplier_unavailable':
      return `${came}The supplier is unavailable right now. We’ll send ${came ? 'the rest' : 'it'} as soon as they’re back.`
    case 'sent':
      return `${rest} was sent to the supplier; we’re waiting for their reply.`
    case 'supplier_review':
      return `${came}The supplier is checking ${came ? 'the rest' : 'your order'}.`
    case 'in_review':
      return `${came}Our team is reviewing ${came ? 'the rest' : 'it'}.`
    default:
      return stage satisfies never
  }
}

const promise = ({ promisedBy, isLate }: OpenOrder) =>
  isLate
    ? `It was due by ${timeInIndia(promisedBy)}. Sorry for the delay.`
    : `Expected by ${timeInIndia(promisedBy)}.`
