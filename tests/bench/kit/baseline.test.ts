import { expect, it } from 'vitest'
import { compareWithBaseline, judgedBy } from './baseline.ts'
import { linesOf, percentile } from './rows.ts'

const line = linesOf('P0')
const even = { median: 1.02, least: 0.9, most: 1.1, pairedRuns: 4 }

it('measures the baseline against itself and then the shop alternately with it, after one warm-up of each', async () => {
  const order: string[] = []
  const take = (name: string, value: number) => async () => {
    order.push(name)
    return value
  }
  const { ratio, itself } = await compareWithBaseline(1, take('floor', 10), take('shop', 5))
  expect(order.join(' ')).toBe('floor shop floor floor floor floor floor shop shop floor')
  expect([ratio.median, itself.median]).toEqual([0.5, 1])
})

it('decides by the median, and gives no verdict without a goal', () => {
  const ratio = { median: 1.5, least: 0.5, most: 9, pairedRuns: 4 }
  expect(line.min('orders', ratio, 1.5).well).toBe(true)
  expect(line.min('orders', ratio, 1.6).well).toBe(false)
  expect(line.max('memory', 151, 150).well).toBe(false)
  expect(line.max('memory', 150, 150)).toMatchObject({ of: 'P0', value: 150, goal: '≤ 150', well: true })
  expect(line.info('orders/s', 12).well).toBeNull()
})

it('gives no verdict when the baseline differs from itself, and counts that as missed', () => {
  const rows = [line.max('time', 1, 2), line.min('orders', 1, 2)]
  expect(judgedBy('P0', even, rows).map(({ well }) => well)).toEqual([true, false, null])
  const noisy = judgedBy('P0', { ...even, median: 1.2 }, rows)
  expect(noisy.map(({ well }) => well)).toEqual([null, null, false])
  const oneNoisy = judgedBy('P0', [even, { ...even, median: 0.8 }, even], rows)
  expect(oneNoisy.map(({ well, value }) => [well, value]).at(-1)).toEqual([false, 0.8])
  expect(oneNoisy[0]?.well).toBeNull()
})

it('takes the median and the 99th percentile, whatever the order', () => {
  const times = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([percentile(times, 0.5), percentile(times, 0.99), percentile([7], 0.99)]).toEqual([51, 100, 7])
  expect(percentile([3, 1, 2], 0.5)).toBe(2)
})
