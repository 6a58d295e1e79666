import type { CSSProperties } from 'react'
import { type Instant, minutesSeconds } from './format/ist-time.ts'
import { type Ring, ringSegment } from './ring.ts'
import { counted, t } from './texts/translate.ts'
import { useNow } from './use-now.ts'

export type CountdownRingProps = {
  /** When the time ends. */
  dueAt: Instant
  /** The total time in ms; by default the promised delivery time of an order. */
  windowMs?: number | undefined
  /** `minutes` shows 24 or +4; `minutes-m` 24 m; `clock` 27:54. */
  show?: 'minutes' | 'minutes-m' | 'clock' | undefined
  /** 38, 44 (default), 56, 64 or 84 px. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | undefined
  /** Label for screen readers, read before the time. */
  label?: string | undefined
  /** Freezes the clock at this time in ms. */
  now?: number | undefined
}

const toneClass = { green: '', amber: ' amber', red: ' red', over: ' over' } as const

/**
 * A countdown: the arc is the time left, and the number repeats it, so that colour never carries the meaning
 * alone.
 */
export function CountdownRing(props: CountdownRingProps) {
  const { dueAt, windowMs, show = 'minutes', size, label = t('Time left'), now: fixed } = props
  const now = useNow(1000, fixed)
  const ring = ringSegment(new Date(dueAt).getTime(), now, windowMs)
  return (
    <span
      className={`ring${toneClass[ring.tone]}${size ? ` ring-${size}` : ''}`}
      style={{ '--v': ring.share.toFixed(3) } as CSSProperties}
      data-tone={ring.tone}
      role="timer"
      aria-label={`${label}: ${spoken(ring)}`}
    >
      <svg viewBox="0 0 36 36" aria-hidden="true">
        <circle cx="18" cy="18" r="15.9" pathLength="100" />
        <circle className="arc" cx="18" cy="18" r="15.9" pathLength="100" />
      </svg>
      <span aria-hidden="true">{written(ring, show)}</span>
    </span>
  )
}

function written({ tone, minutes, leftMs }: Ring, show: NonNullable<CountdownRingProps['show']>): string {
  if (show === 'clock') return minutesSeconds(leftMs)
  const number = tone === 'over' ? `+${minutes}` : String(minutes)
  return show === 'minutes-m' ? t('{n} m', { n: number }) : number
}

function spoken({ tone, minutes }: Ring): string {
  const span = counted(minutes, '{n} minute', '{n} minutes')
  return tone === 'over' ? t('{span} late', { span }) : span
}
