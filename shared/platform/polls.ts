import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisClient } from './redis.ts'
import { hashTag } from './redis-keys.ts'

/**
 * Schedule of polls of documents, by queue. It is a hint, as a job is: the documents' due times are
 * the truth, and the sweeper restores what is lost here. One process polls a queue at a time;
 * another may take over at any moment.
 */
export type Polls = {
  /** Schedules a poll, unless an earlier one is scheduled: an event may have scheduled it first. */
  plan(queue: string, id: string, at: Date): Promise<void>
  /**
   * Takes up to `limit` due documents, the longest overdue first, and marks them as being polled:
   * none is taken again before `until`, unless it is scheduled again.
   */
  take(queue: string, take: { now: Date; until: Date; limit: number }): Promise<string[]>
  /** Ends a poll, perhaps with the time of the next. A poll scheduled meanwhile stays scheduled. */
  end(queue: string, id: string, poll: { until: Date; next: Date | undefined }): Promise<void>
  /** Which of these are scheduled or being polled. */
  planned(queue: string, ids: readonly string[]): Promise<boolean[]>
  /**
   * Resolves when a poll is due, or when one was scheduled before all others, by any process; shortly
   * after `limitMs` at the latest, also when `blocking` is not connected.
   * @param blocking a connection for this alone, which it blocks; closing it ends the wait
   * @returns false when nothing is due after the limit
   * @throws when Redis refuses, or the connection is closed
   */
  wait(queue: string, blocking: RedisClient, wait: { now: Date; limitMs: number }): Promise<boolean>
}

/** Wakes the waiting process, whose wait is for a later poll. One word is enough for any number of polls. */
const planOne = `local first = redis.call('zrange', KEYS[1], 0, 0, 'withscores')[2]
redis.call('zadd', KEYS[1], 'LT', ARGV[1], ARGV[2])
if first and tonumber(first) <= tonumber(ARGV[1]) then return end
redis.call('lpush', KEYS[2], '')
redis.call('ltrim', KEYS[2], 0, 0)`

const takeDue = `local due = redis.call('zrangebyscore', KEYS[1], '-inf', ARGV[1], 'limit', 0, ARGV[3])
for _, id in ipairs(due) do redis.call('zadd', KEYS[1], ARGV[2], id) end
return due`

const endIfMarked = `if redis.call('zscore', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
if ARGV[3] == '' then return redis.call('zrem', KEYS[1], ARGV[1]) end
return redis.call('zadd', KEYS[1], ARGV[3], ARGV[1])`

/** How late Redis may end a wait before the process ends it without an answer. */
const unansweredMs = 200

/** A wait for a word that is not answered yet. A connection sends no second one, which would be one too many later. */
const waits = new WeakMap<RedisClient, Promise<unknown>>()

function nextWord(blocking: RedisClient, key: string, waitMs: number): Promise<unknown> {
  const word =
    waits.get(blocking) ?? blocking.blpop(key, waitMs / 1_000).finally(() => waits.delete(blocking))
  waits.set(blocking, word)
  return word
}

export function createPolls({ redis, prefix }: { redis: RedisClient; prefix: string }): Polls {
  const keyOf = (queue: string) => `${hashTag(prefix, 'polls', queue)}:due`
  const wakeKeyOf = (queue: string) => `${hashTag(prefix, 'polls', queue)}:wake`
  return {
    plan: async (queue, id, at) => {
      await redis.eval(planOne, 2, keyOf(queue), wakeKeyOf(queue), String(at.getTime()), id)
    },
    take: async (queue, { now, until, limit }) =>
      (await redis.eval(takeDue, 1, keyOf(queue), now.getTime(), until.getTime(), limit)) as string[],
    end: async (queue, id, { until, next }) => {
      await redis.eval(endIfMarked, 1, keyOf(queue), id, String(until.getTime()), next ? next.getTime() : '')
    },
    planned: async (queue, ids) => {
      const scores = ids.length === 0 ? [] : await redis.zmscore(keyOf(queue), ...ids)
      return scores.map((score) => score !== null)
    },
    wait: async (queue, blocking, { now, limitMs }) => {
      const [, first = Number.POSITIVE_INFINITY] = await redis.zrange(keyOf(queue), '0', '0', 'WITHSCORES')
      const dueInMs = Number(first) - now.getTime()
      if (dueInMs <= 0) return true
      const waitMs = Math.min(dueInMs, limitMs)
      const ended = new AbortController()
      const timedOut = sleep(waitMs + unansweredMs, null, { signal: ended.signal }).catch(() => null)
      try {
        const word = await Promise.race([nextWord(blocking, wakeKeyOf(queue), waitMs), timedOut])
        return word !== null || dueInMs <= limitMs
      } finally {
        ended.abort()
      }
    },
  }
}
