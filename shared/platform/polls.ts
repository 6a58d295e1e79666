import type { RedisClient } from './redis.ts'
import { hashTag } from './redis-keys.ts'

/**
 * When something is to be asked about documents, by queue: a hint, as a job is. The documents' due times are the truth,
 * and the sweeper brings what is lost here. One process polls a queue at a time; another may take over at any moment.
 */
export type Polls = {
  /** Asks for a poll at a time, unless an earlier one is planned: news may have come before who plans the next. */
  plan(queue: string, id: string, at: Date): Promise<void>
  /**
   * Takes up to so many documents that are due, the longest first, and marks them as being polled: none is taken again
   * before `until`, unless it is planned anew.
   */
  take(queue: string, take: { now: Date; until: Date; limit: number }): Promise<string[]>
  /** Ends a poll, perhaps with the time of the next. What was planned meanwhile stays planned. */
  end(queue: string, id: string, poll: { until: Date; next: Date | undefined }): Promise<void>
  /** Which of these are planned or being polled. */
  planned(queue: string, ids: readonly string[]): Promise<boolean[]>
}

const takeDue = `local due = redis.call('zrangebyscore', KEYS[1], '-inf', ARGV[1], 'limit', 0, ARGV[3])
for _, id in ipairs(due) do redis.call('zadd', KEYS[1], ARGV[2], id) end
return due`

const endIfMarked = `if redis.call('zscore', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
if ARGV[3] == '' then return redis.call('zrem', KEYS[1], ARGV[1]) end
return redis.call('zadd', KEYS[1], ARGV[3], ARGV[1])`

export function createPolls({ redis, prefix }: { redis: RedisClient; prefix: string }): Polls {
  const keyOf = (queue: string) => `${hashTag(prefix, 'polls', queue)}:due`
  return {
    plan: async (queue, id, at) => {
      await redis.zadd(keyOf(queue), 'LT', at.getTime(), id)
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
  }
}
