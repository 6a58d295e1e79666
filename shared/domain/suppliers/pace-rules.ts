/** What an account spent, in ten-thousandths of its unit. */
export type Spending = {
  hour: number
  unitsLastHour: number
  day: number
  /** Since when anything is known of it: the first purchase of the day. Null: there was none. */
  firstAt: Date | null
}

/** At what rate, and over which time that was measured; `few`: too little was bought to say. */
export type SpendRate = { over: 'hour' | 'day'; perHour: number } | { over: 'few' }

/** Of fewer packs within the hour, the day says more. */
const minUnitsForRate = 5
const hourMs = 3_600_000

/**
 * Pure. The present rate: that of the last hour, where enough was bought in it; else that of the day, over as much of it
 * as anything is known of, an hour at least.
 */
export function spendRate({ hour, unitsLastHour, day, firstAt }: Spending, now: Date): SpendRate {
  if (unitsLastHour >= minUnitsForRate && hour > 0) return { over: 'hour', perHour: hour }
  const knownMs = firstAt ? now.getTime() - firstAt.getTime() : 0
  if (knownMs < hourMs || day <= 0) return { over: 'few' }
  return { over: 'day', perHour: (day * hourMs) / Math.min(24 * hourMs, knownMs) }
}

/** Pure. How long what an account holds lasts at a rate, in ms; undefined where that can't be said. */
export function runwayMs(amount: number | undefined, rate: SpendRate): number | undefined {
  if (amount === undefined || rate.over === 'few') return undefined
  return Math.max(0, Math.round((amount / rate.perHour) * hourMs))
}
