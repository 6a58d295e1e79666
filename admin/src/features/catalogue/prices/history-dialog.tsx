import type { PriceChange } from '@jhatpat/shared/contracts/price-changes.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { LoadError } from '../../../lib/load-error.tsx'
import { usePermission } from '../../../lib/me.ts'
import { messageOf } from '../../../lib/message-of.ts'
import { useItems } from '../use-catalogue.ts'
import { SetMarginLine } from './margin-change.tsx'
import { SetPrices } from './set-prices.tsx'
import { canRollBack, pendingCount, priceChangeTexts, setTitle, skippedCount } from './set-texts.ts'
import { useCancelSet, usePriceChanges } from './use-price-changes.ts'

type Props = { onClose: () => void; onRollBack: (set: PriceChange) => void }

/**
 * Scheduled, applied and cancelled price changes; scheduled ones can be cancelled, applied ones
 * rolled back.
 */
export function HistoryDialog({ onClose, onRollBack }: Props) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = usePriceChanges()
  const cancelling = useCancelSet()
  const pages = data?.pages ?? []
  const planned = pages[0]?.planned ?? []
  const listed = new Set(planned.map(({ id }) => id))
  const sets = pages.flatMap((page) => page.sets).filter(({ id }) => !listed.has(id))
  const shown = [...planned, ...sets]
  return (
    <Dialog open onClose={onClose} title="Price history">
      <div className="stack stack-4">
        <p className="sm t2">Rolling back restores the old prices as a new change.</p>
        {cancelling.error && (
          <InlineMessage kind="bad" title="Not cancelled." role="alert">
            {messageOf(cancelling.error)}
          </InlineMessage>
        )}
        {!data && (error ? <LoadError error={error} onRetry={refetch} /> : <Skeleton height={220} />)}
        {data && shown.length === 0 && <p className="t2">No changes yet.</p>}
        <ul className="sets">
          {shown.map((set) => (
            <SetLine
              key={set.id}
              set={set}
              isBusy={cancelling.isPending}
              onCancel={() => cancelling.mutate(set.id)}
              onRollBack={() => onRollBack(set)}
            />
          ))}
        </ul>
        {hasNextPage && (
          <Button busy={isFetchingNextPage} busyText="Loading…" onClick={() => void fetchNextPage()}>
            Show older
          </Button>
        )}
      </div>
    </Dialog>
  )
}

type LineProps = { set: PriceChange; isBusy: boolean; onCancel: () => void; onRollBack: () => void }

function SetLine({ set, isBusy, onCancel, onRollBack }: LineProps) {
  const may = usePermission()('catalogue.prices')
  const { data: items = [] } = useItems()
  const { text, icon, className } = priceChangeTexts(set, may)
  const title = setTitle(set, items)
  const left = skippedCount(set)
  return (
    <li>
      <div className="grow">
        <b className="sm">{title}</b>
        {(set.reason || set.rollsBackId) && <p className="xs t2">{set.reason || 'Rolled back'}</p>}
        <SetMarginLine set={set} />
        {pendingCount(set) > 0 && <p className="xs bad-text">{heldText(set)}</p>}
        {left > 0 && <p className="xs bad-text">{`${left} skipped`}</p>}
        <p className="xs t3">
          <TimeText at={set.endedAt ?? set.applyAt} />
          {`, ${set.by}`}
        </p>
      </div>
      <div className="row row-end wrap">
        <span className={`st ${className}`}>
          <Icon name={icon} size="sm" />
          {text}
        </span>
        {may && set.state === 'planned' && (
          <Button size="sm" aria-label={`Cancel ${title}`} aria-disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
        )}
        {may && canRollBack(set) && (
          <Button size="sm" aria-label={`Roll back ${title}`} onClick={onRollBack}>
            Roll back
          </Button>
        )}
      </div>
      <details className="xs">
        <summary>Prices</summary>
        <SetPrices label={`Prices of ${title}`} prices={set.prices} />
      </details>
    </li>
  )
}

const heldText = (set: PriceChange): string => {
  const end = { none: '', open: '', applied: ', applied anyway', dropped: ', current prices kept' }[
    set.pending
  ]
  return `${pendingCount(set)} for review because of cost${end}`
}
