import { hashTag } from '../../platform/redis-keys.ts'
import { within } from '../../platform/with-timeout.ts'
import type { Deps } from '../deps.ts'
import { type IShopAlert, quietAlert, ShopAlertModel } from './alert-state.ts'

/** Where the states of alerts are: every process reads the same. */
export type AlertStore = {
  /** @returns undefined when it was never stored */
  read(name: string): Promise<IShopAlert | undefined>
  /** Compare-and-set. @returns what is stored now; undefined when another process was first */
  replace(before: IShopAlert, next: IShopAlert): Promise<IShopAlert | undefined>
}

const maxRaces = 5

/** @returns what is stored; undefined when there is nothing to change, or others were always first */
export async function changeAlert(
  store: AlertStore,
  name: string,
  change: (state: IShopAlert) => IShopAlert | undefined,
): Promise<IShopAlert | undefined> {
  for (let race = 0; race < maxRaces; race += 1) {
    const before = await store.read(name)
    const next = before && change(before)
    if (!next) return undefined
    const stored = await store.replace(before, next)
    if (stored) return stored
  }
  return undefined
}

export const storedAlerts: AlertStore = {
  read: async (name) => (await ShopAlertModel.findById(name).lean<IShopAlert | null>()) ?? undefined,
  replace: async (before, next) => {
    const { _id, ...fields } = next
    const revision = before.revision + 1
    if (before.revision === 0) {
      const inserted = await ShopAlertModel.updateOne(
        { _id },
        { $setOnInsert: { ...fields, revision } },
        { upsert: true },
      )
      return inserted.upsertedCount > 0 ? { ...next, revision } : undefined
    }
    const { modifiedCount } = await ShopAlertModel.updateOne(
      { _id, revision: before.revision },
      { $set: { ...fields, revision } },
    )
    return modifiedCount > 0 ? { ...next, revision } : undefined
  },
}

const limitMs = 2_000

/** What a process evaluated longer ago than this is out of date: another may have sent the end meanwhile. */
const knownForMs = 60_000

/**
 * For the alert about MongoDB, which cannot store it: in Redis, so that the process that evaluates next continues it.
 * While Redis does not answer either, or refuses writes, it is in memory, and is written to Redis afterwards.
 */
export function createRedisAlerts({ redis, env }: Pick<Deps, 'redis' | 'env'>): AlertStore {
  const keyOf = (name: string) => `${hashTag(env.QUEUE_PREFIX, 'monitoring')}:alert:${name}`
  let known = quietAlert('', new Date(0))
  let knownAt = Number.NEGATIVE_INFINITY
  const remember = (state: IShopAlert): IShopAlert => {
    known = state
    knownAt = performance.now()
    return state
  }
  /** @returns false when another process was first; undefined when Redis does not answer or refuses the write */
  const write = async (next: IShopAlert, before: number): Promise<boolean | undefined> => {
    const written = redis.eval(replaceScript, 1, keyOf(next._id), before, next.revision, JSON.stringify(next))
    return within(
      limitMs,
      written.then((count) => count === 1),
    )
  }
  return {
    read: async (name) => {
      if (known._id !== name || performance.now() - knownAt > knownForMs)
        known = quietAlert(name, new Date(0))
      const answer = await within(
        limitMs,
        redis.hget(keyOf(name), 'state').then((text) => ({ state: stateIn(text) })),
      )
      if (!answer) return remember(known)
      const found = answer.state ?? quietAlert(name, new Date(0))
      if (!isNewer(known, found)) return remember(found)
      const newer = { ...known, revision: found.revision + 1 }
      return (await write(newer, found.revision)) === false ? remember(found) : remember(newer)
    },
    replace: async (before, next) => {
      const stored = { ...next, revision: before.revision + 1 }
      return (await write(stored, before.revision)) === false ? undefined : remember(stored)
    },
  }
}

/** Of one change the higher revision is later: such as its message, accepted while Redis refused to record that. */
const isNewer = (one: IShopAlert, other: IShopAlert): boolean =>
  one.changedAt > other.changedAt ||
  (one.changedAt.getTime() === other.changedAt.getTime() && one.revision > other.revision)

const replaceScript = `local revision = redis.call('hget', KEYS[1], 'revision') or '0'
if revision ~= ARGV[1] then return 0 end
redis.call('hset', KEYS[1], 'revision', ARGV[2], 'state', ARGV[3])
return 1`

const times = new Set(['changedAt', 'differsSince', 'nextAt'])

const stateIn = (text: string | null): IShopAlert | undefined =>
  text === null
    ? undefined
    : (JSON.parse(text, (key, value: unknown) =>
        times.has(key) && typeof value === 'string' ? new Date(value) : value,
      ) as IShopAlert)
