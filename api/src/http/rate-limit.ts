import type { ErrorCode } from '@jhatpat/shared/contracts/errors.ts'
import type { AnyRoute } from '@jhatpat/shared/contracts/http/route.ts'
import { alertOwners } from '@jhatpat/shared/domain/accounts/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { inTransaction } from '@jhatpat/shared/platform/mongo.ts'
import type { RedisClient } from '@jhatpat/shared/platform/redis.ts'
import type { RequestHandler } from 'express'
import { MemoryStore, type RateLimitInfo, rateLimit, type Store } from 'express-rate-limit'
import { address, callerRule, type LimitEnv, type LimitRule, ownRules, publicRule } from './limit-rules.ts'
import { type LimitRedis, limitRedis, limitStore } from './limit-store.ts'

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
  /** For calls with no session or a wrong one, by address: stands before the session is looked for. */
  strangers: RequestHandler
}

type LimitOptions = {
  redis: RedisClient
  clock: Clock
  log: Logger
  env: LimitEnv & { QUEUE_PREFIX: string }
}

/** All limits of one api process. */
export function createLimits({ redis, env, ...deps }: LimitOptions): Limits {
  const at = limitRedis(redis)
  const counted = (rule: LimitRule) => limiter(rule, storeFor(rule, at, env.QUEUE_PREFIX))
  const perMinute = { windowMs: 60_000, keyOf: address }
  const publicCalls = counted(publicRule(env))
  const ofCaller = counted(callerRule(env))
  return {
    of: (route) => ({
      general: route.auth === 'public' ? publicCalls : ofCaller,
      own: ownRules(route, env).flatMap((rule) => [
        counted(rule),
        ...(rule.alertsAtHalf ? [alertAtHalf(rule, deps)] : []),
      ]),
    }),
    publicCalls,
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

function storeFor(rule: LimitRule, redis: LimitRedis, prefix: string): Store {
  // Without braces: each counter is used alone, and all together spread over a cluster.
  return limitStore(redis, `${prefix}:limit:${rule.name}:`, rule.isClosed)
}

function limiter(rule: LimitRule, store: Store): RequestHandler {
  return rateLimit({
    windowMs: rule.windowMs,
    limit: rule.limit,
    keyGenerator: rule.keyOf,
    ...(rule.isExempt && { skip: rule.isExempt }),
    skipSuccessfulRequests: rule.onlyWrongCredentials ?? false,
    requestWasSuccessful: (_request, { statusCode, locals }) =>
      statusCode !== 401 &&
      statusCode !== 429 &&
      locals.refusedWith !== ('second_factor_wrong' satisfies ErrorCode),
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    store,
    handler: (request, response) => {
      const { used, limit } = (request as unknown as { rateLimit: RateLimitInfo }).rateLimit
      response.locals.limit = { rule: rule.name, isFirst: used === limit + 1 }
      throw new AppError('too_many_requests')
    },
  })
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
