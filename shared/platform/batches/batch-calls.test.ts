import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { batchAnswers } from './batch-calls.ts'

afterEach(() => void vi.useRealTimers())

/** Doubles numbers and records each batch; no batch ends before `gate`. */
function doubling(gate = Promise.resolve(), grouping = {}) {
  const goes: number[][] = []
  const double = batchAnswers<number, number>(async (items) => {
    goes.push([...items])
    await gate
    return items.map((item) => (item < 0 ? new Error(`${item} is too few`) : item * 2))
  }, grouping)
  return { goes, double }
}

it('runs a single call at once and batches those that arrive meanwhile, each with its own result', async () => {
  const gate = Promise.withResolvers<void>()
  const { goes, double } = doubling(gate.promise)
  const first = double(1)
  await vi.waitFor(() => expect(goes).toEqual([[1]]))
  const later = [double(2), double(3)]
  gate.resolve()
  expect(await Promise.all([first, ...later])).toEqual([2, 4, 6])
  expect(goes).toEqual([[1], [2, 3]])
})

it('delays a single call where a batch delay is set, and no longer than that', async () => {
  vi.useFakeTimers()
  const { goes, double } = doubling(Promise.resolve(), { batchDelayMs: 20 })
  const all = [double(1), double(2)]
  await vi.advanceTimersByTimeAsync(19)
  all.push(double(3))
  expect(goes).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(await Promise.all(all)).toEqual([2, 4, 6])
  all.push(double(4))
  await vi.advanceTimersByTimeAsync(20)
  expect(await all[3]).toBe(8)
  expect(goes).toEqual([[1, 2, 3], [4]])
})

it('delays also the batch after a running one, so that both are large', async () => {
  vi.useFakeTimers()
  const gate = Promise.withResolvers<void>()
  const { goes, double } = doubling(gate.promise, { batchDelayMs: 20 })
  const all = [double(1)]
  await vi.advanceTimersByTimeAsync(20)
  all.push(double(2))
  gate.resolve()
  await vi.advanceTimersByTimeAsync(19)
  all.push(double(3))
  expect(goes).toEqual([[1]])
  await vi.advanceTimersByTimeAsync(1)
  expect(goes).toEqual([[1], [2, 3]])
  expect(await Promise.all(all)).toEqual([2, 4, 6])
})

it('batches at most 64 calls', async () => {
  const { goes, double } = doubling()
  const numbers = Array.from({ length: 70 }, (_, index) => index)
  expect(await Promise.all(numbers.map(double))).toEqual(numbers.map((one) => one * 2))
  expect(goes.map(({ length }) => length)).toEqual([1, 64, 5])
})

it('rejects only the call that failed and continues with the next', async () => {
  const { double } = doubling()
  const [, good, bad] = await Promise.allSettled([double(0), double(1), double(-1)])
  expect(good).toEqual({ status: 'fulfilled', value: 2 })
  expect(bad).toMatchObject({ status: 'rejected', reason: new Error('-1 is too few') })
  expect(await double(4)).toBe(8)
})

it('rejects every call of a batch that fails as a whole and continues with the next', async () => {
  let isAway = true
  const ask = batchAnswers<number, number>(async (items) => {
    if (isAway) throw new Error('away')
    return items
  })
  const failed = await Promise.allSettled([ask(1), ask(2), ask(3)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  isAway = false
  expect(await ask(3)).toBe(3)
})

it('does not delay later calls behind one that never settles', async () => {
  const begun: string[] = []
  const ask = batchAnswers<string, string>(async (items) => {
    begun.push(...items)
    if (items.includes('stuck')) await new Promise(() => undefined)
    return items
  })
  void ask('stuck')
  await vi.waitFor(() => expect(begun).toEqual(['stuck']))
  expect(await ask('next')).toBe('next')
})

/** One call: after `gapMs` it arrives with `key`, and its batch works `workMs`. */
const calls = fc.array(
  fc.record({
    key: fc.integer({ min: 0, max: 6 }),
    gapMs: fc.integer({ min: 0, max: 30 }),
    workMs: fc.integer({ min: 0, max: 40 }),
  }),
  { minLength: 1, maxLength: 150 },
)

it('settles each call once with its own result, in order of arrival for each key, whatever arrives when', async () => {
  vi.useFakeTimers()
  await fc.assert(
    fc.asyncProperty(calls, fc.constantFrom(undefined, 0, 5, 15), async (all, batchDelayMs) => {
      const batches: { id: number; key: number }[][] = []
      let running = 0
      const ask = batchAnswers<{ id: number; key: number; workMs: number }, number>(
        async (items) => {
          running += 1
          expect(running).toBe(1)
          batches.push([...items])
          await new Promise((resolve) => setTimeout(resolve, Math.max(...items.map(({ workMs }) => workMs))))
          running -= 1
          return items.map(({ id }) => -id)
        },
        { keyOf: ({ key }) => key, batchDelayMs },
      )
      const answers: Promise<number>[] = []
      for (const [id, { key, gapMs, workMs }] of all.entries()) {
        await vi.advanceTimersByTimeAsync(gapMs)
        answers.push(ask({ id, key, workMs }))
      }
      await vi.advanceTimersByTimeAsync(all.length * 60)
      expect(await Promise.all(answers)).toEqual(all.map((_one, id) => -id))
      for (const batch of batches) {
        expect(batch.length).toBeLessThanOrEqual(64)
        expect(new Set(batch.map(({ key }) => key)).size).toBe(batch.length)
      }
      const served = batches.flat()
      expect(served).toHaveLength(all.length)
      for (const ids of Map.groupBy(served, ({ key }) => key).values())
        expect(ids.map(({ id }) => id)).toEqual(ids.map(({ id }) => id).toSorted((a, b) => a - b))
    }),
    { numRuns: 60 },
  )
})
