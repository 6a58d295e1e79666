import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const startedAt = Date.parse('2026-11-21T10:00:00.400Z')
const header = (atMs: number) => new Date(atMs).toUTCString()
/** Advances the server's clock while this page's own clock is set independently. */
const serverAt = () => startedAt + performance.now()

let time: typeof import('./server-time.ts')

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout'] })
  vi.resetModules()
  time = await import('./server-time.ts')
})
afterEach(() => vi.useRealTimers())

/** A request that takes this long each way, in ms. */
function ask(thereMs: number, backMs: number): void {
  const sentAt = performance.now()
  vi.advanceTimersByTime(thereMs)
  const date = header(serverAt())
  vi.advanceTimersByTime(backMs)
  time.syncServerTime(date, sentAt)
}

describe('the server’s time', () => {
  it('is this browser’s time until the first reply', () => {
    expect(time.serverNow()).toBe(Date.now())
    time.syncServerTime(null, performance.now())
    time.syncServerTime('soon', performance.now())
    expect(time.serverNow()).toBe(Date.now())
  })

  it.each([35, -35])('is right within a second on a clock that is %i minutes off', (minutes) => {
    vi.setSystemTime(startedAt + minutes * 60_000)
    ask(40, 60)
    const aheadMs = time.serverNow() - serverAt()
    expect(aheadMs).toBeGreaterThanOrEqual(0)
    expect(aheadMs).toBeLessThanOrEqual(1_100)
  })

  it('is never behind, so that a remaining time is not shown too long, and improves with each reply', () => {
    ask(900, 2_000)
    const first = time.serverNow() - serverAt()
    for (const gap of [310, 220, 170, 90]) {
      vi.advanceTimersByTime(gap)
      ask(20, 20)
      expect(time.serverNow() - serverAt()).toBeGreaterThanOrEqual(0)
    }
    expect(first).toBeGreaterThan(1_500)
    expect(time.serverNow() - serverAt()).toBeLessThan(1_100)
    const good = time.serverNow() - serverAt()
    ask(20_000, 5_000)
    expect(time.serverNow() - serverAt()).toBeLessThanOrEqual(good)
  })

  it('does not move when the clock is set', () => {
    ask(10, 10)
    const before = time.serverNow()
    vi.setSystemTime(startedAt - 86_400_000)
    expect(time.serverNow()).toBe(before)
    vi.advanceTimersByTime(3_000)
    expect(time.serverNow()).toBe(before + 3_000)
  })

  it('is synchronised again after a sleep during which the page’s own time stopped', () => {
    ask(10, 10)
    const sentAt = performance.now()
    time.syncServerTime(header(serverAt() + 3_600_000), sentAt)
    expect(time.serverNow() - serverAt()).toBeGreaterThan(3_598_000)
    ask(10, 10)
    expect(time.serverNow() - serverAt()).toBeLessThan(1_100)
  })
})
