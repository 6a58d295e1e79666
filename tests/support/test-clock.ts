import type { Clock } from '@jhatpat/shared/platform/clock.ts'

export type TestClock = Clock & {
  /** Moves the clock forward; timers of the runtime do not follow. */
  advance(ms: number): void
}

/** Follows real time until a test moves it. */
export function createTestClock(): TestClock {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance: (ms) => {
      offsetMs += ms
    },
  }
}
