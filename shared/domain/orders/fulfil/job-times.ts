import { maxEnqueueAheadMs } from '../../../platform/document-job.ts'

/** By how much a clock may be ahead before a job goes back to wait. */
const earlyMs = 100

/** A clock that is wrong by more is broken: the job would come back at once, over and over, and the sweeper knows the time. */
const maxEarlyMs = 5_000

const aheadMs = (at: Date, now: Date) => at.getTime() - now.getTime()

/** Pure. Whether work that is due at a time is brought too early. */
export const isTooEarly = (at: Date | null, now: Date): boolean => at !== null && aheadMs(at, now) > earlyMs

/** Pure. @returns the time at which a job that came too early begins again; none where that is left to the sweeper */
export const delayedStartAt = (at: Date | null, now: Date): Date | undefined =>
  at && aheadMs(at, now) <= maxEarlyMs ? at : undefined

/** Pure. @returns the time at which a job that has done its part begins again; none where that is left to the sweeper */
export const earliestRetryAt = (at: Date | null | undefined, now: Date): Date | undefined =>
  at && aheadMs(at, now) <= maxEnqueueAheadMs ? at : undefined
