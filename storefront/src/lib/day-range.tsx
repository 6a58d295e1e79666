import { t } from '@jhatpat/shared/ui/texts/translate.ts'

type DayRangeProps = {
  /** What happened on these days, for screen readers: `Order date`. */
  label: string
  /** Days in India as yyyy-mm-dd, or empty; both belong to the range. */
  from: string
  to: string
  onChange: (change: { from?: string; to?: string }) => void
}

/** A start day and an end day, each with its label before it. */
export function DayRange({ label, from, to, onChange }: DayRangeProps) {
  return (
    <fieldset className="days">
      <legend className="visually-hidden">{label}</legend>
      <Day label={t('From')} value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <Day label={t('To')} value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </fieldset>
  )
}

type DayProps = {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

function Day({ label, value, min = '', max = '', onChange }: DayProps) {
  return (
    <label className="pick-one">
      <span className="t3 sm">{label}</span>
      <input
        className="input"
        type="date"
        value={value}
        min={min}
        max={max}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
