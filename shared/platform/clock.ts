/** The only source of the current time for rules, so that tests can set the time. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/**
 * The current time, but at least one ms after `then`: of two changes in one ms the second is later.
 */
export const monotonicNow = (then: Date, now: Date): Date =>
  new Date(Math.max(now.getTime(), then.getTime() + 1))

/** When a day `yyyy-mm-dd` begins in India, plus `days`. */
export const startOfIstDay = (day: string, days = 0): Date =>
  new Date(Date.parse(`${day}T00:00:00+05:30`) + days * 86_400_000)

/** The day in India as `yyyy-mm-dd`. */
export const isoDayOf = (moment: Date): string =>
  new Date(moment.getTime() + 330 * 60_000).toISOString().slice(0, 10)

/** When the month of a moment begins in India. */
export function startOfIstMonth(moment: Date): Date {
  const [, month, year] = istDay(moment).split('-')
  return startOfIstDay(`${year}-${month}-01`)
}

/** `31-01-2025`: the day in India, as gateways and the specification's calls write dates. */
export const istDay = (moment: Date): string => isoDayOf(moment).split('-').reverse().join('-')

const timeZone = 'Asia/Kolkata'
// Constructed once: constructing a formatter takes longer than formatting.
const clockInIndia = new Intl.DateTimeFormat('en-IN', {
  timeZone,
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})
const calendarInIndia = new Intl.DateTimeFormat('en-IN', { timeZone, day: 'numeric', month: 'short' })

/** `9:12 pm`, India time. */
export const timeInIndia = (moment: Date): string =>
  clockInIndia.format(moment).toLowerCase().replace(/\s/, ' ')

/** `9:12 pm on 23 Nov`, for a moment that may be on another day than the message. */
export const dayAndTimeInIndia = (moment: Date): string =>
  `${timeInIndia(moment)} on ${calendarInIndia.format(moment)}`
