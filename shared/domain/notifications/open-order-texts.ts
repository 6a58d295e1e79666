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
      subject: `We are on it: ${facts.itemname}`,
      sentences: [`${facts.itemname} is not delivered yet. We are on it.`, ...where],
    }
  }
  return {
    subject: `Paid: ${facts.itemname}`,
    sentences: [`${formatPaise(facts.amountPaise)} for ${facts.itemname} has reached us.`, ...where],
  }
}

/** Only facts: nothing is called sent before it was. */
function whereItIs({ stage, delivered, total }: OpenOrder): string {
  const came =
    delivered > 0 ? `${delivered} of ${total} packs ${delivered === 1 ? 'has' : 'have'} arrived. ` : ''
  const it = `${came}${came ? 'The rest' : 'It'}`
  switch (stage) {
    case 'manual':
      return 'Our team delivers it by hand.'
    case 'queued':
      return came ? `${it} is in the queue.` : 'It’s in the queue.'
    case 'supplier_unavailable':
      return `${it} waits for the supplier, who has trouble at the moment, and goes out when that is over.`
    case 'sent':
      return `${it} was sent to the supplier, whose answer we are waiting for.`
    case 'supplier_review':
      return `${it} was taken by the supplier, who keeps it back for a check.`
    case 'in_review':
      return `${it} is being looked at by one of our team, who decides what comes next.`
    default:
      return stage satisfies never
  }
}

const promise = ({ promisedBy, isLate }: OpenOrder) =>
  isLate
    ? `It was promised by ${timeInIndia(promisedBy)}; we are sorry that it takes longer.`
    : `It is promised by ${timeInIndia(promisedBy)}.`
