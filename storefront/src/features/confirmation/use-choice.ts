import { outcomeOf } from '@jhatpat/shared/browser/outcome.ts'
import { ApiError } from '@jhatpat/shared/contracts/http/client.ts'
import type { LateOfferOption } from '@jhatpat/shared/contracts/late-offer.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { useState } from 'react'
import { useCall } from '../../lib/use-call.ts'
import { useOrderCache } from './use-order.ts'

/** `after`: what is certain of a choice that was not taken: nothing was done, nothing is known, or it says so itself. */
export type Refusal = { says: string; after: 'as_before' | 'no_answer' | 'told' }

/** Sends what the customer of a late order chose. However often it is sent, one thing happens. */
export function useChoice({ client_txn_id }: Order) {
  const call = useCall()
  const show = useOrderCache()
  const [sending, setSending] = useState<LateOfferOption>()
  const [refusal, setRefusal] = useState<Refusal>()

  const choose = async (choice: LateOfferOption) => {
    if (sending) return
    setSending(choice)
    setRefusal(undefined)
    try {
      show(await call('chooseLateOffer', { params: { client_txn_id }, body: { choice } }))
    } catch (error) {
      setRefusal(refusalOf(error))
    }
    setSending(undefined)
  }
  return { choose, sending, refusal }
}

function refusalOf(error: unknown): Refusal {
  const says = error instanceof Error ? error.message : String(error)
  if (outcomeOf(error) !== 'refused') return { says, after: 'no_answer' }
  return { says, after: error instanceof ApiError && error.code === 'offer_closed' ? 'told' : 'as_before' }
}
