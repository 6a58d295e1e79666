import { useEffect, useEffectEvent, useRef } from 'react'

const retryIntervalMs = 20_000

/**
 * Renews an assignment while `isActive` and while the page is visible. A failed renewal is retried.
 * @param nowMs ticks; each tick checks whether a renewal is due
 */
export function useRenewal(isActive: boolean, nowMs: number, renew: () => void): void {
  const lastAttemptMs = useRef(0)
  const renewIfDue = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return
    if (nowMs - lastAttemptMs.current < retryIntervalMs) return
    lastAttemptMs.current = nowMs
    renew()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks with each tick
  useEffect(() => {
    if (isActive) renewIfDue()
  }, [isActive, nowMs])
}
