import { applyResult, type IPayment, type PaymentResult } from '../payments/index.ts'
import type { WalletTransactionDoc } from './wallet-transaction-model.ts'

/** What a payment check changes in a top-up. `creditPaise` 0: no money moves. */
export type TopUpDecision = {
  to: WalletTransactionDoc['status']
  payment: IPayment
  creditPaise: number
  /** The money is a second payment, recorded as a transaction of its own. */
  isUnallocated: boolean
  reason: string
}

/** Pure. All money is credited, also late or twice; only the first payment completes the top-up. */
export function decideTopUp(
  transaction: WalletTransactionDoc,
  payment: IPayment,
  result: PaymentResult,
): TopUpDecision {
  switch (result.kind) {
    case 'captured': {
      const isUnallocated = transaction.status === 'Success'
      return {
        to: 'Success',
        payment: {
          ...payment,
          state: 'paid',
          captures: [...payment.captures, { ...result.capture, allocatedTo: 'wallet' }],
        },
        creditPaise: result.capture.amountPaise,
        isUnallocated,
        reason: referenceText(result.capture.bankReference),
      }
    }
    case 'expired': {
      if (transaction.status === 'Success') return unchanged(transaction, payment)
      return {
        to: 'Failed',
        payment: { ...payment, state: 'failed', vendorStatus: result.vendorStatus },
        creditPaise: 0,
        isUnallocated: false,
        reason: `${result.isDeclined ? 'the payment was declined' : 'no payment came'} (${result.vendorStatus})`,
      }
    }
    case 'referenced':
    case 'discrepancyFound':
      return unchanged(transaction, applyResult(payment, result))
    case 'nothing': {
      const opened = transaction.status === 'Created' && result.vendorStatus === 'scanning'
      return {
        ...unchanged(transaction, { ...payment, vendorStatus: result.vendorStatus }),
        to: opened ? 'Processing' : transaction.status,
      }
    }
    default:
      return result satisfies never
  }
}

const referenceText = (reference: string) =>
  reference ? `bank reference ${reference}` : 'no bank reference yet'

function unchanged(transaction: WalletTransactionDoc, payment: IPayment): TopUpDecision {
  return { to: transaction.status, payment, creditPaise: 0, isUnallocated: false, reason: '' }
}
