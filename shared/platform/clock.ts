/** The only source of "now" for rules, so that tests can move time. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** Now, or where the clock says otherwise the next ms after that: of two changes in one ms the second is later. */
export const nowAfter = (then: Date, now: Date): Date => new Date(Math.max(now.getTime(), then.getTime() + 1))

/** `31-01-2025`: a moment's day in India, as gateways and the specification's calls write dates. */
export function istDay(moment: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Kolkata',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(moment)
  return parts.replaceAll('/', '-')
}
