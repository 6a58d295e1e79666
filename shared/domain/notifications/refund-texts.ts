import { formatPaise } from '../../contracts/money.ts'
import { type MailText, reasonText } from './format-text.ts'
import type { NotificationFacts } from './notification.ts'

const useIt = 'You can use the money at once.'

/** Where the refunded money is, and why. */
export function refundTexts(facts: NotificationFacts['order_refunded']): MailText {
  const back = formatPaise(facts.amountPaise)
  const subject = `${back} is in your wallet`
  switch (facts.cause) {
    case 'late':
      return {
        subject,
        sentences: [
          `${back} for ${facts.itemname} came after the order had closed. It is in your wallet.`,
          useIt,
        ],
      }
    case 'paid_twice':
      return {
        subject,
        sentences: [`You paid twice for ${facts.itemname}. Your second ${back} is in your wallet.`, useIt],
      }
    case 'wrong_amount':
      return {
        subject,
        sentences: [
          `${back} came instead of ${formatPaise(facts.pricePaise)} for ${facts.itemname}.`,
          'It is in your wallet; the order was not bought.',
        ],
      }
    case 'rejected':
    case 'by_admin':
      return {
        subject: `Refunded: ${facts.itemname}`,
        sentences: [`${back} for ${facts.itemname} is back in your wallet.`, ...because(facts.reason), useIt],
      }
    default:
      return facts.cause satisfies never
  }
}

const because = (reason: string): string[] => (reason === '' ? [] : [`Reason: ${reasonText(reason)}`])
