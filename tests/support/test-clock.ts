import type { Clock } from '@jhatpat/shared/platform/clock.ts'

export type TestClock = Clock & {
  /** Moves "now" forward; timers of the runtime do not move with it. */
  advance(ms: number): void
}

/** Runs with real time until a test moves it. */
export function createTestClock(): TestClock {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance: (ms) => {
      offsetMs += ms
    },
  }
}
