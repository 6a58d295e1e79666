import { useNow } from '@jhatpat/shared/ui/use-now.ts'

/** Seconds left until a time by the server's clock, `4 s`; empty once it has passed. */
export function SecondsLeft({ untilMs }: { untilMs: number }) {
  const nowMs = useNow(250)
  const left = Math.ceil((untilMs - nowMs) / 1000)
  return left > 0 ? <span className="num">{left} s</span> : null
}
