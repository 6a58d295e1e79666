import { type IPayment, type PaymentNews, withNews } from '../payments/index.ts'
import type { MovementDoc } from './movement-model.ts'

/** What is to be written about a top-up after a look. `creditPaise` 0: no money moves. */
export type TopUpDecision = {
  to: MovementDoc['status']
  payment: IPayment
  creditPaise: number
  /** The money is a second payment: it gets a line of its own. */
  stray: boolean
  reason: string
}

/** Pure. Whatever money came is credited, also late and also twice; only what was asked for ends the top-up. */
export function decideTopUp(movement: MovementDoc, payment: IPayment, news: PaymentNews): TopUpDecision {
  switch (news.kind) {
    case 'captured': {
      const stray = movement.status === 'Success'
      return {
        to: 'Success',
        payment: {
          ...payment,
          state: 'paid',
          captures: [...payment.captures, { ...news.capture, to: 'wallet' }],
        },
        creditPaise: news.capture.amountPaise,
        stray,
        reason: referenceText(news.capture.bankReference),
      }
    }
    case 'lapsed': {
      if (movement.status === 'Success') return unchanged(movement, payment)
      return {
        to: 'Failed',
        payment: { ...payment, state: 'failed', vendorStatus: news.vendorStatus },
        creditPaise: 0,
        stray: false,
        reason: `${news.isDeclined ? 'the payment was declined' : 'no payment came'} (${news.vendorStatus})`,
      }
    }
    case 'referenced':
    case 'doubted':
      return unchanged(movement, withNews(payment, news))
    case 'nothing': {
      const opened = movement.status === 'Created' && news.vendorStatus === 'scanning'
      return {
        ...unchanged(movement, { ...payment, vendorStatus: news.vendorStatus }),
        to: opened ? 'Processing' : movement.status,
      }
    }
    default:
      return news satisfies never
  }
}

const referenceText = (reference: string) =>
  reference ? `bank reference ${reference}` : 'no bank reference yet'

function unchanged(movement: MovementDoc, payment: IPayment): TopUpDecision {
  return { to: movement.status, payment, creditPaise: 0, stray: false, reason: '' }
}
