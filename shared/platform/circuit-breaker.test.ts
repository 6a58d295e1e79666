import { expect, it } from 'vitest'
import { cooldownMs } from './circuit-breaker.ts'

it('pauses an account for a third of the time that it has been silent, and neither a moment nor for ever', () => {
  expect([0, 9_000, 21_000, 60_000, 3_600_000].map(cooldownMs)).toEqual([
    5_000, 5_000, 7_000, 20_000, 300_000,
  ])
})

it('is back within half a minute of an outage of a minute, whenever in it the trial calls fall', () => {
  for (let timeoutMs = 2_000; timeoutMs <= 5_000; timeoutMs += 500) {
    let now = 0
    while (now < 60_000) now += cooldownMs(now) + timeoutMs
    expect(now - 60_000).toBeLessThan(30_000)
  }
})
