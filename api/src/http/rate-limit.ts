import type { ErrorCode } from '@jhatpat/shared/contracts/errors.ts'
import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import { alertOwners } from '@jhatpat/shared/domain/accounts/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { inTransaction } from '@jhatpat/shared/platform/mongo.ts'
import type { RedisClient } from '@jhatpat/shared/platform/redis.ts'
import type { Request, RequestHandler, Response } from 'express'
import { MemoryStore, type Options, type RateLimitInfo, rateLimit, type Store } from 'express-rate-limit'
import {
  accountKey,
  accountLockRule,
  address,
  callerRule,
  type LimitEnv,
  type LimitRule,
  ownRules,
  publicRule,
} from './limit-rules.ts'
import { type LimitRedis, type LimitStore, limitRedis, limitStore } from './limit-store.ts'
import { createWork, type Work, type WorkEnv } from './proof-of-work.ts'

export type RouteLimits = {
  /** Counts every call, before its content is read. */
  general: RequestHandler
  /** Count calls that mean something, once their content is known to be well-formed. */
  own: RequestHandler[]
}

export type Limits = {
  of(route: AnyRoute): RouteLimits
  /** What public calls count towards, for other addresses that cost a query. */
  publicCalls: RequestHandler
  /** For callbacks, by address. */
  callbacks: RequestHandler
  /** Pages and pictures, by address: in this process alone, since they must not cost a call to Redis. */
  pages: RequestHandler
  media: RequestHandler
  /** Whether the account of an e-mail address takes no password from browsers that it does not know. */
  isSignInLocked(email: string): Promise<boolean>
  /** For calls with no session or a wrong one, by address: stands before the session is looked for. */
  strangers: RequestHandler
}

type LimitOptions = {
  redis: RedisClient
  clock: Clock
  log: Logger
  env: LimitEnv & WorkEnv
}

/** All limits of one api process. */
export function createLimits({ redis, env, ...deps }: LimitOptions): Limits {
  const at = limitRedis(redis)
  const storeOf = (rule: LimitRule) => storeFor(rule, at, env.QUEUE_PREFIX)
  const counted = (rule: LimitRule) => limiter(rule, storeOf(rule))
  const work = createWork({ redis: at, clock: deps.clock, env })
  const lock = storeOf(accountLockRule)
  // A limiter does this for its own store; this one is only read.
  void lock.init?.({ windowMs: accountLockRule.windowMs } as Options)
  const perMinute = { windowMs: 60_000, keyOf: address }
  /** A proof of work comes first, so that asking for it is not counted. */
  const ownLimits = (rules: Counted[]): RequestHandler[] => [
    ...rules.flatMap(({ rule, store }) => (rule.work ? [askWork({ rule, store, work })] : [])),
    ...rules.flatMap(({ rule, store }) => [
      limiter(rule, store),
      ...(rule.alertsAtHalf ? [alertAtHalf(rule, deps)] : []),
    ]),
  ]
  const publicCalls = counted(publicRule(env))
  const ofCaller = counted(callerRule(env))
  return {
    of: (route) => ({
      general: route.auth === 'public' ? publicCalls : ofCaller,
      own: ownLimits(ownRules(route, env).map((rule) => ({ rule, store: storeOf(rule) }))),
    }),
    publicCalls,
    isSignInLocked: async (email) => (await lock.used(accountKey(email))) >= accountLockRule.limit,
    callbacks: counted({ name: 'callbacks', limit: env.LIMIT_CALLBACKS, ...perMinute }),
    pages: limiter({ name: 'pages', limit: env.LIMIT_PAGES, ...perMinute }, new MemoryStore()),
    media: limiter({ name: 'media', limit: env.LIMIT_MEDIA, ...perMinute }, new MemoryStore()),
    // In this process alone: it stands before every call, and must not cost one to Redis.
    strangers: limiter(
      { name: 'strangers', limit: env.LIMIT_PER_ADDRESS, ...perMinute, onlyWrongCredentials: true },
      new MemoryStore(),
    ),
  }
}

type Counted = { rule: LimitRule; store: LimitStore }

function storeFor(rule: LimitRule, redis: LimitRedis, prefix: string): LimitStore {
  // Without braces: each counter is used alone, and all together spread over a cluster.
  return limitStore(redis, `${prefix}:limit:${rule.name}:`, rule.isClosed)
}

/** Wrong credentials whose status is not 401, which would end the session that they are given in. */
const wrongCredentials: ReadonlySet<ErrorCode> = new Set(['second_factor_mismatch', 'password_wrong'])

function limiter(rule: LimitRule, store: Store): RequestHandler {
  return rateLimit({
    windowMs: rule.windowMs,
    limit: rule.limit,
    keyGenerator: rule.keyOf,
    ...(rule.isExempt && { skip: rule.isExempt }),
    skipSuccessfulRequests: rule.onlyWrongCredentials ?? false,
    requestWasSuccessful: (_request, { statusCode, locals }) =>
      statusCode !== 401 && statusCode !== 429 && !wrongCredentials.has(locals.refusedWith as ErrorCode),
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    store,
    handler: (request, response) => {
      const { used, limit } = (request as unknown as { rateLimit: RateLimitInfo }).rateLimit
      response.locals.limit = { rule: rule.name, isFirst: used === limit + 1 }
      throw new AppError('too_many_requests', {
        ...(rule.offersLink?.(request) && { details: { signInLink: true } }),
      })
    },
  })
}

/**
 * Lets a call pass with a proof of work, where one is due. A client that says in the header that it can compute one gets a
 * challenge, and any other the refusal of a limit.
 */
function askWork({ rule, store, work }: Counted & { work: Work }): RequestHandler {
  return async (request, response, next) => {
    const { about, isExempt } = rule.work ?? {}
    const isDue = rule.work?.from === 'always' || (await isHalfUsed({ rule, store }, [request, response]))
    if (!about || !isDue || (await rule.isExempt?.(request, response)) || (await isExempt?.(request))) {
      return next()
    }
    const target = `${rule.name} ${about(request)}`
    const header = request.get('proof-of-work')
    if (header === undefined) throw new AppError('too_many_requests')
    if (header !== 'ask' && (await work.accept(header, target))) return next()
    throw new AppError('challenge_required', { details: { challenge: await work.challenge(target) } })
  }
}

async function isHalfUsed(
  { rule, store }: Counted,
  [request, response]: [Request, Response],
): Promise<boolean> {
  return (await store.used(rule.keyOf(request, response))) >= Math.ceil(rule.limit / 2)
}

/** Stands right behind its limiter, whose count it reads; a request that was not counted has none. */
function alertAtHalf(rule: LimitRule, { clock, log }: Pick<LimitOptions, 'clock' | 'log'>): RequestHandler {
  const half = Math.ceil(rule.limit / 2)
  return (request, response, next) => {
    const { used, key } = (request as unknown as { rateLimit?: RateLimitInfo }).rateLimit ?? {}
    if (used === half && key === rule.keyOf(request, response)) {
      void inTransaction((session) => alertOwners(session, halfUsed(rule), clock.now())).catch(
        (error: unknown) => log.error({ err: String(error) }, 'the owners got no alert of a limit'),
      )
    }
    next()
  }
}

const halfUsed = ({ limit }: LimitRule) => ({
  subject: 'Half of this hour’s codes by text message are sent',
  sentence: `${Math.ceil(limit / 2)} of ${limit} codes were asked for in this hour. At the limit, customers who have bought still get theirs, and others have to wait.`,
})
