import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { stats } from '@jhatpat/shared/contracts/admin.ts'
import { fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useQuery } from '@tanstack/react-query'
import { LiveMark } from '../../lib/live-mark.tsx'
import { LoadError } from '../../lib/load-error.tsx'
import { NoFactorNote } from '../../lib/no-factor-note.tsx'
import { PageBar } from '../../lib/page-bar.tsx'
import { ExceptionsNote } from './exceptions-note.tsx'
import { StatsPanel, StatsSkeleton } from './stats-panel.tsx'
import { SupplyAlerts } from './supply-alerts.tsx'
import { SupplyPoints } from './supply-points.tsx'
import { WaitingOrders } from './waiting-orders.tsx'

/** The shop at a glance: its figures, the supplier's points, and who waits for a person. */
export default function DashboardScreen() {
  const { call } = useServices()
  const figures = useQuery({
    queryKey: ['admin', 'stats'],
    queryFn: ({ signal }) => call(stats, { signal }),
    refetchInterval: 20_000,
    refetchOnWindowFocus: 'always',
  })
  return (
    <>
      <PageBar title="Dashboard">
        <NowInIndia />
        <LiveMark />
      </PageBar>
      <NoFactorNote />
      <ExceptionsNote />
      <SupplyAlerts />
      {figures.data ? (
        <StatsPanel figures={figures.data} />
      ) : figures.error ? (
        <LoadError error={figures.error} onRetry={figures.refetch} />
      ) : (
        <StatsSkeleton />
      )}
      <div className="dashboard-grid two">
        <SupplyPoints />
        <WaitingOrders />
      </div>
    </>
  )
}

/** The shop's own time, to the minute. */
function NowInIndia() {
  const now = useNow(60_000)
  return <span className="t2 sm">{fullTime(now).replace(/:\d\d (?=[ap]m)/, ' ')}</span>
}
