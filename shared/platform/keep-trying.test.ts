import mongoose from 'mongoose'
import { expect, it } from 'vitest'
import { keepTrying, unrecorded } from './keep-trying.ts'

/** Time that passes only while somebody waits. */
function timeInHand() {
  let nowMs = 0
  const pause = async (ms: number) => {
    nowMs += ms
  }
  return { nowMs: () => nowMs, pause }
}

const away = () => new mongoose.mongo.MongoNetworkError('the server is away')

/** What fails until so much time has passed, and how much this process alone knew meanwhile. */
function failing(forMs: number, error: () => Error) {
  const time = timeInHand()
  let held = 0
  const work = async () => {
    held = unrecorded()
    if (time.nowMs() < forMs) throw error()
    return 'written'
  }
  return { time, work, held: () => held }
}

it('writes an answer down however long the database is away, and says till then that something is held', async () => {
  const answer = failing(6 * 3_600_000, away)
  expect(await keepTrying(answer.work, answer.time)).toBe('written')
  expect(answer.held()).toBe(1)
  expect(unrecorded()).toBe(0)
})

it('gives up after twenty seconds on what waiting does not mend', async () => {
  const wrong = failing(3_600_000, () => new TypeError('a mistake in the program'))
  await expect(keepTrying(wrong.work, wrong.time)).rejects.toThrow('a mistake in the program')
  expect(wrong.time.nowMs()).toBeGreaterThan(15_000)
  expect(wrong.time.nowMs()).toBeLessThanOrEqual(20_000)
  expect(unrecorded()).toBe(0)
})
