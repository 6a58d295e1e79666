import { ringSegment } from '@jhatpat/shared/ui/ring.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import type { CSSProperties } from 'react'

type DeadlineRingProps = { openedAt: string; replyDueAt: string }

const hourMs = 3_600_000
const toneClass = { green: '', amber: ' amber', red: ' red', over: ' over' } as const

/** The hours left until a report's answer is due; the number says it, so that colour is never alone. */
export function DeadlineRing({ openedAt, replyDueAt }: DeadlineRingProps) {
  const nowMs = useNow(30_000)
  const dueMs = Date.parse(replyDueAt)
  const { tone, share } = ringSegment(dueMs, nowMs, dueMs - Date.parse(openedAt))
  const hours = Math.ceil(Math.abs(dueMs - nowMs) / hourMs)
  const isOver = tone === 'over'
  return (
    <span
      className={`ring${toneClass[tone]}`}
      style={{ '--v': share.toFixed(3) } as CSSProperties}
      data-tone={tone}
      role="img"
      aria-label={isOver ? `Answer late by ${hours} h` : `${hours} h left for the answer`}
    >
      <svg viewBox="0 0 36 36" aria-hidden="true">
        <circle cx="18" cy="18" r="15.9" pathLength="100" />
        <circle className="arc" cx="18" cy="18" r="15.9" pathLength="100" />
      </svg>
      <span aria-hidden="true">{isOver ? `+${hours}` : hours}</span>
    </span>
  )
}
