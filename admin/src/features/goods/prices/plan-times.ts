import { toInputDate } from '@jhatpat/shared/ui/format/ist-time.ts'

const dayMs = 86_400_000

/** A moment as date and time inputs have it, in India. */
export type PlanTime = { day: string; time: string }

/** The next midnight, and six in the morning after it. */
export const tonight = (now: number): PlanTime => ({ day: toInputDate(now + dayMs), time: '00:00' })
export const tomorrow = (now: number): PlanTime => ({ day: toInputDate(now + dayMs), time: '06:00' })

/** ms since 1970; undefined where it can't be read. */
export function momentOf({ day, time }: PlanTime): number | undefined {
  const at = Date.parse(`${day}T${time}:00+05:30`)
  return Number.isNaN(at) ? undefined : at
}
