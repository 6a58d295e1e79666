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
