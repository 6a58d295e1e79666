import { formatPaise } from '../../contracts/money.ts'
import { type MailText, reasonText } from './format-text.ts'
import type { NotificationFacts } from './notification.ts'

const useIt = 'You can use this money now.'

/** Where the refunded money is, and why. */
export function refundTexts(facts: NotificationFacts['order_refunded']): MailText {
  const back = formatPaise(facts.amountPaise)
  const subject = `${back} added to your wallet`
  switch (facts.cause) {
    case 'late':
      return {
        subject,
        sentences: [
          `Your payment of ${back} for ${facts.itemname} arrived after the order had ended. It’s been added to your wallet.`,
          useIt,
        ],
      }
    case 'paid_twice':
      return {
        subject: `${back} refunded to your wallet`,
        sentences: [
          `You paid twice for ${facts.itemname}. The second ${back} was refunded to your wallet.`,
          useIt,
        ],
      }
    case 'wrong_amount':
      return {
        subject,
        sentences: [
          `We received ${back} instead of ${formatPaise(facts.pricePaise)} for ${facts.itemname}.`,
          'The order wasn’t placed and the money is in your wallet.',
        ],
      }
    case 'rejected':
    case 'by_admin':
      return {
        subject: `Refunded: ${facts.itemname}`,
        sentences: [
          `${back} for ${facts.itemname} was refunded to your wallet.`,
          ...because(facts.reason),
          useIt,
        ],
      }
    default:
      return facts.cause satisfies never
  }
}

const because = (reason: string): string[] => (reason === '' ? [] : [`Reason: ${reasonText(reason)}`])
