import { useEffect, useEffectEvent, useRef } from 'react'

const askAgainMs = 20_000

/**
 * Renews an assignment while `wanted` and while the page is visible. A failed renewal is retried.
 * @param nowMs ticks; each tick checks whether a renewal is due
 */
export function useRenewal(wanted: boolean, nowMs: number, renew: () => void): void {
  const askedAt = useRef(0)
  const ask = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return
    if (nowMs - askedAt.current < askAgainMs) return
    askedAt.current = nowMs
    renew()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks with each tick
  useEffect(() => {
    if (wanted) ask()
  }, [wanted, nowMs])
}
