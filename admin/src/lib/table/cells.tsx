import { dayTime, fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'

/** A cell in which nothing stands. */
export const none = <span className="t3">—</span>

export const orNone = (text: string, className: string) =>
  text ? <span className={className}>{text}</span> : none

/** A moment, with its second and year under the pointer. */
export const timeOf = (at: string) => (
  <time className="t2" dateTime={at} title={fullTime(at)}>
    {dayTime(at)}
  </time>
)
