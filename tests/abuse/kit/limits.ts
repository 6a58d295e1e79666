import { envSchema } from '@jhatpat/shared/platform/env.ts'
import type { Row } from '../../bench/kit/suite.ts'

/** What the shop allows by default, whatever the attacked shop is set to: a setting that is too wide is a finding. */
export const allowed = {
  pages: defaultOf('LIMIT_PAGES'),
  media: defaultOf('LIMIT_MEDIA'),
  smsCodesPerHour: defaultOf('SMS_CODES_PER_HOUR'),
  smsCodesPerPrefix: defaultOf('SMS_CODES_PER_PREFIX'),
  idChecksPerSecond: defaultOf('ID_CHECKS_PER_SECOND'),
  /** Wrong passwords that are compared for one account in 15 minutes, from all unknown browsers (`limit-rules.ts`). */
  guessesOfAccount: 30,
  /** MB: a picture's process ends at 300 (`encode-picture.ts`); the api itself holds the files that wait. */
  pictureMemory: 300 + 60,
  loopDelayMs: 50,
  /** One page in three seconds is made, others are copies. The customer's orders meanwhile cost some commands, too. */
  mongoPerPage: 0.5,
  /** Times: busy cores can keep Redis from answering in the half second that a sign-in waits for it. */
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

/** An event loop may be late by so much more than it was without the attack: two busy cores hold it up too. */
export const loopDelayAllowed = (controlMs: number): number => Math.round(allowed.loopDelayMs + controlMs)

/** Counters of calendar seconds: a flood that takes 3 s touches four of them. */
export const idChecksAllowed = (tookMs: number): number =>
  allowed.idChecksPerSecond * (Math.ceil(tookMs / 1_000) + 1)

/**
 * Where the shop asks for a proof of work once half of the hour's budget is spent, a client without it gets no more, but
 * for what it asks for at the moment in which half is reached.
 */
export const smsCodesAllowed = (isProofAsked: boolean, atOnce: number): number =>
  isProofAsked ? Math.ceil(allowed.smsCodesPerHour / 2) + atOnce : allowed.smsCodesPerHour

/** A counter by address counts anew after a minute. */
export const servedAllowed = (limit: number, tookMs: number): number =>
  limit * (1 + Math.floor(tookMs / 60_000))

/** Percent of the tries that went well; 0 where there were none, since nothing was shown. */
export const shareGood = (good: number, tries: number): number => (tries === 0 ? 0 : (good / tries) * 100)

/** Whether no limit is exceeded. Rows of which none is judged show nothing, so they are not within their limits. */
export const isWithinLimits = (rows: readonly Row[]): boolean =>
  rows.some(({ well }) => well === true) && rows.every(({ well }) => well !== false)
