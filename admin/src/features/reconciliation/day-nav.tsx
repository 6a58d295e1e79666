import { startOfIstDay, toInputDate } from '@jhatpat/shared/ui/format/ist-time.ts'
import { IconButton } from '@jhatpat/shared/ui/icon-button.tsx'

const oneDayMs = 86_400_000
const other = (day: string, days: number) => toInputDate((startOfIstDay(day)?.getTime() ?? 0) + days * oneDayMs)

/** The day that is shown, the one before and the one after; none that is not over. */
export function DayNav({
  day,
  last,
  onChoose,
}: {
  day: string
  last: string
  onChoose: (day: string) => void
}) {
  return (
    <div className="row recon-days">
      <IconButton icon="chevron-left" size="sm" label="Day before" onClick={() => onChoose(other(day, -1))} />
      <input
        type="date"
        className="input in-sm"
        aria-label="Day"
        value={day}
        max={last}
        onChange={({ target }) => target.value && onChoose(target.value)}
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
