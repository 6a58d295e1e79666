import { envSchema } from '@jhatpat/shared/platform/env.ts'
import type { Row } from '../../bench/kit/suite.ts'

/**
 * What the shop allows by default, whatever the attacked shop's settings: a setting that allows more is a
 * finding.
 */
export const allowed = {
  pages: defaultOf('LIMIT_PAGES'),
  media: defaultOf('LIMIT_MEDIA'),
  smsCodesPerHour: defaultOf('SMS_CODES_PER_HOUR'),
  smsCodesPerPrefix: defaultOf('SMS_CODES_PER_PREFIX'),
  idChecksPerSecond: defaultOf('ID_CHECKS_PER_SECOND'),
  /** Wrong passwords compared for one account in 15 minutes, from all unknown browsers (`limit-rules.ts`). */
  guessesOfAccount: 30,
  /**
   * MB: a picture's process is stopped at 300 (`encode-picture.ts`); the api itself stores the waiting
   * files.
   */
  pictureMemory: 300 + 60,
  loopDelayMs: 50,
  /**
   * One page in three seconds is built, the others are copies. The customer's orders cost some commands in
   * addition.
   */
  mongoPerPage: 0.5,
  /** Number of times: on busy cores Redis may miss the half second that a sign-in waits for it. */
  comeAgain: 2,
} as const

type Count =
  | 'LIMIT_PAGES'
  | 'LIMIT_MEDIA'
  | 'SMS_CODES_PER_HOUR'
  | 'SMS_CODES_PER_PREFIX'
  | 'ID_CHECKS_PER_SECOND'

function defaultOf(name: Count): number {
  return envSchema.shape[name].parse(undefined)
}

/** Maximum delay of an event loop, from its delay without the attack: busy cores delay it too. */
export const loopDelayAllowed = (controlMs: number): number => Math.round(allowed.loopDelayMs + controlMs)

/** Counters of calendar seconds: a flood that takes 3 s touches four of them. */
export const idChecksAllowed = (tookMs: number): number =>
  allowed.idChecksPerSecond * (Math.ceil(tookMs / 1_000) + 1)

/**
 * Where the shop requires a proof of work once half of the hourly budget is spent, a client without one
 * gets no more, except for the requests in flight at that moment.
 */
export const smsCodesAllowed = (isProofAsked: boolean, atOnce: number): number =>
  isProofAsked ? Math.ceil(allowed.smsCodesPerHour / 2) + atOnce : allowed.smsCodesPerHour

/** A counter by address starts anew after a minute. */
export const servedAllowed = (limit: number, tookMs: number): number =>
  limit * (1 + Math.floor(tookMs / 60_000))

/** Percent of the attempts that succeeded; 0 without any attempt, because nothing was shown. */
export const shareGood = (good: number, tries: number): number => (tries === 0 ? 0 : (good / tries) * 100)

/** Whether no limit is exceeded. Rows without a verdict show nothing, so they are not within their limits. */
export const isWithinLimits = (rows: readonly Row[]): boolean =>
  rows.some(({ well }) => well === true) && rows.every(({ well }) => well !== false)
