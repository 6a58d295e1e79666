import type { TicketWhat } from '@jhatpat/shared/contracts/order-ticket.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { useState } from 'react'
import { useCall } from '../../lib/use-call.ts'
import { useShowOrder } from './use-order.ts'

/** Sends the report of an order. However often it is sent, an order has one. */
export function useReport({ client_txn_id }: Order) {
  const call = useCall()
  const show = useShowOrder()
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  const send = async (body: { what: TicketWhat; note: string }) => {
    setIsSending(true)
    setRefusal(undefined)
    try {
      show(await call('reportOrder', { params: { client_txn_id }, body }))
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error))
    }
    setIsSending(false)
  }
  return { send, isSending, refusal }
}
