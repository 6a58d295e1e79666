import { Field, type FieldProps } from '@jhatpat/shared/ui/field.tsx'
import { useState } from 'react'

type DateFieldProps = Omit<FieldProps, 'value' | 'onChange' | 'type' | 'min' | 'max'> & {
  /** `2026-11-21`, or empty. */
  value: string
  /** The earliest and latest day. */
  min?: string | undefined
  max?: string | undefined
  /** Receives a complete day, or empty. */
  onChange: (day: string) => void
}

/** A day as the shop writes it, in every browser: `21-11-2026`. */
export function DateField({ value, min = '', max = '', onChange, error, ...field }: DateFieldProps) {
  const [typed, setTyped] = useState<string>()
  const [isLeft, setLeft] = useState(false)
  const text = typed ?? shownDay(value)
  const day = parseDay(text)
  const isOutside = day !== '' && ((min !== '' && day < min) || (max !== '' && day > max))
  const wrong =
    text !== '' && day === '' ? 'Enter the date as dd-mm-yyyy.' : isOutside ? rangeText(min, max) : ''
  return (
    <Field
      {...field}
      inputMode="numeric"
      autoComplete="off"
      placeholder="dd-mm-yyyy"
      maxLength={10}
      value={text}
      error={error ?? (isLeft && wrong ? wrong : undefined)}
      onChange={({ target }) => {
        setTyped(target.value)
        setLeft(false)
        const next = parseDay(target.value)
        const isInside = (min === '' || next >= min) && (max === '' || next <= max)
        if (target.value === '' || (next !== '' && isInside)) onChange(next)
      }}
      onBlur={() => {
        setLeft(true)
        if (!wrong) setTyped(undefined)
      }}
    />
  )
}

/** `2026-11-21` as `21-11-2026`. */
const shownDay = (day: string): string => day.split('-').reverse().join('-')

/** The day of a text such as `21-11-2026`, `21/11/2026` or `2026-11-21`; empty if there is none. */
export function parseDay(text: string): string {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim())
  const ours = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text.trim())
  const [y, m, d] = iso?.slice(1) ?? ours?.slice(1).reverse() ?? []
  if (!y || !m || !d) return ''
  const day = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : ''
}

function rangeText(min: string, max: string): string {
  if (min && max) return `Choose a day from ${shownDay(min)} to ${shownDay(max)}.`
  return min ? `Choose ${shownDay(min)} or later.` : `Choose ${shownDay(max)} or earlier.`
}
