import { createHash } from 'node:crypto'
import { login } from '@jhatpat/shared/contracts/accounts.ts'
import type { AnyRoute } from '@jhatpat/shared/contracts/http/route.ts'
import { checkId, createOrder } from '@jhatpat/shared/contracts/orders.ts'
import { topUp } from '@jhatpat/shared/contracts/wallet.ts'
import type { Caller } from '@jhatpat/shared/domain/accounts/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { Request, RequestHandler, Response } from 'express'
import { ipKeyGenerator, rateLimit } from 'express-rate-limit'
import type { Redis } from 'ioredis'
import { RedisStore } from 'rate-limit-redis'

type Rule = {
  name: string
  perMinute: number
  keyOf(request: Request, response: Response): string
  /** Counts refused tries alone, so that signing in often is no offence. */
  onlyFailures?: true
}

/** Which calls are limited, how often, and by whom they are counted. */
const rules = new Map<AnyRoute, Rule>([
  [login, { name: 'login', perMinute: 10, keyOf: addressAndEmail, onlyFailures: true }],
  [checkId, { name: 'checkid', perMinute: 20, keyOf: address }],
  [createOrder, { name: 'order', perMinute: 60, keyOf: caller }],
  [topUp, { name: 'topup', perMinute: 60, keyOf: caller }],
])

export type LimitOptions = { redis: Redis; prefix: string }

/** The limits of a route, counted in Redis for all processes together; without Redis everyone is let through. */
export function limitsFor(route: AnyRoute, options: LimitOptions): RequestHandler[] {
  const rule = rules.get(route)
  if (!rule) return []
  return [
    rateLimit({
      windowMs: 60_000,
      limit: rule.perMinute,
      keyGenerator: rule.keyOf,
      skipSuccessfulRequests: rule.onlyFailures ?? false,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      passOnStoreError: true,
      store: new RedisStore({
        prefix: `{${options.prefix}}:limit:${rule.name}:`,
        sendCommand: (command, ...args) => ask(options.redis, command, args),
      }),
      handler: () => {
        throw new AppError('too_many_requests')
      },
    }),
  ]
}

/**
 * The store keeps its script's name from start-up and fails for good without one; the name is the script's hash, so
 * it is known even when Redis is away.
 */
async function ask(redis: Redis, command: string, args: string[]) {
  try {
    return (await inTime(redis.call(command, ...args))) as number
  } catch (error) {
    if (command !== 'SCRIPT') throw error
    return createHash('sha1')
      .update(args[1] ?? '')
      .digest('hex')
  }
}

/** A limit is not worth keeping a customer waiting for. */
function inTime<T>(work: Promise<T>, limitMs = 500): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('Redis took too long')), limitMs)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

function address(request: Request): string {
  return ipKeyGenerator(request.ip ?? '')
}

function addressAndEmail(request: Request): string {
  const email = (request.body as { email?: unknown } | undefined)?.email
  const named = typeof email === 'string' ? email.trim().toLowerCase().slice(0, 254) : ''
  return createHash('sha256')
    .update(`${address(request)} ${named}`)
    .digest('base64url')
}

function caller(_request: Request, response: Response): string {
  return (response.locals.caller as Caller).userId
}
