import type { DayException, ExceptionKind } from '@jhatpat/shared/contracts/reconciliation.ts'
import type { StatusGroup } from '@jhatpat/shared/ui/status-pill.tsx'

/** Name, severity and advice for each kind of exception. */
export const exceptionTexts: Readonly<
  Record<ExceptionKind, { title: string; status: StatusGroup; advice: string }>
> = {
  paid_not_booked: {
    title: 'Money without an order',
    status: 'processing',
    advice:
      'A look at the payment has been asked for: money that is there goes to its order or the customer’s wallet by itself. Open it to see what came of it.',
  },
  booked_not_paid: {
    title: 'Booked, not paid',
    status: 'refused',
    advice: 'Ask the gateway with the bank reference. What was booked stays until a correction is posted.',
  },
  amount_differs: {
    title: 'Another amount',
    status: 'refused',
    advice:
      'Ask the gateway which amount came. A difference in a wallet is moved by an admin on the customer.',
  },
  no_proof_of_delivery: {
    title: 'No proof of delivery',
    status: 'refused',
    advice: 'Ask who completed it how it was delivered. Within 48 hours it can be refunded.',
  },
  bought_without_end: {
    title: 'Bought, not sold',
    status: 'processing',
    advice:
      'The supplier has taken its points. Deliver and complete it, or write it off here with a sentence.',
  },
  refund_without_credit: {
    title: 'Refund without credit',
    status: 'refused',
    advice: 'The customer’s money is missing. The runbook “The ledger differs” says what to do first.',
  },
  reference_twice: {
    title: 'Reference used twice',
    status: 'refused',
    advice: 'One payment of a bank stands under two. Ask the gateway which of the two was paid.',
  },
  balance_differs: {
    title: 'Balance moved otherwise',
    status: 'processing',
    advice: 'Was the account topped up, or used by another hand? Say which, with the sum.',
  },
}

/** The page with details; undefined where there is none. */
export function linkOf({ of, ref }: DayException): string | undefined {
  if (of === 'order') return `/txn?q=${ref}`
  return of === 'topup' ? `/wallettxn?q=${ref}` : undefined
}
