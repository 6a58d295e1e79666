import { expect, it } from 'vitest'
import { interleave, interleaveAll, isTooNoisy, ratioOf } from './paired-runs.ts'

it('measures in the order A, B, B, A and pairs neighbours', async () => {
  const order: string[] = []
  let time = 0
  const take = (name: string) => async () => {
    order.push(name)
    time += 1
    return time
  }
  const pairedRuns = await interleave(2, take('floor'), take('shop'))
  expect(order).toEqual(['floor', 'shop', 'shop', 'floor', 'floor', 'shop', 'shop', 'floor'])
  expect(pairedRuns).toEqual([
    [1, 2],
    [4, 3],
    [5, 6],
    [8, 7],
  ])
})

it('cancels out a machine that slows down evenly', async () => {
  let speed = 100
  const measured = async () => {
    speed *= 0.9
    return speed
  }
  expect(ratioOf(await interleave(3, measured, measured)).median).toBeCloseTo(1, 2)
})

it('takes the median of the ratios and reports the least and the most', () => {
  expect(
    ratioOf([
      [10, 5],
      [10, 20],
      [10, 9],
    ]),
  ).toEqual({ median: 0.9, least: 0.5, most: 2, pairedRuns: 3 })
  expect(
    ratioOf([
      [1, 1],
      [1, 4],
    ]).median,
  ).toBe(2)
})

it.each([
  [1.09, false],
  [0.91, false],
  [1.12, true],
  [0.85, true],
])('calls a machine on which a task takes %d of its own time too noisy: %s', (median, expected) => {
  expect(isTooNoisy({ median, least: 1, most: 1, pairedRuns: 1 })).toBe(expected)
})

it('measures several tasks forward and backward, and returns each turn in their order', async () => {
  const order: string[] = []
  const task = (name: string) => async () => `${name}${order.push(name)}`
  expect(await interleaveAll(2, [task('a'), task('b'), task('c')])).toEqual([
    ['a1', 'b2', 'c3'],
    ['a6', 'b5', 'c4'],
  ])
})
