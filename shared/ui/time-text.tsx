import { clockTime, dayText, dayTime, fullTime, type Instant, relativeTime } from './format/ist-time.ts'
import { usePageLanguage } from './texts/page-language.tsx'
import { useNow } from './use-now.ts'

export type TimeTextProps = {
  at: Instant
  /** `ago` 40 seconds ago; `day-time` Today, 8:42 pm; `clock` 8:42 pm; `seconds` 8:42:10 pm; `day` 21 Nov. */
  as?: 'ago' | 'day-time' | 'clock' | 'seconds' | 'day' | undefined
  className?: string | undefined
  /** Freezes the clock at this time in ms. */
  now?: number | undefined
}

/** A time in India. The full date and time are in its title and, for machines, in `datetime`. */
export function TimeText({ at, as = 'day-time', className, now: fixed }: TimeTextProps) {
  const now = useNow(as === 'ago' ? 1000 : 60_000, fixed)
  const speak = usePageLanguage()
  return (
    <time dateTime={new Date(at).toISOString()} title={speak(() => fullTime(at))} className={className}>
      {speak(() => write(as, at, now))}
    </time>
  )
}

function write(as: NonNullable<TimeTextProps['as']>, at: Instant, now: number): string {
  switch (as) {
    case 'ago':
      return relativeTime(at, now)
    case 'clock':
      return clockTime(at)
    case 'seconds':
      return clockTime(at, { seconds: true })
    case 'day':
      return dayText(at, now)
    default:
      return dayTime(at, now)
  }
}
