import { brand } from '../../lib/brand.ts'
import { useCallWithoutSignOut } from '../../lib/use-call.ts'
import type { PaymentMethod } from './draft.ts'

/**
 * An order as this page sends it; `expectedPrice` is rupees. `orderAgain`: the similar earlier order that its
 * customer wants once more.
 */
export type OrderDraft = {
  itemid: number
  product_id: string
  userid: string
  input1: string
  input2: string
  paymentmode: PaymentMethod
  expectedPrice: number
  orderAgain?: string
}

/** `next` is the address to open; an `unpaid` order is paid there. */
export type Placed = { id: string; next: string; unpaid: boolean }

/** The payment provider alone may take 25 s of it. */
const timeoutMs = 45_000

/** Sends an order by the call of its payment method. */
export function useSendOrder(): (draft: OrderDraft, idempotencyKey: string) => Promise<Placed> {
  const call = useCallWithoutSignOut()
  return async ({ orderAgain = 'ask', ...draft }, idempotencyKey) => {
    const body = { ...draft, key: brand.applicationKey }
    const request = { body, idempotencyKey, orderAgain, timeoutMs }
    if (draft.paymentmode === 'upi') {
      const { data } = await call('createOrder', request)
      return { id: data.client_txn_id, next: data.payment_url, unpaid: true }
    }
    const { client_txn_id, redirect_url } = await call('createWalletOrder', request)
    return { id: client_txn_id, next: redirect_url, unpaid: false }
  }
}
