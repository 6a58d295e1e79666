import { dayTime, fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'

/** An empty cell. */
export const none = <span className="t3">—</span>

export const orNone = (text: string, className: string) =>
  text ? <span className={className}>{text}</span> : none

/** A time; the title has its seconds and year. */
export const timeOf = (at: string) => (
  <time className="t2" dateTime={at} title={fullTime(at)}>
    {dayTime(at)}
  </time>
)
