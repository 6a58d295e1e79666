import { useEffect, useState } from 'react'

/** After how long it can be sent again, in ms, where the server has not said so: sooner the vendor refuses it. */
export const resendAfterMs = 300_000

/**
 * How long it is till `endsAt`, in ms, fresh every second; undefined until that is known. Both are on
 * `performance.now()`, which a wrong clock or one that is set meanwhile does not move.
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
