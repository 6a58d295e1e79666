import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisClient } from '@jhatpat/shared/platform/redis.ts'
import { linesOf } from '../../bench/kit/rows.ts'
import type { Attack, AttackedShop } from '../kit/attack.ts'
import { ask, countUnanswered, inParallel, type Reply, statusesOf } from '../kit/client.ts'

const addresses = 10
/** Part of each invented id, and so of the key of its job. */
const marks = { moogold: 'invented-5d17', upigateway: 'JP991231' }

const line = linesOf('callbacks')

/** Callbacks are not signed: one with an unknown id must leave nothing behind. */
export const callbacks: Attack = {
  about: '2,000 callbacks of MooGold and 500 of the gateway about invented ids, from 10 addresses',
  run: async (shop) => {
    let isSent = false
    const sending = sendAll(shop).finally(() => {
      isSent = true
    })
    const [replies, most] = await Promise.all([sending, mostJobsUntil(shop.redis, () => isSent)])
    return [
      line.info(`callbacks (${statusesOf(replies)})`, replies.length),
      line.max('not answered (5xx or nothing)', countUnanswered(replies), 0),
      line.max('jobs about invented ids, at most', most, 0),
    ]
  },
}

function sendAll({ origin }: AttackedShop): Promise<Reply[]> {
  return inParallel({ count: 2_500, atOnce: 20 }, (index) => {
    const from = `198.18.6.${index % addresses}`
    const number = String(index).padStart(7, '0')
    if (index % 5 > 0) {
      const body = { status: 'completed', order_id: `${marks.moogold}-${number}` }
      return ask(origin, '/api/webhooks/moogold', { from, body })
    }
    const body = { client_txn_id: `${marks.upigateway}${number}`, status: 'success', amount: '100' }
    return ask(origin, '/api/webhooks/upigateway', { from, body })
  })
}

/** Completed jobs are removed soon, so they are counted during the attack, and once more afterwards. */
async function mostJobsUntil(redis: RedisClient, isEnough: () => boolean): Promise<number> {
  let maxJobs = 0
  for (;;) {
    const isLast = isEnough()
    maxJobs = Math.max(maxJobs, await countJobs(redis))
    if (isLast) return maxJobs
    await sleep(500)
  }
}

/** The queues' keys that contain an invented id. */
async function countJobs(redis: RedisClient): Promise<number> {
  const found = new Set<string>()
  let cursor = '0'
  do {
    const [next, keys] = await redis.scan(cursor, 'COUNT', 1_000)
    for (const key of keys) if (Object.values(marks).some((mark) => key.includes(mark))) found.add(key)
    cursor = next
  } while (cursor !== '0')
  return found.size
}
