/** The instant itself. */
export type Instant = Date | string | number

/** India keeps one time, half past five hours before UTC, all year since 1945. */
const aheadMs = 19_800_000

/**
 * What the clocks of India show at an instant, `2026-11-21T20:42:10`. By arithmetic, since the first `Intl` of a page
 * keeps a slow phone busy for 60 ms. Throws a RangeError for what is no time.
 */
export function istText(at: Instant): string {
  return new Date(new Date(at).getTime() + aheadMs).toISOString().slice(0, 19)
}

/** The day in India: `2026-11-21`. */
export function istDay(at: Instant): string {
  return istText(at).slice(0, 10)
}
