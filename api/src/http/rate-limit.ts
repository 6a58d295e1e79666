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
  /** Count well-formed calls, after their content is parsed. */
  own: RequestHandler[]
}

export type Limits = {
  of(route: AnyRoute): RouteLimits
  /** The limit of public calls, for other addresses that cost a query. */
  publicCalls: RequestHandler
  /** For callbacks, by address. */
  callbacks: RequestHandler
  /**
   * Pages and pictures, by address: only in this process, since they must not cost a call to Redis.
   */
  pages: RequestHandler
  media: RequestHandler
  /** Whether an account accepts no password from unknown browsers. */
  isSignInLocked(email: string): Promise<boolean>
  /** For calls with no or an invalid session, by address: runs before the session is looked up. */
  unauthenticated: RequestHandler
}

type LimitOptions = {
  redis: RedisClient
  clock: Clock
  log: Logger
  env: LimitEnv & WorkEnv
}

/** All limits of one api process. */
export function createLimits({ redis, env, ...deps }: LimitOptions): Limits {
  const limitClient = limitRedis(redis)
  const storeOf = (rule: LimitRule) => storeFor(rule, limitClient, env.QUEUE_PREFIX)
  const counted = (rule: LimitRule) => limiter(rule, storeOf(rule))
  const work = createWork({ redis: limitClient, clock: deps.clock, env })
  const lock = storeOf(accountLockRule)
  // A limiter initialises its own store; this one is only read.
  void lock.init?.({ windowMs: accountLockRule.windowMs } as Options)
  const perMinute = { windowMs: 60_000, keyOf: address }
  /** The proof of work is checked first, so that a request for a challenge is not counted. */
  const ownLimits = (rules: Counted[]): RequestHandler[] => [
    ...rules.flatMap(({ rule, store }) => (rule.work ? [requireWork({ rule, store, work })] : [])),
    ...rules.flatMap(({ rule, store }) => [
      limiter(rule, store),
      ...(rule.alertsAtHalf ? [alertAtHalf(rule, deps)] : []),
      ...(rule.freeRefusals ? [uncountRefusals({ rule, store }, deps)] : []),
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
    // Only in this process: it runs before every call, and must not cost one to Redis.
    unauthenticated: limiter(
      { name: 'strangers', limit: env.LIMIT_PER_ADDRESS, ...perMinute, onlyWrongCredentials: true },
      new MemoryStore(),
    ),
  }
}

type Counted = { rule: LimitRule; store: LimitStore }

function storeFor(rule: LimitRule, redis: LimitRedis, prefix: string): LimitStore {
  // Without a hash tag: each counter is used alone, so they spread over a cluster.
  return limitStore(redis, `${prefix}:limit:${rule.name}:`, rule.isClosed)
}

/**
 * Wrong credentials with a status other than 401, which would end the session that they are sent
 * in.
 */
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
 * Requires a proof of work where one is due. A client whose header says that it can compute one
 * gets a challenge, any other the rejection of a limit.
 */
function requireWork({ rule, store, work }: Counted & { work: Work }): RequestHandler {
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

/** Runs right after its limiter, whose count it reads; a request that was not counted has none. */
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

/** Runs right after its limiter, whose count it takes back. A client that leaves early was not refused. */
function uncountRefusals({ rule, store }: Counted, { log }: Pick<LimitOptions, 'log'>): RequestHandler {
  const isFree = (code: unknown) => rule.freeRefusals?.includes(code as ErrorCode)
  return (request, response, next) => {
    response.once('finish', () => {
      if (!isFree(response.locals.refusedWith)) return
      void Promise.resolve(store.decrement(rule.keyOf(request, response))).catch((error: unknown) =>
        log.warn({ rule: rule.name, err: String(error) }, 'refused call stayed counted'),
      )
    })
    next()
  }
}

const halfUsed = ({ limit }: LimitRule) => ({
  subject: 'Half of this hour’s codes by text message are sent',
  sentence: `${Math.ceil(limit / 2)} of ${limit} codes were asked for in this hour. At the limit, customers who have bought still get theirs, and others have to wait.`,
})
