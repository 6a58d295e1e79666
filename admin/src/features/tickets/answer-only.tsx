import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { writeToTicket } from '@jhatpat/shared/contracts/tickets.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../lib/message-of.ts'
import { ticketsKey } from '../../lib/ticket-counts.ts'
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts'

type Written = { text: string; onSent: (text: string) => void }

/** Sends a text to the customer and leaves the ticket open. */
export function useWriting({ orderid, itemname }: BoardOrder, { text: typed, onSent }: Written) {
  const { call, store } = useServices()
  const queries = useQueryClient()
  const idempotency = useIdempotencyKey(typed)
  return useMutation({
    mutationFn: (text: string) => {
      const body = { text }
      return call(writeToTicket, { params: { id: orderid }, body, idempotencyKey: idempotency.keyFor(body) })
    },
    onSuccess: (_order, text) => {
      onSent(text)
      pushToast(store, { kind: 'ok', title: 'Sent. The report stays open.', text: itemname })
    },
    onError: (error) => idempotency.renewIfRefused(error),
    onSettled: () => queries.invalidateQueries({ queryKey: ticketsKey }),
  })
}

type AnswerOnlyProps = { writing: ReturnType<typeof useWriting>; text: string; disabled: boolean }

/** The button that sends the text without resolving the ticket. */
export function AnswerOnly({ writing, text, disabled }: AnswerOnlyProps) {
  return (
    <>
      {writing.error && (
        <span className="bad-text sm" role="alert">
          {messageOf(writing.error)}
        </span>
      )}
      <Button
        variant="quiet"
        disabled={disabled || text.length < 2}
        busy={writing.isPending}
        busyText="Sending"
        onClick={() => writing.mutate(text)}
      >
        Answer only
      </Button>
    </>
  )
}
