import { useIdempotencyKey } from '@jhatpat/shared/browser/use-idempotency-key.ts'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import type { TicketIssue } from '@jhatpat/shared/contracts/order-ticket.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { language } from '@jhatpat/shared/ui/texts/translate.ts'
import { useState } from 'react'
import { useCall } from '../../lib/use-call.ts'
import { useOrderCache } from './use-order.ts'

/** Sends an order's ticket and its messages: each once, however often it is tapped. */
export function useReport({ client_txn_id }: Order, written: string) {
  const call = useCall()
  const show = useOrderCache()
  const idempotency = useIdempotencyKey(written)
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<{ says: string; field?: string | undefined }>()
  const params = { client_txn_id }

  const sending = async (request: () => Promise<Order>): Promise<boolean> => {
    setIsSending(true)
    setRefusal(undefined)
    try {
      show(await request())
      return true
    } catch (error) {
      idempotency.renewIfRefused(error)
      setRefusal({
        says: error instanceof Error ? error.message : String(error),
        field: error instanceof ApiError ? error.field : undefined,
      })
      return false
    } finally {
      setIsSending(false)
    }
  }
  return {
    isSending,
    refusal,
    report: (report: { issue: TicketIssue; note: string }) => {
      const body = { ...report, language: language() }
      return sending(() => call('openTicket', { params, body, idempotencyKey: idempotency.keyFor(body) }))
    },
    /** @returns whether it was sent */
    reply: (text: string) => {
      const body = { text, language: language() }
      return sending(() => call('replyToTicket', { params, body, idempotencyKey: idempotency.keyFor(body) }))
    },
  }
}
