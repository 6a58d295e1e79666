import { Button } from '@jhatpat/shared/ui/button.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { usePendingCounts } from '../../lib/pending-counts.ts'
import { isTruncated, useMorePending, usePendingOrders, usePendingRows } from '../../lib/pending-orders.ts'

/** Where the board has loaded a part of the list, the way to the rest. What needs a person has come first. */
export function MoreOrders() {
  const { data } = usePendingOrders()
  const loaded = usePendingRows().length
  const { all } = usePendingCounts()
  const more = useMorePending()
  if (!isTruncated(data)) return null
  return (
    <p className="row wrap lead">
      <span className="t2 sm">
        {formatCount(loaded)}
        {all > loaded && ` of ${formatCount(all)}`} orders are loaded, those that need a person first.
      </span>
      <Button size="sm" busy={more.isPending} onClick={() => more.mutate()}>
        Load more
      </Button>
    </p>
  )
}
