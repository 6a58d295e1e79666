import { useNow } from '@jhatpat/shared/ui/use-now.ts'

/** Seconds left until a time, `4 s`; empty once it has passed. */
export function SecondsLeft({ until }: { until: string }) {
  const nowMs = useNow(250)
  const left = Math.ceil((Date.parse(until) - nowMs) / 1000)
  return left > 0 ? <span className="num">{left} s</span> : null
}
