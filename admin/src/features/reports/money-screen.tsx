import './money.css'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type RefundReason, type SalesSummary, salesReport } from '@jhatpat/shared/contracts/sales.ts'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { istDay } from '@jhatpat/shared/ui/format/ist-text.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { KeyValues } from '@jhatpat/shared/ui/receipt-card.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { LoadError } from '../../lib/load-error.tsx'
import { PageBar } from '../../lib/page-bar.tsx'
import type { DaySummary } from './by-week.ts'
import { type MoneyAddress, readMoneyAddress } from './money-address.ts'
import { dayOf, percentOf, upToText, wholeRupees } from './money-format.ts'
import { redeliveriesText, refundTexts } from './money-texts.ts'
import { MoneyTools } from './money-tools.tsx'
import { PromisePanel } from './promise-panel.tsx'
import { RedeliveriesPanel } from './redeliveries-panel.tsx'
import { SalesTable } from './sales-table.tsx'
import { TotalsPanel, TotalsSkeleton } from './totals-panel.tsx'

const SalesChart = lazy(() => import('./sales-chart.tsx'))

/** Sales, margin, refunds and delivery promise, by day and by product. */
export default function MoneyScreen() {
  const [params, setParams] = useSearchParams()
  const address = readMoneyAddress(params, serverNow())
  const { call } = useServices()
  const callQuery = salesQuery(address)
  const report = useQuery({
    queryKey: ['admin', 'sales', callQuery],
    queryFn: ({ signal }) => call(salesReport, { query: callQuery, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 120_000,
  })
  const change = (changes: Record<string, string>) =>
    setParams(
      (before) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value) before.set(name, value)
          else before.delete(name)
        }
        return before
      },
      { replace: true },
    )
  const { data, error } = report
  return (
    <>
      <PageBar title="Reports">
        <span className="t2 sm">{periodText(address, data?.countedAt)}</span>
      </PageBar>
      <MoneyTools address={address} query={callQuery} products={data?.products ?? []} onChange={change} />
      {error && !data && <LoadError error={error} onRetry={report.refetch} />}
      {!data && !error && <TotalsSkeleton />}
      {data && (
        <div className={report.isPlaceholderData ? 'money-old' : undefined}>
          <TotalsPanel {...data} />
          {isEmpty(data) ? (
            <Empty spot="chai" title="No sales in this period">
              No orders delivered or refunded.
            </Empty>
          ) : (
            <>
              <div className="money-two">
                <section className="panel" aria-labelledby="sales-by-day">
                  <Suspense fallback={<Skeleton height={280} />}>
                    <SalesChart days={data.days} />
                  </Suspense>
                  <DaysTable days={data.days} />
                </section>
                <div className="money-side">
                  <RefundsPanel refunds={data.refunds} />
                  <CustomersPanel ways={data.ways} />
                </div>
              </div>
              <PromisePanel days={data.days} total={data.total} />
              <SalesTable rows={data.rows} address={address} onChange={change} />
              <p className="t3 xs money-gap">{redeliveriesText(data.total)}</p>
            </>
          )}
        </div>
      )}
    </>
  )
}

type SalesQuery = { from: string; to: string; productid?: string; customers?: 'users' | 'resellers' }

const salesQuery = ({ from, to, productid, customers }: MoneyAddress): SalesQuery => ({
  from,
  to,
  ...(productid ? { productid } : {}),
  ...(customers ? { customers } : {}),
})

const isEmpty = ({ total: { orders, refunds, ended, redeliveries } }: { total: SalesSummary }) =>
  orders + refunds + ended + redeliveries === 0

function periodText({ from, to }: MoneyAddress, countedAt: string | null | undefined): string {
  const days = from === to ? dayOf(to) : `${dayOf(from)} – ${dayOf(to)}`
  const until = countedAt ? `, counted at ${clockTime(countedAt)} on ${dayOf(istDay(countedAt))}` : ''
  return `${days} ${to.slice(0, 4)}${until}`
}

type Refund = { reason: RefundReason; count: number; amount: number }

/** Refunds by reason, largest sum first, which is the full bar. */
function RefundsPanel({ refunds }: { refunds: readonly Refund[] }) {
  const most = Math.max(...refunds.map(({ amount }) => amount), 0.01)
  return (
    <section className="panel" aria-labelledby="refunds-by-reason">
      <h2 className="d4" id="refunds-by-reason">
        Refunds by reason
      </h2>
      {refunds.length === 0 && <p className="t2 sm money-gap">No refunds.</p>}
      <ul className="money-bars">
        {refunds.map(({ reason, count, amount }) => (
          <li key={reason}>
            <span>
              {refundTexts[reason]} <span className="t3 xs">{formatCount(count)}</span>
            </span>
            <b className="num">{wholeRupees(amount)}</b>
            <span className="meter" aria-hidden="true">
              <i style={{ width: `${Math.max(1, (amount / most) * 100)}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Way = { customers: 'users' | 'resellers'; upi: number; wallet: number }

const whose = { users: 'Customers', resellers: 'Resellers' } as const

/** Sales by kind of customer and by payment method. */
function CustomersPanel({ ways }: { ways: readonly Way[] }) {
  return (
    <section className="panel" aria-labelledby="ways-of-paying">
      <h2 className="d4" id="ways-of-paying">
        Sales by payment
      </h2>
      <KeyValues
        className="money-gap"
        rows={ways.flatMap(({ customers, upi, wallet }) => [
          [`${whose[customers]}, UPI`, wholeRupees(upi)] as const,
          [`${whose[customers]}, wallet`, wholeRupees(wallet)] as const,
        ])}
      />
    </section>
  )
}

const columns: Column<DaySummary>[] = [
  { key: 'day', head: 'Day', cell: ({ day }) => <b className="nowrap">{dayOf(day)}</b> },
  { key: 'orders', head: 'Orders', right: true, cell: ({ orders }) => formatCount(orders) },
  { key: 'sales', head: 'Sales', right: true, cell: ({ sales }) => <b>{wholeRupees(sales)}</b> },
  { key: 'cost', head: 'Cost', right: true, cell: ({ cost }) => wholeRupees(cost) },
  {
    key: 'unknown',
    head: 'Cost unknown',
    right: true,
    cell: ({ unknownCost }) => (unknownCost ? `${formatCount(unknownCost)} orders` : '—'),
  },
  { key: 'margin', head: 'Margin', right: true, cell: ({ margin }) => wholeRupees(margin) },
  { key: 'refunded', head: 'Refunded', right: true, cell: ({ refunded }) => wholeRupees(refunded) },
  {
    key: 'redeliveries',
    head: 'Free replacements',
    right: true,
    cell: (row) => <RedeliveriesPanel of={row} />,
  },
  {
    key: 'onTime',
    head: 'Delivered on time',
    right: true,
    cell: ({ onTime, ended }) => percentOf(onTime, ended),
  },
  { key: 'median', head: 'Median', right: true, cell: ({ medianSeconds }) => upToText(medianSeconds) },
  {
    key: 'ninth',
    head: '90th percentile',
    right: true,
    cell: ({ ninetiethSeconds }) => upToText(ninetiethSeconds),
  },
]

/** The numbers behind the charts, latest day first. */
function DaysTable({ days }: { days: readonly DaySummary[] }) {
  return (
    <details className="money-days">
      <summary className="link sm">All numbers by day</summary>
      <DataTable
        label="By day"
        columns={columns}
        rows={days.toReversed()}
        rowKey={({ day }) => day}
        className="pin"
        dense
      />
    </details>
  )
}
