import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createThrottle, documentsAtOnce } from './throttle.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Number of batches that waited. */
async function countPauses(throttle: () => Promise<void>, batches: number): Promise<number> {
  let pauses = 0
  for (let batch = 0; batch < batches; batch += 1) {
    let isOver = false
    const waiting = throttle().then(() => {
      isOver = true
    })
    await new Promise(setImmediate)
    if (!isOver) pauses += 1
    await waiting
  }
  return pauses
}

it('lets a small shop be saved without pauses, and pauses after each further batch', async () => {
  const throttle = createThrottle(60_000)
  expect(await countPauses(throttle, 10_000 / documentsAtOnce)).toBe(0)
  expect(await countPauses(throttle, 3)).toBe(3)
})

it('pauses no more when the snapshot could become too old', async () => {
  const throttle = createThrottle(60_000)
  await countPauses(throttle, 10_000 / documentsAtOnce + 1)
  vi.advanceTimersByTime(60_001)
  expect(await countPauses(throttle, 3)).toBe(0)
})

it('makes collections that are saved at the same time wait one after the other', async () => {
  const throttle = createThrottle(60_000)
  await countPauses(throttle, 10_000 / documentsAtOnce)
  const order: number[] = []
  await Promise.all([1, 2, 3].map((one) => throttle().then(() => order.push(one))))
  expect(order).toEqual([1, 2, 3])
})
