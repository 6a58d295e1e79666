import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startInterval } from './interval.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that ends on command. */
function held() {
  const ends: (() => void)[] = []
  let begun = 0
  const work = () => {
    begun += 1
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  return { work, begun: () => begun, end: () => ends.shift()?.() }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('starts the next run only after the last one has ended, however long that takes', async () => {
  const { work, begun, end } = held()
  const interval = startInterval(work, () => 1)
  await pass(60_000)
  expect(begun()).toBe(1)
  end()
  await pass(1)
  expect(begun()).toBe(2)
  end()
  await interval.stop()
})

it('waits after each run as `restMs` says for the time it took', async () => {
  const { work, begun, end } = held()
  const took: number[] = []
  const interval = startInterval(work, (ms) => {
    took.push(ms)
    return 1
  })
  await pass(1)
  await pass(30)
  end()
  await pass(1)
  expect(begun()).toBe(2)
  end()
  await interval.stop()
  expect(took).toEqual([0, 30])
})

it('continues after a run that failed', async () => {
  let begun = 0
  const interval = startInterval(
    async () => {
      begun += 1
      throw new Error('away')
    },
    () => 1,
  )
  await pass(3)
  expect(begun).toBe(3)
  await interval.stop()
})

it('stops when the current run has ended, and starts no other', async () => {
  const { work, begun, end } = held()
  const interval = startInterval(work, () => 1)
  await pass(1)
  let isStopped = false
  const stopping = interval.stop().then(() => {
    isStopped = true
  })
  await pass(60_000)
  expect(isStopped).toBe(false)
  end()
  await stopping
  await pass(60_000)
  expect(begun()).toBe(1)
})
