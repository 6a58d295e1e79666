import { describe, expect, it } from 'vitest'
import {
  costOfProduct,
  isPlausible,
  isProven,
  lessonOf,
  noCost,
  type PricedProduct,
  type ProductCost,
  withLesson,
  withTypedCost,
} from './cost-rules.ts'

const costOf = (coins: string, agreed: number): ProductCost => ({
  ...noCost(),
  coins,
  source: 'learned',
  agreed,
})
const product = (price: string, coins = '', agreed = 0): PricedProduct => ({
  price,
  unit: 'BRL',
  cost: costOf(coins, agreed),
})

const products = new Map<string, PricedProduct>([
  ['13', product('6.25', '61.5', 2)],
  ['23', product('12.50', '122', 2)],
  ['25', product('18.75')],
  ['26', product('49.90', '480', 1)],
  ['212', { price: '9.50', unit: 'PHP', cost: noCost() }],
])

const bought = (...ids: string[]) =>
  ids.map((supplierItemId, at) => ({ supplierItemId, factor: 1, orderId: `JP${at}` }))
const batch = (fell: number, purchases: ReturnType<typeof bought>) => ({
  account: 'SMILEBR',
  batch: 7,
  before: '1000.0',
  after: (1000 - fell).toFixed(2),
  bought: purchases,
})
const lesson = (fell: number, purchases: ReturnType<typeof bought>) =>
  lessonOf(batch(fell, purchases), products)

describe('the cost of a product', () => {
  it('is the learned cost, never the list price, where the account is charged in coins', () => {
    expect(costOfProduct(product('6.25', '61.5'))).toBe('61.5')
    expect(costOfProduct(product('6.25'))).toBe('')
    expect(costOfProduct({ price: '0.86', unit: 'USD' })).toBe('0.86')
  })

  it('includes the player’s factor', () => {
    expect(costOfProduct(product('6.25', '61.5'), 1.0043)).toBe('61.76445')
    expect(costOfProduct(product('6.25'), 1.0043)).toBe('')
  })

  it('is proven by two batches that agree, or by the list price where that is the cost', () => {
    expect(isProven(product('6.25', '61.5', 1))).toBe(false)
    expect(isProven(product('6.25', '61.5', 2))).toBe(true)
    expect(isProven(product('6.25', '', 2))).toBe(false)
    expect(isProven({ price: '0.86', unit: 'USD' })).toBe(true)
  })

  it('is plausible within a fifth of the suggested cost: ten for a real, one for a peso', () => {
    const reais = [50, 75, 49.99, 75.01].map((coins) => isPlausible({ price: '6.25', unit: 'BRL' }, coins))
    expect(reais).toEqual([true, true, false, false])
    const pesos = [9.2, 95].map((coins) => isPlausible({ price: '9.50', unit: 'PHP' }, coins))
    expect(pesos).toEqual([true, false])
  })
})

describe('the lesson of a batch', () => {
  it('is the cost of the one unknown product, bought once or several times', () => {
    const once = {
      isTrue: undefined,
      products: [{ kind: 'learned', supplierItemId: '25', orderId: 'JP0', seen: '179' }],
    }
    expect(lesson(179, bought('25'))).toEqual(once)
    expect(lesson(3 * 179 + 61.5 + 122, bought('25', '13', '25', '23', '25'))).toEqual(once)
  })

  it('is empty when two products are not proven', () => {
    expect(lesson(179 + 480, bought('25', '26'))).toEqual({ isTrue: undefined, products: [] })
  })

  it('is empty when a reading is no amount', () => {
    expect(lessonOf({ ...batch(179, bought('25')), before: '' }, products).products).toEqual([])
  })

  it('divides by the player’s factor', () => {
    const [one] = bought('25')
    const of = (fell: number) => lesson(fell, [{ ...one!, factor: 1.0043 }]).products[0]
    // 179 × 1.0043 = 179.7697, which the supplier rounds.
    expect(of(179.77)).toMatchObject({ kind: 'learned', seen: '179' })
  })

  it('agrees only within the rounding of a factor', () => {
    const [one] = bought('26')
    const of = (fell: number, factor: number) => lesson(fell, [{ ...one!, factor }]).products[0]?.kind
    expect(of(480, 1)).toBe('agrees')
    expect(of(482.06, 1.0043)).toBe('agrees')
    expect(of(480.02, 1)).toBe('differs')
  })

  it('is reported but not learned when it is far from the suggested cost', () => {
    expect(lesson(179 + 61.5, bought('25')).products).toMatchObject([{ kind: 'too_far', seen: '240.5' }])
    expect(lesson(0, bought('25')).products).toMatchObject([{ kind: 'too_far', seen: '0' }])
  })

  it('doubts every product when proven costs do not add up', () => {
    const { isTrue, products: doubtful } = lesson(61.5 + 122 + 61.5, bought('13', '23'))
    expect(isTrue).toBe(false)
    expect(doubtful).toMatchObject([
      { kind: 'doubtful', supplierItemId: '13' },
      { kind: 'doubtful', supplierItemId: '23' },
    ])
    expect(lesson(61.5 + 122, bought('13', '23'))).toEqual({ isTrue: true, products: [] })
  })

  it('shows spending from elsewhere, even when nothing was bought', () => {
    expect(lesson(61.5, [])).toEqual({ isTrue: false, products: [] })
    expect(lesson(0, [])).toEqual({ isTrue: true, products: [] })
  })
})

