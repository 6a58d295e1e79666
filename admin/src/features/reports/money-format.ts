import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'

/** Rupees on an axis: ₹40,000, ₹2 L, ₹1.5 Cr. */
export function shortRupees(rupees: number): string {
  const size = Math.abs(rupees)
  const sign = rupees < 0 ? '−' : ''
  if (size >= 10_000_000) return `${sign}₹${shortNumber(size / 10_000_000)} Cr`
  if (size >= 100_000) return `${sign}₹${shortNumber(size / 100_000)} L`
  return `${sign}₹${formatCount(Math.round(size))}`
}

const shortNumber = (number: number) => String(Math.round(number * 100) / 100)

/** Whole rupees from ₹100; smaller sums keep their paise. */
export const wholeRupees = (rupees: number): string =>
  formatRupees(Math.abs(rupees) >= 100 ? Math.round(rupees) : rupees)

/** `18.6%`, or a dash where the whole is zero. */
export const percentOf = (part: number, total: number): string =>
  total === 0 ? '—' : `${((part / total) * 100).toFixed(1)}%`

/** An upper limit of time in a table: `31 s`, `6 min`, `2 h`. */
export function upToText(seconds: number | null): string {
  if (seconds === null) return '—'
  if (seconds < 120) return `${seconds} s`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** `15 Nov` for `2026-11-15`. */
export const dayOf = (day: string): string => `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`

/** `Sunday, 15 Nov 2026`. */
export const wholeDay = (day: string): string =>
  `${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]}, ${dayOf(day)} ${day.slice(0, 4)}`
