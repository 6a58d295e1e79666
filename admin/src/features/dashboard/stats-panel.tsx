import type { stats } from '@jhatpat/shared/contracts/admin.ts'
import type { ResultOf } from '@jhatpat/shared/contracts/route.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import type { ReactNode } from 'react'
import { usePendingCounts } from '../../lib/pending-counts.ts'

type Counters = ResultOf<typeof stats>

/** The shop's five counters. */
export function StatsPanel({ counters }: { counters: Counters }) {
  const { late } = usePendingCounts()
  return (
    <dl className="stats panel">
      <Figure name="Total orders" value={formatCount(counters.total_order)} />
      <Figure
        name="Completed"
        value={formatCount(counters.completed)}
        note={shareOf(counters.completed, counters.total_order)}
      />
      <Figure
        name="Refunded"
        value={formatCount(counters.refunded)}
        note={shareOf(counters.refunded, counters.total_order)}
      />
      <Figure
        name="Processing"
        value={formatCount(counters.processing)}
        note={late > 0 ? <span className="late">{formatCount(late)} late</span> : 'None late'}
      />
      <div>
        <dt>Total sale</dt>
        <dd className="money">
          <Money rupees={counters.total_sale} className="plain" />
        </dd>
      </div>
    </dl>
  )
}

/** The skeleton of the counters. */
export function StatsSkeleton() {
  return (
    <div className="stats panel" aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading...
      </p>
      {[110, 110, 80, 50, 150].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: five fixed boxes
        <Skeleton key={index} width={width} height={77} />
      ))}
    </div>
  )
}

function Figure({ name, value, note }: { name: string; value: string; note?: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="money">{value}</dd>
      <dd className="xs t3">{note}</dd>
    </div>
  )
}

function shareOf(part: number, total: number): string {
  return total === 0 ? '' : `${((part / total) * 100).toFixed(1)}%`
}