describe('a stored cost', () => {
  const at = new Date('2026-11-28T10:00:00Z')
  const around = { batch: 7, before: '1000.0', after: '821.0', at }
  const resultOf = (kind: 'learned' | 'agrees' | 'differs' | 'too_far' | 'doubtful', seen = '179') =>
    ({ kind, seen, supplierItemId: '25', orderId: 'JP1' }) as const

  it('contains the readings, the order and the time', () => {
    expect(withLesson(noCost(), resultOf('learned'), around)).toEqual({
      coins: '179',
      source: 'learned',
      agreed: 1,
      batch: 7,
      version: 1,
      history: [
        {
          coins: '179',
          source: 'learned',
          at,
          batch: 7,
          before: '1000.0',
          after: '821.0',
          orderId: 'JP1',
          by: '',
          reason: '',
          on: '',
        },
      ],
    })
  })

  it('is proven by a second batch, but not by the same one again', () => {
    const once = withLesson(noCost(), resultOf('learned'), around)!
    expect(withLesson(once, resultOf('agrees'), around)).toBeUndefined()
    expect(withLesson(once, resultOf('agrees'), { ...around, batch: 8 })).toMatchObject({
      agreed: 2,
      batch: 8,
    })
  })

  it('starts over when a batch differs, and becomes doubtful when one does not add up', () => {
    const proven = costOf('179', 5)
    expect(withLesson(proven, resultOf('differs', '181'), around)).toMatchObject({ coins: '181', agreed: 1 })
    expect(withLesson(proven, resultOf('doubtful'), around)).toMatchObject({ coins: '179', agreed: 0 })
    expect(withLesson(proven, resultOf('too_far', '300'), around)).toMatchObject({ coins: '179', agreed: 0 })
  })

  it('is used at once after an admin typed it, and only purchases prove or correct it', () => {
    const entry = {
      coins: '180',
      source: 'typed' as const,
      at,
      batch: 0,
      before: '',
      after: '',
      orderId: '',
      by: 'Meera',
      reason: 'the vendor’s mail',
      on: '2026-11-27',
    }
    const typed = withTypedCost(costOf('179', 5), entry)
    expect(typed).toMatchObject({ coins: '180', source: 'typed', agreed: 0, version: 1 })
    expect(withLesson(typed, resultOf('differs'), around)).toMatchObject({
      coins: '179',
      source: 'learned',
      agreed: 1,
    })
  })

  it('is learned even if an admin typed one far from the list price', () => {
    const far = new Map([
      [
        '25',
        { price: '18.75', unit: 'BRL' as const, cost: { ...costOf('120', 0), source: 'typed' as const } },
      ],
    ])
    expect(lessonOf(batch(120, bought('25')), far).products).toMatchObject([{ kind: 'agrees' }])
  })

  it('keeps its last fifty entries', () => {
    let cost = noCost()
    for (let batch = 1; batch <= 60; batch += 1)
      cost = withLesson(cost, resultOf('differs', String(batch)), { ...around, batch })!
    expect(cost.history).toHaveLength(50)
    expect(cost.history.at(-1)?.coins).toBe('60')
  })
})
