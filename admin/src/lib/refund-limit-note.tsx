import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { messageOf } from './message-of.ts'
import { useNeeded, useRefundLimitQuery } from './refund-limit.ts'

/**
 * Warns before a refund while the approval limit cannot be loaded.
 * @param orderid the order of the refund; once the server has demanded approval, its form requests
 * that. Left out for several orders.
 */
export function RefundLimitNote({ orderid = '' }: { orderid?: string }) {
  const isNeeded = useNeeded(orderid)
  const { data, error, refetch, isFetching } = useRefundLimitQuery()
  if (data || !error || isNeeded) return null
  return (
    <InlineMessage kind="warn" title="How much you may refund alone is not known" role="alert">
      <span>{messageOf(error)} What needs a second person is refused, and nothing goes back. </span>
      <Button size="sm" busy={isFetching} busyText="Asking" onClick={() => refetch()}>
        Try again
      </Button>
    </InlineMessage>
  )
}
