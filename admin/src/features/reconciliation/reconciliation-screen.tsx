import './reconciliation.css'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import {
  compareDay,
  type DayException,
  type ReconciledDay,
  reconciledDay,
} from '@jhatpat/shared/contracts/reconciliation.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { dayText, fullTime, startOfIstDay, toInputDate } from '@jhatpat/shared/ui/format/ist-time.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { IconButton } from '@jhatpat/shared/ui/icon-button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CallButton } from '../../lib/call-button.tsx'
import { DateField } from '../../lib/date-field.tsx'
import { LoadError } from '../../lib/load-error.tsx'
import { messageOf } from '../../lib/message-of.ts'
import { PageBar } from '../../lib/page-bar.tsx'
import { ComparisonPanel, gapOf, SupplierBalances, uncomparedOf } from './comparison-panel.tsx'
import { CloseDialog, ExceptionTable } from './exception-table.tsx'

const dayMs = 86_400_000

/** Compares a day's gateway, orders, ledger and suppliers; only differences are listed. */
export default function ReconciliationScreen() {
  const [params, setParams] = useSearchParams()
  const last = toInputDate(serverNow() - dayMs)
  const dayParam = params.get('day') ?? ''
  const day = /^\d{4}-\d{2}-\d{2}$/.test(dayParam) && startOfIstDay(dayParam) ? dayParam : last
  const { compared, compare } = useDay(day)
  const choose = (next: string) => setParams({ day: next }, { replace: true })
  const { data, error } = compared
  return (
    <>
      <PageBar title="Reconciliation">
        <DayNav day={day} last={last} onChoose={choose} />
      </PageBar>
      {error && !data && <LoadError error={error} onRetry={compared.refetch} />}
      {!data && !error && <Skeleton height={320} />}
      {compare.error && <InlineMessage kind="bad" title={messageOf(compare.error)} role="alert" />}
      {data && (
        <>
          <OpenDays day={day} days={data.openDays} open={data.open} onChoose={choose} />
          <Compared of={data} />
          <div className="row wrap recon-gap">
            <p className="xs t3 beside-button">
              {data.comparedAt ? `Reconciled ${fullTime(data.comparedAt)}. ` : ''}
              Payments are checked one by one, MooGold by its order list, Smile.one by its balance.
              Explanations are saved with the day and in the audit log.
            </p>
            {data.state !== 'running' && (
              <CallButton
                access={compareDay.auth}
                busy={compare.isPending}
                busyText="Starting…"
                onClick={() => compare.mutate()}
              >
                {data.state === 'none' ? 'Run reconciliation' : 'Run again'}
              </CallButton>
            )}
          </div>
        </>
      )}
    </>
  )
}

function Compared({ of }: { of: ReconciledDay }) {
  const uncompared = uncomparedOf(of)
  const gap = gapOf(of)
  if (of.state === 'none') {
    return (
      <Empty spot="chai" title="Not reconciled yet">
        Runs automatically at 4:00 am the next day.
      </Empty>
    )
  }
  return (
    <>
      {of.state === 'running' && (
        <InlineMessage kind="info" role="status" title="Reconciling…">
          {`${formatCount(of.asked)} payments checked so far. Exceptions appear as they’re found.`}
        </InlineMessage>
      )}
      <ComparisonPanel of={of} />
      {of.exceptions.length > 0 && <Exceptions rows={of.exceptions} />}
      {of.state === 'done' && uncompared.length > 0 && (
        <div className="recon-gap">
          <InlineMessage kind="warn" title="This day is only partly reconciled">
            <ul>
              {uncompared.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </InlineMessage>
        </div>
      )}
      {of.state === 'done' && of.exceptions.length === 0 && uncompared.length === 0 && gap === 0 && (
        <div className="recon-gap">
          <Empty spot="chai" title="No exceptions">
            No differences, all records match.
          </Empty>
        </div>
      )}
      <SupplierBalances readings={of.balances} />
    </>
  )
}

function Exceptions({ rows }: { rows: readonly DayException[] }) {
  const [closing, setClosing] = useState<DayException>()
  const open = rows.filter(({ state }) => state === 'open').length
  return (
    <section className="recon-gap" aria-labelledby="exceptions">
      <div className="row between wrap">
        <h2 className="d3" id="exceptions">
          {open === 0 ? 'All explained' : open === 1 ? '1 exception' : `${formatCount(open)} exceptions`}
        </h2>
        <span className="t2 sm">Matching records are hidden</span>
      </div>
      <ExceptionTable rows={rows} onClose={setClosing} />
      {closing && <CloseDialog exception={closing} onClose={() => setClosing(undefined)} />}
    </section>
  )
}

const oneDayMs = 86_400_000
const other = (day: string, days: number) =>
  toInputDate((startOfIstDay(day)?.getTime() ?? 0) + days * oneDayMs)

/** The shown day, the previous and the next; only days that have ended. */
function DayNav({ day, last, onChoose }: { day: string; last: string; onChoose: (day: string) => void }) {
  return (
    <div className="row recon-days">
      <IconButton icon="chevron-left" size="sm" label="Day before" onClick={() => onChoose(other(day, -1))} />
      <DateField
        label={<span className="visually-hidden">Day</span>}
        small
        value={day}
        max={last}
        onChange={(chosen) => chosen && onChoose(chosen)}
      />
      <IconButton
        icon="chevron-right"
        size="sm"
        label="Day after"
        disabled={day >= last}
        onClick={() => onChoose(other(day, 1))}
      />
    </div>
  )
}

type Props = { day: string; days: readonly string[]; open: number; onChoose: (day: string) => void }

const shownDays = 12

/** Other days with open exceptions. */
function OpenDays({ day, days, open, onChoose }: Props) {
  const others = days.filter((openDay) => openDay !== day).slice(0, shownDays)
  if (others.length === 0) return null
  return (
    <div className="row wrap recon-open">
      <span className="t2 sm">{`${formatCount(open)} open in total. Also on`}</span>
      {others.map((openDay) => (
        <Button key={openDay} size="sm" onClick={() => onChoose(openDay)}>
          {dayText(`${openDay}T12:00:00+05:30`)}
        </Button>
      ))}
    </div>
  )
}

const dayKey = (day: string) => ['admin', 'reconciliation', day] as const

/** A day's comparison, polled while it runs, and the mutation that starts it. */
function useDay(day: string) {
  const { call } = useServices()
  const queries = useQueryClient()
  const compared = useQuery({
    queryKey: dayKey(day),
    queryFn: ({ signal }) => call(reconciledDay, { params: { day }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? 3_000 : 60_000),
  })
  const compare = useMutation({
    // Separates the busy and error state of different days.
    mutationKey: [...dayKey(day), 'compare'],
    mutationFn: () => call(compareDay, { params: { day } }),
    onSuccess: (data) => queries.setQueryData(dayKey(data.day), data),
  })
  return { compared, compare }
}
