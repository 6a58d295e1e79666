import { useNow } from '@jhatpat/shared/ui/use-now.ts'

/** How many seconds are left until then, `4 s`; nothing when they are over. */
export function SecondsLeft({ until }: { until: string }) {
  const nowMs = useNow(250)
  const left = Math.ceil((Date.parse(until) - nowMs) / 1000)
  return left > 0 ? <span className="num">{left} s</span> : null
}
