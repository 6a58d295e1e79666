import { clockTime, dayText, type Instant, toWireDate } from '@jhatpat/shared/ui/format/ist-time.ts'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'

const dayMs = 86_400_000

/** `9:20 pm`, `9:20 am tomorrow` or `9:20 am on 23 Nov`: for the middle of a sentence. */
export function dayAndTime(at: Instant, now: number): string {
  const time = clockTime(at)
  const day = toWireDate(at)
  if (day === toWireDate(now)) return time
  return day === toWireDate(now + dayMs)
    ? t('{time} tomorrow', { time })
    : t('{time} on {day}', { time, day: dayText(at, now) })
}
