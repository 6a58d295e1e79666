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
    <InlineMessage kind="warn" title="Your refund limit couldn’t be loaded" role="alert">
      <span>{messageOf(error)} A refund above your limit is rejected; nothing is refunded then. </span>
      <Button size="sm" busy={isFetching} busyText="Checking…" onClick={() => refetch()}>
        Try again
      </Button>
    </InlineMessage>
  )
}
