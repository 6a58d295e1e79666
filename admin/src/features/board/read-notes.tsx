import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { orderNotes } from '@jhatpat/shared/contracts/order-details.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { messageOf } from '../../lib/message-of.ts'
import { OrderNotes } from './order-notes.tsx'

/**
 * The notes of an expanded row: fetched when it expands, and again when the board reports a new
 * one.
 */
export function ReadNotes({ order: { orderid, noteSummary } }: { order: BoardOrder }) {
  const { call } = useServices()
  // The previous version of the api sends no count: then the notes are fetched.
  const { count, lastAt = null } = noteSummary ?? {}
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'order-notes', orderid, count ?? null, lastAt],
    queryFn: ({ signal }) => call(orderNotes, { params: { id: orderid }, signal }),
    enabled: count !== 0,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  if (count === 0) return null
  return (
    <>
      {data && <OrderNotes notes={data.notes} />}
      {!data && !error && (
        <p className="xs t2" role="status">
          {count === undefined ? 'Reading notes' : `Reading ${many(count)}`}
        </p>
      )}
      {error && (
        <InlineMessage
          kind="bad"
          title={`${many(count)} could not be read: ${messageOf(error)}`}
          role="alert"
        >
          <Button size="sm" onClick={() => refetch()}>
            Try again
          </Button>
        </InlineMessage>
      )}
    </>
  )
}

const many = (count: number | undefined) => {
  if (count === undefined) return 'Notes'
  return count === 1 ? '1 note' : `${count} notes`
}
