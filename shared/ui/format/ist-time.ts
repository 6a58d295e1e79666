import { clockText, counted, t } from '../texts/translate.ts'
import { type Instant, istDay, istText } from './ist-text.ts'
import { serverNow } from './server-time.ts'

/** Times in India, whatever the browser's time zone. */
export type { Instant }

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** `8:42 pm`, or `8:42:10 pm` with seconds; in the current language, or as `write` formats it. */
export function clockTime(at: Instant, { seconds = false, write = clockText } = {}): string {
  const { hour, minute, second } = istParts(at)
  const tail = seconds ? `:${second}` : ''
  return write(Number(hour), `${Number(hour) % 12 || 12}:${minute}${tail}`)
}

/** `21 Nov`, with the year unless it is the current one. */
export function dayText(at: Instant, now: Instant = serverNow()): string {
  const { day, month, year } = istParts(at)
  const tail = year === istParts(now).year ? '' : ` ${year}`
  return `${Number(day)} ${monthName(month)}${tail}`
}

/** `Today, 8:42 pm` or `20 Nov, 9:05 pm`. */
export function dayTime(at: Instant, now: Instant = serverNow()): string {
  const day = toWireDate(at) === toWireDate(now) ? t('Today') : dayText(at, now)
  return `${day}, ${clockTime(at)}`
}

/** Full date and time: `21 Nov 2026, 8:42:10 pm IST`. */
export function fullTime(at: Instant): string {
  const { day, month, year } = istParts(at)
  return `${Number(day)} ${monthName(month)} ${year}, ${clockTime(at, { seconds: true })} IST`
}

/** `just now`, `40 seconds ago`, `in 12 minutes`, `3 hours ago`; more than a day away the day and time. */
export function relativeTime(at: Instant, now: Instant = serverNow()): string {
  const aheadMs = toMs(at) - toMs(now)
  const size = Math.abs(aheadMs)
  if (size < 5 * secondMs) return t('just now')
  if (size >= 24 * hourMs) return dayTime(at, now)
  const span = spanText(size)
  return aheadMs > 0 ? t('in {span}', { span }) : t('{span} ago', { span })
}

/** The biggest whole unit of a duration: `40 seconds`, `1 minute`, `3 hours`. */
export function spanText(ms: number): string {
  if (ms < minuteMs) return counted(Math.floor(ms / secondMs), '{n} second', '{n} seconds')
  if (ms < hourMs) return counted(Math.floor(ms / minuteMs), '{n} minute', '{n} minutes')
  return counted(Math.floor(ms / hourMs), '{n} hour', '{n} hours')
}

/** A countdown as `27:54`; never below `00:00`. */
export function minutesSeconds(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / secondMs))
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}

/** The day in India in the format of the API: `21-11-2026` (dd-mm-yyyy). */
export function toWireDate(at: Instant): string {
  const { day, month, year } = istParts(at)
  return `${day}-${month}-${year}`
}

/** The day in India in the format of a date input: `2026-11-21`. */
export function toInputDate(at: Instant): string {
  return istDay(at)
}

/** The first instant of a day in India, from `dd-mm-yyyy` or `yyyy-mm-dd`; undefined for any other format. */
export function startOfIstDay(text: string): Date | undefined {
  const apiFormat = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text)
  const iso = apiFormat ? `${apiFormat[3]}-${apiFormat[2]}-${apiFormat[1]}` : text
  const at = new Date(`${iso}T00:00:00+05:30`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

function istParts(at: Instant) {
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = istText(at).split(/\D/)
  return { year, month, day, hour, minute, second }
}

function toMs(at: Instant): number {
  return new Date(at).getTime()
}

function monthName(month: string): string {
  return t(months[Number(month) - 1] ?? 'Jan')
}
