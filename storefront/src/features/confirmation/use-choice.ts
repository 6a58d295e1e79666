import type { OfferChoice } from '@jhatpat/shared/contracts/order-offer.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { useState } from 'react'
import { useCall } from '../../lib/use-call.ts'
import { useShowOrder } from './use-order.ts'

/** Sends what the customer of a late order chose. However often it is sent, one thing happens. */
export function useChoice({ client_txn_id }: Order) {
  const call = useCall()
  const show = useShowOrder()
  const [sending, setSending] = useState<OfferChoice>()
  const [refusal, setRefusal] = useState<string>()

  const choose = async (choice: OfferChoice) => {
    if (sending) return
    setSending(choice)
    setRefusal(undefined)
    try {
      show(await call('chooseOffer', { params: { client_txn_id }, body: { choice } }))
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error))
    }
    setSending(undefined)
  }
  return { choose, sending, refusal }
}
