import { randomUUID } from 'node:crypto'
import type { Clock } from './clock.ts'
import { coalesce } from './coalesce.ts'
import type { Logger } from './logger.ts'
import { isConnected, type RedisClient } from './redis.ts'
import { hashTag } from './redis-keys.ts'

type BreakerDeps = {
  redis: RedisClient
  env: { QUEUE_PREFIX: string; SUPPLIER_TIMEOUT_MS: number }
  clock: Clock
  log: Logger
}

/** Consecutive calls without a usable answer that open the circuit of an account. */
const threshold = 5
const minPauseMs = 5_000
const maxPauseMs = 5 * 60_000
/**
 * The pause is a share of the outage so far, so a call waits at most a third longer than the outage
 * itself.
 */
const outageShare = 1 / 3

/**
 * `since` and `until` in ms since 1970; `since` is when the account was first found unresponsive.
 */
type OpenCircuit = { since: number; until: number }

type BreakerKeys = ReturnType<typeof keys>

const keys = (deps: BreakerDeps, account: string) => {
  const base = hashTag(deps.env.QUEUE_PREFIX, 'breaker', account)
  return {
    failures: `${base}:failures`,
    pause: `${base}:pause`,
    probe: `${base}:probe`,
    slow: `${base}:slow`,
    answered: `${base}:answered`,
  }
}

/**
 * Returns until when a supplier account must not be called, or undefined when it may be. Read-only.
 * The state is in Redis, shared by all workers; without Redis no account is paused.
 */
export async function openUntil(deps: BreakerDeps, account: string): Promise<Date | undefined> {
  const cooldown = await cooldownUnless(
    deps,
    account,
    async ({ probe }) => (await deps.redis.exists(probe)) === 0,
  )
  return cooldown?.until
}

/**
 * Until when an account is not called. `isRateLimited`: it answered HTTP 429; otherwise it did not
 * answer.
 */
export type Cooldown = { until: Date; isRateLimited: boolean }

/**
 * A cooldown, or a permit to call, which `release` gives back when there is nothing to call for.
 */
export type Permit = Cooldown | { until?: never; release(): Promise<void> }

/** A permit that takes no lock. */
export const unrestricted: Permit = { release: async () => undefined }

/**
 * Acquires a permit to call an account. After a pause one caller at a time makes a trial call: it
 * locks the probe under its own token, so that a release frees no other caller's probe; the others
 * keep waiting.
 */
export async function callPermit(deps: BreakerDeps, account: string): Promise<Permit> {
  const leaseMs = deps.env.SUPPLIER_TIMEOUT_MS + 2_000
  const token = randomUUID()
  let isHeld = false
  const cooldown = await cooldownUnless(deps, account, async ({ pause, probe }, text) => {
    isHeld = (await deps.redis.eval(acquireProbeScript, 2, pause, probe, text, token, leaseMs)) === 1
    return isHeld
  })
  if (cooldown) return cooldown
  return isHeld ? { release: () => releaseProbe(deps, account, token) } : unrestricted
}

/**
 * Like `callPermit` for a caller that already has a permit: whether the circuit has opened
 * meanwhile.
 */
export function cooldownUntil(deps: BreakerDeps, account: string): Promise<Cooldown | undefined> {
  return cooldownUnless(deps, account, async () => true)
}

/**
 * A call requested by a callback is made although the account is unresponsive, but not while it
 * answers HTTP 429.
 */
export async function callbackPermit(deps: BreakerDeps, account: string): Promise<Permit> {
  const cooldown = await cooldownUntil(deps, account)
  if (cooldown?.isRateLimited) return cooldown
  return unrestricted
}

async function cooldownUnless(
  deps: BreakerDeps,
  account: string,
  isFree: (keys: BreakerKeys, text: string) => Promise<boolean>,
): Promise<Cooldown | undefined> {
  const read = await readCooldown(deps, account)
  if (!read) return undefined
  const { own, now, slowUntil, pause } = read
  if (slowUntil > now) return { until: new Date(slowUntil), isRateLimited: true }
  if (!pause) return undefined
  const { until } = JSON.parse(pause) as OpenCircuit
  if (now < until) return { until: new Date(until), isRateLimited: false }
  try {
    const isTried = await isFree(own, pause)
    return isTried ? undefined : { until: new Date(now + 1_000), isRateLimited: false }
  } catch (error) {
    deps.log.debug({ err: String(error) }, 'circuit breaker not read')
    return undefined
  }
}

