import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cacheRecent } from './cache-recent.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

/** Makes `1`, `2`, … and counts them. */
function counted() {
  let made = 0
  return { make: async () => ++made, made: () => made }
}

describe('a cached result', () => {
  it('is made once within its time, and again afterwards', async () => {
    const recent = cacheRecent<number>(3_000)
    const { make } = counted()
    expect(await Promise.all([recent('/', make), recent('/', make)])).toEqual([1, 1])
    vi.advanceTimersByTime(2_999)
    expect(await recent('/', make)).toBe(1)
    expect(await recent('/other', make)).toBe(2)
    vi.advanceTimersByTime(1)
    expect(await recent('/', make)).toBe(3)
  })

  it('is never a failed one, and a late failure keeps the newer one', async () => {
    const recent = cacheRecent<number>(3_000)
    const { make, made } = counted()
    let fail = (_error: Error): void => {}
    const late = recent('/', () => new Promise<number>((_done, reject) => (fail = reject)))
    vi.advanceTimersByTime(3_000)
    expect(await recent('/', make)).toBe(1)
    fail(new Error('no database'))
    await expect(late).rejects.toThrow('no database')
    expect(await recent('/', make)).toBe(1)
    await expect(recent('/broken', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
    await recent('/broken', make)
    expect(made()).toBe(2)
  })

  it('is one of 300: the oldest is removed first', async () => {
    const recent = cacheRecent<number>(3_000)
    const { make } = counted()
    for (let page = 0; page <= 300; page++) await recent(String(page), make)
    expect(await recent('1', make)).toBe(2)
    expect(await recent('0', make)).toBe(302)
  })
})
