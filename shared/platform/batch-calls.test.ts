import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { batchAnswers } from './batch-calls.ts'

/** Doubles numbers and records each batch. */
function doubling(ms = 0, grouping = {}) {
  const goes: number[][] = []
  const double = batchAnswers<number, number>(async (items) => {
    goes.push([...items])
    await sleep(ms)
    return items.map((item) => (item < 0 ? new Error(`${item} is too few`) : item * 2))
  }, grouping)
  return { goes, double }
}

it('runs a single call at once and batches those that arrive meanwhile, each with its own result', async () => {
  const { goes, double } = doubling(20)
  const first = double(1)
  await sleep(5)
  const later = [double(2), double(3)]
  expect(goes).toEqual([[1]])
  expect(await Promise.all([first, ...later])).toEqual([2, 4, 6])
  expect(goes).toEqual([[1], [2, 3]])
})

it('delays a single call where a batch delay is set, and no longer than that', async () => {
  const { goes, double } = doubling(0, { batchDelayMs: 20 })
  const first = [double(1), double(2)]
  await sleep(5)
  expect(await Promise.all([...first, double(3)])).toEqual([2, 4, 6])
  expect(await double(4)).toBe(8)
  expect(goes).toEqual([[1, 2, 3], [4]])
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
  const ask = batchAnswers<string, string>(async (items) => {
    if (items.includes('stuck')) await new Promise(() => undefined)
    return items
  })
  void ask('stuck')
  await sleep(5)
  expect(await ask('next')).toBe('next')
})