async function readCooldown(deps: BreakerDeps, account: string) {
  if (!isConnected(deps.redis)) return undefined
  const own = keys(deps, account)
  try {
    const [pause, slow] = await deps.redis.mget(own.pause, own.slow)
    return { own, pause, slowUntil: Number(slow ?? 0), now: deps.clock.now().getTime() }
  } catch (error) {
    deps.log.debug({ err: String(error) }, 'circuit breaker not read')
    return undefined
  }
}

/**
 * Pauses an account in every process for as long as it requested by HTTP 429; a longer earlier
 * request stays. No answer of a running call ends it. Never throws; without Redis only the rejected
 * order waits.
 */
export async function slowDown(deps: BreakerDeps, account: string, retryAfterMs: number): Promise<void> {
  if (!isConnected(deps.redis)) return
  const until = deps.clock.now().getTime() + retryAfterMs
  try {
    await deps.redis.eval(setIfLater, 1, keys(deps, account).slow, until, retryAfterMs)
    deps.log.warn({ account, retryAfterMs }, 'account asked us to slow down')
  } catch (error) {
    deps.log.debug({ err: String(error) }, 'circuit breaker not written')
  }
}

const setIfLater = `if tonumber(redis.call('get', KEYS[1]) or '0') >= tonumber(ARGV[1]) then return 0 end
return redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2]) and 1 or 0`

/**
 * Only while the pause is the one that was read: after a newer failure the probe is free, but not
 * for this caller.
 */
const acquireProbeScript = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('set', KEYS[2], ARGV[2], 'PX', ARGV[3], 'NX') and 1 or 0`

const deleteIfMine = "return redis.call('get', KEYS[1]) == ARGV[1] and redis.call('del', KEYS[1]) or 0"

/** Allows the next trial call. After its lease has expired a caller no longer owns the probe. */
async function releaseProbe(deps: BreakerDeps, account: string, token: string): Promise<void> {
  if (!isConnected(deps.redis)) return
  await deps.redis.eval(deleteIfMine, 1, keys(deps, account).probe, token).catch(() => undefined)
}

/**
 * Returns the ms until the next trial call. @param outageMs ms since the account became
 * unresponsive
 */
export const cooldownMs = (outageMs: number): number =>
  Math.round(Math.min(maxPauseMs, Math.max(minPauseMs, outageMs * outageShare)))

/**
 * A call that has ended. `begunAt`: `performance.now()` when it was sent; `isAnswered`: includes
 * rejections.
 */
export type CallEnd = { begunAt: number; isAnswered: boolean }

/**
 * An answer closes the circuit. A time-out, reset or unusable reply counts towards opening it,
 * unless a call sent later has been answered: of parallel calls those that time out end last, one
 * after the other.
 */
export async function recordAvailability(
  deps: BreakerDeps,
  account: string,
  { begunAt, isAnswered }: CallEnd,
): Promise<void> {
  if (!isConnected(deps.redis)) return
  const { failures, pause, probe, answered } = keys(deps, account)
  const tookMs = Math.round(performance.now() - begunAt)
  try {
    if (isAnswered) {
      const end = () =>
        deps.redis.eval(recordSuccess, 4, answered, failures, pause, probe, tookMs, maxPauseMs)
      return void (await coalesce(`${failures} over`, end))
    }
    const count = Number(await deps.redis.eval(countFailure, 2, answered, failures, tookMs))
    if (count < threshold) return
    const now = deps.clock.now().getTime()
    const text = await deps.redis.get(pause)
    const before = text ? (JSON.parse(text) as OpenCircuit) : undefined
    // Calls that were running when the pause began give no new information.
    if (before && now < before.until) return
    const since = before?.since ?? now
    const pauseMs = cooldownMs(now - since)
    const next: OpenCircuit = { since, until: now + pauseMs }
    await deps.redis
      .multi()
      .set(pause, JSON.stringify(next), 'PX', maxPauseMs * 2)
      .del(probe)
      .exec()
    deps.log.error({ account, pauseMs, count }, 'supplier circuit opened')
  } catch (error) {
    deps.log.debug({ err: String(error) }, 'circuit breaker not written')
  }
}

/** When a call was sent, by the clock of Redis, which all processes share. */
const sentAt = `local time = redis.call('time')
local sent = time[1] * 1000 + math.floor(time[2] / 1000) - tonumber(ARGV[1])`

const recordSuccess = `${sentAt}
if tonumber(redis.call('get', KEYS[1]) or '0') < sent then redis.call('set', KEYS[1], sent, 'PX', ARGV[2]) end
return redis.call('del', KEYS[2], KEYS[3], KEYS[4])`

const countFailure = `${sentAt}
if tonumber(redis.call('get', KEYS[1]) or '0') > sent then return 0 end
return redis.call('incr', KEYS[2])`
