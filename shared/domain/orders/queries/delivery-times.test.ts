import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deliveryTimes, type MeasuredDelivery, minOrders } from './delivery-times.ts'

const measured = (seconds: number[], itemid = 1): MeasuredDelivery[] =>
  seconds.map((one) => ({ itemid, seconds: one, orders: 1 }))
const numbersTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1)

describe('the delivery time of an item', () => {
  it('is the median and the 90th percentile', () => {
    expect(deliveryTimes(measured(numbersTo(100)))).toEqual([
      { itemid: 1, orders: 100, medianSeconds: 50, p90Seconds: 90 },
    ])
  })

  it.each([
    [20, 10, 18],
    [30, 15, 27],
    [21, 11, 19],
  ])(
    'of %i orders is that of the order which completes half, and nine tenths, of them',
    (orders, medianSeconds, p90Seconds) => {
      expect(deliveryTimes(measured(numbersTo(orders).reverse()))).toEqual([
        { itemid: 1, orders, medianSeconds, p90Seconds },
      ])
    },
  )

  it('is unknown for 19 orders, also when other items have more', () => {
    expect(
      deliveryTimes([...measured(numbersTo(19)), ...measured(numbersTo(25), 2)]).map(({ itemid }) => itemid),
    ).toEqual([2])
    expect(deliveryTimes([])).toEqual([])
  })

  it('counts orders with the same duration together', () => {
    const all = [
      { itemid: 7, seconds: 3, orders: 18 },
      { itemid: 7, seconds: 400, orders: 2 },
    ]
    expect(deliveryTimes(all)).toEqual([{ itemid: 7, orders: 20, medianSeconds: 3, p90Seconds: 3 }])
  })

  it('is never better than measured: half and nine tenths of the orders are within it', () => {
    const times = fc.array(fc.integer({ min: 0, max: 3_600 }), { minLength: minOrders, maxLength: 200 })
    fc.assert(
      fc.property(times, (seconds) => {
        const [{ medianSeconds, p90Seconds } = { medianSeconds: 0, p90Seconds: 0 }] = deliveryTimes(
          measured(seconds),
        )
        const share = (limit: number) => seconds.filter((one) => one <= limit).length / seconds.length
        return share(medianSeconds) >= 0.5 && share(p90Seconds) >= 0.9 && medianSeconds <= p90Seconds
      }),
    )
  })
})
