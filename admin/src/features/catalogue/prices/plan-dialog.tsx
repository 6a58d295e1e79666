import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { Checkbox } from '@jhatpat/shared/ui/checkbox.tsx'
import { ChoiceGroup } from '@jhatpat/shared/ui/choice.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { clockTime, dayTime, toInputDate } from '@jhatpat/shared/ui/format/ist-time.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { DateField } from '../../../lib/date-field.tsx'
import { FormDialog } from '../../../lib/form-dialog.tsx'
import { averageMargins, marginOf, percentText } from '../margin.ts'
import { pricesText } from './set-texts.ts'
import type { Sheet } from './use-sheet.ts'

type When = 'tonight' | 'tomorrow' | 'another'

/** Schedules the prices typed in the sheet for a time in India, by the server's clock. */
export function PlanDialog({ sheet, onClose }: { sheet: Sheet; onClose: () => void }) {
  const { store } = useServices()
  const [when, setWhen] = useState<When>('tonight')
  const [at, setAt] = useState(() => tonight(serverNow()))
  const [reason, setReason] = useState('')
  const [reviewsCost, setReviewsCost] = useState(true)
  const moment = momentOf(at)
  const isPast = moment !== undefined && moment <= serverNow()
  const planning = useMutation({
    mutationFn: (applyAt: string) => sheet.send({ applyAt, reason, reviewsCost }),
    onSuccess: ({ prices, applyAt }) => {
      pushToast(store, { kind: 'ok', text: `${pricesText(prices.length)} will change ${dayTime(applyAt)}.` })
      onClose()
    },
  })
  const choose = (next: When) => {
    setWhen(next)
    if (next === 'tonight') setAt(tonight(serverNow()))
    if (next === 'tomorrow') setAt(tomorrow(serverNow()))
  }
  const change = (next: Partial<typeof at>) => {
    setWhen('another')
    setAt({ ...at, ...next })
  }
  return (
    <FormDialog
      className="stack stack-4"
      title="Schedule price change"
      error={planning.error}
      failed="Not scheduled."
      cancel="Cancel"
      action={moment === undefined ? 'Apply' : `Apply at ${clockTime(moment)}`}
      isBusy={planning.isPending}
      busyText="Scheduling…"
      button={{ 'aria-disabled': moment === undefined || isPast }}
      onClose={onClose}
      onSubmit={() => {
        if (moment !== undefined && !isPast) planning.mutate(new Date(moment).toISOString())
      }}
    >
      <p className="sm t2">{`${pricesText(sheet.cells.length)} in ${sheet.ready.length} ${sheet.ready.length === 1 ? 'item' : 'items'}`}</p>
      <ChoiceGroup
        label="When"
        kind="presets"
        value={when}
        onChange={choose}
        options={[
          { value: 'tonight', label: 'Tonight', detail: '12:00 am' },
          { value: 'tomorrow', label: 'Tomorrow', detail: '6:00 am' },
          { value: 'another', label: 'Pick date and time', detail: 'in IST' },
        ]}
      />
      <div className="form-g">
        <DateField label="Day" value={at.day} onChange={(day) => change({ day })} />
        <Field
          label="Time, IST"
          type="time"
          value={at.time}
          error={isPast ? 'Choose a time in the future.' : undefined}
          onChange={(event) => change({ time: event.target.value })}
        />
      </div>
      <Field
        label="Reason (optional)"
        maxLength={200}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Checkbox
        className="sm"
        label="Ask again if a cost rises and the margin falls below the minimum"
        checked={reviewsCost}
        onChange={(event) => setReviewsCost(event.target.checked)}
      />
      <Summary sheet={sheet} />
    </FormDialog>
  )
}

/** The effect on the margin, the lowest margin, and what is left out. */
function Summary({ sheet: { cells, changes } }: { sheet: Sheet }) {
  const margins = averageMargins(cells)
  const [lowest] = cells
    .flatMap(({ item, column, toPaise }) => {
      const margin = marginOf(item, toPaise, column)
      const whose = column === 'resellprice' ? ' for resellers' : ''
      return margin ? [{ name: `${item.name}${whose}`, ...margin }] : []
    })
    .toSorted((a, b) => a.percent - b.percent)
  const unread = changes.filter((change) => change.unread)
  return (
    <dl className="key-values">
      {margins && (
        <div>
          <dt>Average margin</dt>
          <dd>
            <del className="t3">{percentText(margins.before)}</del> <b>{percentText(margins.after)}</b>
          </dd>
        </div>
      )}
      {lowest && (
        <div>
          <dt>Lowest margin</dt>
          <dd className={lowest.isLow ? 'bad-text' : ''}>
            {`${lowest.name}, ${percentText(lowest.percent)}${lowest.isLow ? ', below minimum' : ''}`}
          </dd>
        </div>
      )}
      {unread.length > 0 && (
        <div>
          <dt>Skipped</dt>
          <dd>{`${unread.map(({ item }) => item.name).join(', ')}: not a valid price`}</dd>
        </div>
      )}
      <div>
        <dt>Changed before then</dt>
        <dd>Prices changed by someone else are skipped</dd>
      </div>
    </dl>
  )
}

const dayMs = 86_400_000

/** A time in India as the values of date and time inputs. */
type PlanTime = { day: string; time: string }

/** The next midnight, and six in the morning after it. */
const tonight = (now: number): PlanTime => ({ day: toInputDate(now + dayMs), time: '00:00' })
const tomorrow = (now: number): PlanTime => ({ day: toInputDate(now + dayMs), time: '06:00' })

/** ms since 1970; undefined where it can't be read. */
function momentOf({ day, time }: PlanTime): number | undefined {
  const at = Date.parse(`${day}T${time}:00+05:30`)
  return Number.isNaN(at) ? undefined : at
}
