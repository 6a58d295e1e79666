import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { batchAnswers } from './batch-calls.ts'

/** Doubles numbers, and keeps which it was given at once. */
function doubling(ms = 0, grouping = {}) {
  const goes: number[][] = []
  const double = batchAnswers<number, number>(async (items) => {
    goes.push([...items])
    await sleep(ms)
    return items.map((item) => (item < 0 ? new Error(`${item} is too few`) : item * 2))
  }, grouping)
  return { goes, double }
}

it('lets who comes alone go at once, and does together those who come meanwhile, each with its own answer', async () => {
  const { goes, double } = doubling(20)
  const first = double(1)
  await sleep(5)
  const later = [double(2), double(3)]
  expect(goes).toEqual([[1]])
  expect(await Promise.all([first, ...later])).toEqual([2, 4, 6])
  expect(goes).toEqual([[1], [2, 3]])
})

it('lets who comes alone wait for others where it is told to, no longer', async () => {
  const { goes, double } = doubling(0, { batchDelayMs: 20 })
  const first = [double(1), double(2)]
  await sleep(5)
  expect(await Promise.all([...first, double(3)])).toEqual([2, 4, 6])
  expect(await double(4)).toBe(8)
  expect(goes).toEqual([[1, 2, 3], [4]])
})

it('takes 64 at once and no more', async () => {
  const { goes, double } = doubling()
  const numbers = Array.from({ length: 70 }, (_, index) => index)
  expect(await Promise.all(numbers.map(double))).toEqual(numbers.map((one) => one * 2))
  expect(goes.map(({ length }) => length)).toEqual([1, 64, 5])
})

it('tells one that failed alone, and the next go on', async () => {
  const { double } = doubling()
  const [, good, bad] = await Promise.allSettled([double(0), double(1), double(-1)])
  expect(good).toEqual({ status: 'fulfilled', value: 2 })
  expect(bad).toMatchObject({ status: 'rejected', reason: new Error('-1 is too few') })
  expect(await double(4)).toBe(8)
})

it('tells all of an error of the whole, and the next go on', async () => {
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

it('keeps nobody waiting behind what does not end', async () => {
  const ask = batchAnswers<string, string>(async (items) => {
    if (items.includes('stuck')) await new Promise(() => undefined)
    return items
  })
  void ask('stuck')
  await sleep(5)
  expect(await ask('next')).toBe('next')
})
