import mongoose from 'mongoose'
import { expect, it } from 'vitest'
import { pendingWrites, retryUntilSuccess } from './retry-until-success.ts'

/** Time that passes only during pauses. */
function fakeTime() {
  let nowMs = 0
  const pause = async (ms: number) => {
    nowMs += ms
  }
  return { nowMs: () => nowMs, pause }
}

const away = () => new mongoose.mongo.MongoNetworkError('the server is away')

/** Work that fails until `forMs` have passed, and how many writes were pending meanwhile. */
function failing(forMs: number, error: () => Error) {
  const time = fakeTime()
  let pending = 0
  const work = async () => {
    pending = pendingWrites()
    if (time.nowMs() < forMs) throw error()
    return 'written'
  }
  return { time, work, pending: () => pending }
}

it('retries however long the database is unavailable, and counts the pending write until then', async () => {
  const answer = failing(6 * 3_600_000, away)
  expect(await retryUntilSuccess(answer.work, answer.time)).toBe('written')
  expect(answer.pending()).toBe(1)
  expect(pendingWrites()).toBe(0)
})

it('gives up after 20 s on errors other than an outage', async () => {
  const wrong = failing(3_600_000, () => new TypeError('a mistake in the program'))
  await expect(retryUntilSuccess(wrong.work, wrong.time)).rejects.toThrow('a mistake in the program')
  expect(wrong.time.nowMs()).toBeGreaterThan(15_000)
  expect(wrong.time.nowMs()).toBeLessThanOrEqual(20_000)
  expect(pendingWrites()).toBe(0)
})
