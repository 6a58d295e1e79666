import { useEffect, useEffectEvent, useRef } from 'react'

const askAgainMs = 20_000

/**
 * Renews a lease for as long as that is wanted, while the page is looked at. One that failed is asked for again.
 * @param nowMs ticks; with each it is looked at again
 */
export function useRenewal(wanted: boolean, nowMs: number, renew: () => void): void {
  const askedAt = useRef(0)
  const ask = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return
    if (nowMs - askedAt.current < askAgainMs) return
    askedAt.current = nowMs
    renew()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again with each tick
  useEffect(() => {
    if (wanted) ask()
  }, [wanted, nowMs])
}
