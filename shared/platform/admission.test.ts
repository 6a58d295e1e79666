import { describe, expect, it, vi } from 'vitest'
import { type Admission, createAdmission, waitOutside } from './admission.ts'

/** Work that ends when the test says so. */
function blocked<T = void>() {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  return { work: () => promise, end: resolve, fail: reject }
}
/** Until work that was admitted has begun. */
async function begun(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

const busy = expect.objectContaining({ code: 'shop_busy', status: 503 })

/** Runs work that takes `ms`, so that the average is known. */
async function runFor(admission: Admission, ms: number): Promise<void> {
  const running = admission.run(() => new Promise<void>((done) => setTimeout(done, ms)))
  await vi.advanceTimersByTimeAsync(ms)
  await running
}

describe('a limit on concurrent work', () => {
  it('runs the maximum at once and the rest in the order of arrival', async () => {
    const admission = createAdmission({ atOnce: 2, maxWaitMs: 1_000 })
    const all = Array.from({ length: 5 }, () => blocked())
    const order: number[] = []
    const running = all.map(({ work }, index) =>
      admission.run(() => {
        order.push(index)
        return work()
      }),
    )
    await begun()
    expect(order).toEqual([0, 1])
    expect(admission.state()).toMatchObject({ running: 2, waiting: 3 })
    all[1]?.end()
    await running[1]
    await begun()
    expect(order).toEqual([0, 1, 2])
    for (const { end } of all) end()
    await Promise.all(running)
    expect(order).toEqual([0, 1, 2, 3, 4])
    expect(admission.state()).toMatchObject({ running: 0, waiting: 0 })
  })

  it('gives the result of the work, and frees its place when it fails', async () => {
    const admission = createAdmission({ atOnce: 1, maxWaitMs: 1_000 })
    await expect(admission.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await admission.run(async () => 'yes')).toBe('yes')
  })

  it('refuses at once what would wait too long by the time that the work takes', async () => {
    vi.useFakeTimers()
    const onRefused = vi.fn()
    const admission = createAdmission({ atOnce: 2, maxWaitMs: 1_000, onRefused })
    await runFor(admission, 400)
    const all = Array.from({ length: 7 }, () => blocked())
    const running = all.map(({ work }) => admission.run(work))
    // Two run and five wait, the last of them for 1,000 ms by that average; one more would wait for 1,200 ms.
    await begun()
    expect(admission.state()).toMatchObject({ running: 2, waiting: 5, tookMs: 400 })
    const work = vi.fn(async () => undefined)
    await expect(admission.run(work)).rejects.toEqual(busy)
    expect(work).not.toHaveBeenCalled()
    expect(onRefused).toHaveBeenCalledTimes(1)
    for (const { end } of all) end()
    await Promise.all(running)
    await admission.run(work)
    expect(work).toHaveBeenCalledTimes(1)
    vi.useRealTimers()
  })

  it('lets more wait when the work is quick', async () => {
    vi.useFakeTimers()
    const admission = createAdmission({ atOnce: 1, maxWaitMs: 1_000 })
    await runFor(admission, 10)
    const all = Array.from({ length: 100 }, () => blocked())
    const running = all.map(({ work }) => admission.run(work))
    await begun()
    expect(admission.state()).toMatchObject({ waiting: 99 })
    for (const { end } of all) end()
    await Promise.all(running)
    vi.useRealTimers()
  })

  it('lets a thousand wait at most, also while nothing is known of the time that the work takes', async () => {
    const admission = createAdmission({ atOnce: 1, maxWaitMs: 1_000 })
    const all = Array.from({ length: 1_001 }, () => blocked())
    const running = all.map(({ work }) => admission.run(work))
    await expect(admission.run(async () => undefined)).rejects.toEqual(busy)
    for (const { end } of all) end()
    await Promise.all(running)
    expect(admission.state()).toMatchObject({ running: 0, waiting: 0 })
  })

  it('forgets what waits and is not needed any more, without a refusal', async () => {
    const onRefused = vi.fn()
    const admission = createAdmission({ atOnce: 1, maxWaitMs: 1_000, onRefused })
    const [first, left] = [blocked(), new AbortController()]
    const running = admission.run(first.work)
    const work = vi.fn(async () => undefined)
    const leaving = expect(admission.run(work, left.signal)).rejects.toBe('left')
    const next = admission.run(async () => 'next')
    left.abort('left')
    await leaving
    expect(admission.state()).toMatchObject({ running: 1, waiting: 1 })
    first.end()
    await running
    expect(await next).toBe('next')
    expect(work).not.toHaveBeenCalled()
    expect(onRefused).not.toHaveBeenCalled()
    expect(admission.state()).toMatchObject({ running: 0, waiting: 0 })
  })

  it('refuses what has waited twice that long while nothing ends, and never begins it', async () => {
    vi.useFakeTimers()
    const admission = createAdmission({ atOnce: 1, maxWaitMs: 1_000 })
    const stuck = blocked()
    const first = admission.run(stuck.work)
    const work = vi.fn(async () => undefined)
    const late = expect(admission.run(work)).rejects.toEqual(busy)
    await vi.advanceTimersByTimeAsync(2_000)
    await late
    stuck.end()
    await first
    expect(work).not.toHaveBeenCalled()
    expect(admission.state()).toMatchObject({ running: 0, waiting: 0 })
    vi.useRealTimers()
  })
})

describe('a call to a vendor', () => {
  it('takes no place, and its duration does not count', async () => {
    vi.useFakeTimers()
    const admission = createAdmission({ atOnce: 1, maxWaitMs: 1_000 })
    const vendor = blocked<string>()
    const slow = admission.run(() => waitOutside(vendor.work))
    await begun()
    expect(admission.state()).toMatchObject({ running: 0 })
    expect(await admission.run(async () => 'meanwhile')).toBe('meanwhile')
    await vi.advanceTimersByTimeAsync(20_000)
    vendor.end('answered')
    expect(await slow).toBe('answered')
    expect(admission.state()).toMatchObject({ running: 0, tookMs: 0 })
    vi.useRealTimers()
  })

  it('takes its place back without waiting, also after a failure', async () => {
    const admission = createAdmission({ atOnce: 1, maxWaitMs: 1_000 })
    const [vendor, rest, other] = [blocked(), blocked(), blocked()]
    const first = admission.run(async () => {
      await waitOutside(vendor.work).catch(() => undefined)
      await rest.work()
    })
    const second = admission.run(other.work)
    vendor.fail(new Error('no answer'))
    await vi.waitFor(() => expect(admission.state()).toMatchObject({ running: 2 }))
    const third = admission.run(async () => 'third')
    other.end()
    await second
    expect(admission.state()).toMatchObject({ running: 1, waiting: 1 })
    rest.end()
    await first
    expect(await third).toBe('third')
    expect(admission.state()).toMatchObject({ running: 0, waiting: 0 })
  })

  it('frees one place only, when there are two at once and one outlives the work', async () => {
    const admission = createAdmission({ atOnce: 3, maxWaitMs: 1_000 })
    const [one, other] = [blocked(), blocked()]
    let late: Promise<void> | undefined
    const running = admission.run(async () => {
      const first = waitOutside(one.work)
      late = waitOutside(other.work)
      await first
    })
    await begun()
    expect(admission.state()).toMatchObject({ running: 0 })
    one.end()
    await running
    expect(admission.state()).toMatchObject({ running: 0 })
    other.end()
    await late
    expect(admission.state()).toMatchObject({ running: 0 })
  })

  it('is made as usual outside of limited work', async () => {
    expect(await waitOutside(async () => 'answered')).toBe('answered')
  })
})
