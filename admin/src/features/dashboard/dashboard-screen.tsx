import './dashboard.css'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { stats } from '@jhatpat/shared/contracts/admin.ts'
import { openExceptions } from '@jhatpat/shared/contracts/reconciliation.ts'
import type { ResultOf } from '@jhatpat/shared/contracts/route.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LiveMark } from '../../lib/live-mark.tsx'
import { LoadError } from '../../lib/load-error.tsx'
import { usePermission } from '../../lib/me.ts'
import { PageBar } from '../../lib/page-bar.tsx'
import { usePendingCounts } from '../../lib/pending-counts.ts'
import { useTicketCounts } from '../../lib/ticket-counts.ts'
import { useFactor } from '../../lib/use-factor.ts'
import { SupplyAlerts } from './supply-alerts.tsx'
import { WaitingOrders } from './waiting-orders.tsx'

/** Each loads with the roles that see it. */
const DueTickets = lazyComponent(() => import('./due-tickets.tsx'))
const SilentSuppliers = lazyComponent(() => import('./silent-suppliers.tsx'))
const SupplyPoints = lazyComponent(() => import('./supply-points.tsx'))

/** The home of every role: each part only where the role may see it. */
export default function DashboardScreen() {
  const may = usePermission()
  return (
    <>
      <PageBar title="Dashboard">
        <NowInIndia />
        <LiveMark />
      </PageBar>
      {may('suppliers.view') && (
        <Optional>
          <SilentSuppliers />
        </Optional>
      )}
      <NoFactorNote />
      {may('reconciliation.manage') && <ExceptionsNote />}
      {may('suppliers.view') && <SupplyAlerts />}
      {may('sales.view') && <SalesPanel />}
      {may('tickets.manage') && !may('sales.view') && <TicketCounters />}
      <div className="dashboard-grid two">
        {may('suppliers.view') && (
          <Optional>
            <SupplyPoints />
          </Optional>
        )}
        {may('board.view') && <WaitingOrders />}
        {may('tickets.manage') && (
          <Optional>
            <DueTickets />
          </Optional>
        )}
      </div>
    </>
  )
}

function SalesPanel() {
  const { call } = useServices()
  const counters = useQuery({
    queryKey: ['admin', 'stats'],
    queryFn: ({ signal }) => call(stats, { signal }),
    refetchInterval: 20_000,
    refetchOnWindowFocus: 'always',
  })
  if (counters.data) return <StatsPanel counters={counters.data} />
  if (counters.error) return <LoadError error={counters.error} onRetry={counters.refetch} />
  return <StatsSkeleton />
}

/** The tickets in numbers, for a role that sees no sales. */
function TicketCounters() {
  const counts = useTicketCounts()
  if (!counts) return <StatsSkeleton />
  return (
    <dl className="stats panel">
      <Figure name="Open tickets" value={formatCount(counts.open)} />
      <Figure
        name="Late"
        value={formatCount(counts.late)}
        note={counts.late > 0 ? <span className="late">past 48 hours</span> : 'On time'}
      />
      <Figure name="Assigned to you" value={formatCount(counts.mine)} />
      <Figure name="Unassigned" value={formatCount(counts.unassigned)} />
    </dl>
  )
}

/** The time in India, to the minute. */
function NowInIndia() {
  const now = useNow(60_000)
  return <span className="t2 sm">{fullTime(now).replace(/:\d\d (?=[ap]m)/, ' ')}</span>
}

/** How many reconciliation exceptions are open; only for roles that can close them. */
function ExceptionsNote() {
  const { call } = useServices()
  const { data } = useQuery({
    queryKey: ['admin', 'reconciliation', 'open'],
    queryFn: ({ signal }) => call(openExceptions, { signal }),
    refetchInterval: 60_000,
  })
  if (!data || data.open === 0) return null
  const countText =
    data.open === 1 ? '1 reconciliation exception' : `${formatCount(data.open)} reconciliation exceptions`
  return (
    <InlineMessage kind="warn" className="discrepancies" title={countText}>
      <AppLink className="link" href="/reconciliation">
        View reconciliation
      </AppLink>
    </InlineMessage>
  )
}

/** A reminder for admins who may work without a second factor and have none. */
function NoFactorNote() {
  const { data } = useFactor()
  if (!data || data.isOn) return null
  return (
    <InlineMessage kind="info" className="discrepancies" title="Two-step verification is off">
      It’s required in production.{' '}
      <AppLink className="link" href="/second-factor">
        Set up
      </AppLink>
    </InlineMessage>
  )
}

type Counters = ResultOf<typeof stats>

/** The shop's five counters. */
function StatsPanel({ counters }: { counters: Counters }) {
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
        note={late > 0 ? <span className="late">{formatCount(late)} late</span> : 'On time'}
      />
      <div>
        <dt>Sales</dt>
        <dd className="money">
          <Money rupees={counters.total_sale} className="plain" />
        </dd>
      </div>
    </dl>
  )
}

/** The skeleton of the counters. */
function StatsSkeleton() {
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
