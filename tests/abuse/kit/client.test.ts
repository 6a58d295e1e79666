import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { evenly, inParallel } from './client.ts'

it('sends at most the given number at a time, and each once', async () => {
  let running = 0
  let most = 0
  const results = await inParallel({ count: 10, atOnce: 3 }, async (index) => {
    running += 1
    most = Math.max(most, running)
    await sleep(5)
    running -= 1
    return index
  })
  expect(results).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(most).toBe(3)
})

it('spreads starts over a time, however long each takes', async () => {
  const at: number[] = []
  await evenly({ count: 5, overMs: 200 }, async () => {
    at.push(performance.now())
    await sleep(300)
  })
  expect(at[4]! - at[0]!).toBeGreaterThanOrEqual(140)
  expect(at[4]! - at[0]!).toBeLessThan(300)
})
