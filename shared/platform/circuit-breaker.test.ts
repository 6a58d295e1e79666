import { expect, it } from 'vitest'
import { cooldownMs } from './circuit-breaker.ts'

it('pauses an account for a third of the time that it has been unresponsive, between 5 s and 5 min', () => {
  expect([0, 9_000, 21_000, 60_000, 3_600_000].map(cooldownMs)).toEqual([
    5_000, 5_000, 7_000, 20_000, 300_000,
  ])
})

it('recovers within 30 s of a one-minute outage, whenever the trial calls fall', () => {
  for (let timeoutMs = 2_000; timeoutMs <= 5_000; timeoutMs += 500) {
    let now = 0
    while (now < 60_000) now += cooldownMs(now) + timeoutMs
    expect(now - 60_000).toBeLessThan(30_000)
  }
})
