import { promiseMs } from '@jhatpat/shared/contracts/order-status.ts'

export type TimeLeft = {
  tone: 'green' | 'amber' | 'red' | 'over'
  /** Share of the promised time that is left, 0 to 1; 1 when over, for the whole dashed ring. */
  share: number
  /** Minutes left, or `+N` minutes over. */
  text: string
  /** The same for people who hear it. */
  label: string
  late: boolean
}

const minuteMs = 60_000
const amberFromMs = 15 * minuteMs
const redFromMs = 25 * minuteMs

/** Where the 30-minute clock of an order stands. `since` is ISO 8601, `nowMs` is epoch ms. */
export function timeLeftOf(since: string, nowMs: number): TimeLeft {
  const goneMs = Math.max(0, nowMs - Date.parse(since))
  const leftMs = promiseMs - goneMs
  if (leftMs <= 0) {
    const over = Math.max(1, Math.ceil(-leftMs / minuteMs))
    return { tone: 'over', share: 1, text: `+${over}`, label: `${minutes(over)} over`, late: true }
  }
  const left = Math.ceil(leftMs / minuteMs)
  const tone = goneMs >= redFromMs ? 'red' : goneMs >= amberFromMs ? 'amber' : 'green'
  return { tone, share: leftMs / promiseMs, text: String(left), label: `${minutes(left)} left`, late: false }
}

function minutes(count: number): string {
  return count === 1 ? '1 minute' : `${count} minutes`
}
