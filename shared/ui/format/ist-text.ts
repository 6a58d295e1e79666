/** The instant itself. */
export type Instant = Date | string | number

/** India is UTC+5:30 all year, without daylight saving time since 1945. */
const aheadMs = 19_800_000

/**
 * The local time in India at an instant, `2026-11-21T20:42:10`. Computed, because the first `Intl` call of a
 * page keeps a slow phone busy for 60 ms. @throws RangeError for an invalid time
 */
export function istText(at: Instant): string {
  return new Date(new Date(at).getTime() + aheadMs).toISOString().slice(0, 19)
}

/** The day in India: `2026-11-21`. */
export function istDay(at: Instant): string {
  return istText(at).slice(0, 10)
}
