import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { together } from './together.ts'

/** Doubles numbers, and keeps which it was given at once. */
function doubling(ms = 0) {
  const goes: number[][] = []
  const double = together<number, number>(async (items) => {
    goes.push([...items])
    await sleep(ms)
    return items.map((item) => (item < 0 ? new Error(`${item} is too few`) : item * 2))
  }, 3)
  return { goes, double }
}

it('does together what is asked at once, and gives each its own answer', async () => {
  const { goes, double } = doubling()
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
  expect(goes).toEqual([[1, 2, 3]])
})

it('lets who comes meanwhile wait for that, and does them together next', async () => {
  const { goes, double } = doubling(20)
  const first = double(1)
  await sleep(5)
  const later = [double(2), double(3)]
  expect(goes).toEqual([[1]])
  expect(await Promise.all([first, ...later])).toEqual([2, 4, 6])
  expect(goes).toEqual([[1], [2, 3]])
})

it('takes no more at once than it may', async () => {
  const { goes, double } = doubling()
  expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8])
  expect(goes).toEqual([[1, 2, 3], [4]])
})

it('tells one that failed alone, and the next go on', async () => {
  const { double } = doubling()
  const [good, bad] = await Promise.allSettled([double(1), double(-1)])
  expect(good).toEqual({ status: 'fulfilled', value: 2 })
  expect(bad).toMatchObject({ status: 'rejected', reason: new Error('-1 is too few') })
  expect(await double(4)).toBe(8)
})

it('tells all of an error of the whole, and the next go on', async () => {
  let isAway = true
  const ask = together<number, number>(async (items) => {
    if (isAway) throw new Error('away')
    return items
  })
  const failed = await Promise.allSettled([ask(1), ask(2)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await ask(3)).toBe(3)
})

it('keeps nobody waiting behind what does not end', async () => {
  const ask = together<string, string>(async (items) => {
    if (items.includes('stuck')) await new Promise(() => undefined)
    return items
  })
  void ask('stuck')
  await sleep(5)
  expect(await ask('next')).toBe('next')
})
