import { useEffect, useState } from 'react'

/** Delay before a resend in ms, unless the server gives one: the vendor refuses it sooner. */
export const resendAfterMs = 300_000

/**
 * Time until `endsAt`, in ms, updated every second; undefined while unknown. Both are on `performance.now()`,
 * which does not move when the clock is set.
 */
export function useTimeLeft(endsAt: number | undefined): number | undefined {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    if (endsAt === undefined) return
    const tick = () => setNow(performance.now())
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [endsAt])
  // Until the first tick `now` may be older than `endsAt` is.
  return endsAt === undefined ? undefined : Math.max(0, endsAt - now)
}
