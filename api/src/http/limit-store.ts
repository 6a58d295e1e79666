import { createHash } from 'node:crypto'
import { MemoryStore, type Store } from 'express-rate-limit'
import type { Redis } from 'ioredis'
import { type RedisReply, RedisStore } from 'rate-limit-redis'

/** Redis for limits: tells whether it is worth asking just now. */
export type LimitRedis = {
  isAway(): boolean
  ask(command: string, args: string[]): Promise<RedisReply>
}

/** After a failure Redis is left alone for so long, so that it slows one call in two seconds and not each. */
const restMs = 2_000

/** A limit is not worth keeping a customer waiting for longer. */
const patienceMs = 500

export function limitRedis(redis: Redis): LimitRedis {
  let awayUntil = 0
  return {
    isAway: () => performance.now() < awayUntil,
    ask: async (command, args) => {
      try {
        return (await inTime(redis.call(command, ...args))) as RedisReply
      } catch (error) {
        if (!/^NOSCRIPT/.test((error as Error).message)) awayUntil = performance.now() + restMs
        if (command === 'SCRIPT') return nameOfScript(args)
        throw error
      }
    },
  }
}

/**
 * The store keeps its script's name from start-up and fails for good without one; the name is the script's hash, so
 * it is known even when Redis is away.
 */
const nameOfScript = ([, script = '']: string[]) => createHash('sha1').update(script).digest('hex')

function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('Redis took too long')), patienceMs)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/**
 * Counts in Redis, in one step there, for all processes together; while Redis is away each process counts for itself,
 * so that being away opens no door.
 */
export function limitStore(redis: LimitRedis, prefix: string): Store {
  const shared = new RedisStore({ prefix, sendCommand: (command, ...args) => redis.ask(command, args) })
  const own = new MemoryStore()
  const either = async <T>(there: () => Promise<T>, here: () => Promise<T>): Promise<T> => {
    if (redis.isAway()) return here()
    return there().catch(here)
  }
  return {
    prefix,
    localKeys: false,
    init: (options) => {
      own.init(options)
      shared.init(options).catch(() => undefined)
    },
    increment: (key) =>
      either(
        () => shared.increment(key),
        () => own.increment(key),
      ),
    decrement: (key) =>
      either(
        () => shared.decrement(key),
        () => own.decrement(key),
      ),
    resetKey: (key) =>
      either(
        () => shared.resetKey(key),
        () => own.resetKey(key),
      ),
  }
}
