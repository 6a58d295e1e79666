import type { RedisClient } from './redis.ts'
import { keyGroup } from './redis-keys.ts'

/**
 * When something is to be asked about documents, by lane: a hint, as a job is. The documents' due times are the truth,
 * and the sweeper brings what is lost here. One process polls a lane at a time; another may take over at any moment.
 */
export type Polls = {
  /** Asks for a poll at a time, unless an earlier one is planned: news may have come before who plans the next. */
  plan(lane: string, id: string, at: Date): Promise<void>
  /**
   * Takes up to so many documents that are due, the longest first, and marks them as being polled: none is taken again
   * before `until`, unless it is planned anew.
   */
  take(lane: string, take: { now: Date; until: Date; limit: number }): Promise<string[]>
  /** Ends a poll, perhaps with the time of the next. What was planned meanwhile stays planned. */
  end(lane: string, id: string, poll: { until: Date; next: Date | undefined }): Promise<void>
  /** Which of these are planned or being polled. */
  planned(lane: string, ids: readonly string[]): Promise<boolean[]>
}

const takeDue = `local due = redis.call('zrangebyscore', KEYS[1], '-inf', ARGV[1], 'limit', 0, ARGV[3])
for _, id in ipairs(due) do redis.call('zadd', KEYS[1], ARGV[2], id) end
return due`

const endIfMarked = `if redis.call('zscore', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
if ARGV[3] == '' then return redis.call('zrem', KEYS[1], ARGV[1]) end
return redis.call('zadd', KEYS[1], ARGV[3], ARGV[1])`

export function createPolls({ redis, prefix }: { redis: RedisClient; prefix: string }): Polls {
  const keyOf = (lane: string) => `${keyGroup(prefix, 'polls', lane)}:due`
  return {
    plan: async (lane, id, at) => {
      await redis.zadd(keyOf(lane), 'LT', at.getTime(), id)
    },
    take: async (lane, { now, until, limit }) =>
      (await redis.eval(takeDue, 1, keyOf(lane), now.getTime(), until.getTime(), limit)) as string[],
    end: async (lane, id, { until, next }) => {
      await redis.eval(endIfMarked, 1, keyOf(lane), id, String(until.getTime()), next ? next.getTime() : '')
    },
    planned: async (lane, ids) => {
      const scores = ids.length === 0 ? [] : await redis.zmscore(keyOf(lane), ...ids)
      return scores.map((score) => score !== null)
    },
  }
}
