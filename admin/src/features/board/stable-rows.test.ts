import { describe, expect, it } from 'vitest'
import { makeBoardOrder } from './board-order-fixture.ts'
import { stableRows } from './stable-rows.ts'

const [one, two, three] = ['JP1AAAAA', 'JP2AAAAA', 'JP3AAAAA'].map((orderid) => makeBoardOrder({ orderid }))
const none = new Set<string>()
const row = (order: typeof one, left = false) => ({ order: order!, left })
const ids = (rows: { order: { orderid: string }; left: boolean }[]) =>
  rows.map(({ order, left }) => order.orderid + (left ? ' left' : ''))

describe('rows during interaction', () => {
  it('follow the list at once without interaction', () => {
    const { rows, waiting } = stableRows({
      shown: [row(one)],
      current: [two!, one!],
      isInteracting: false,
      ownChanges: none,
    })
    expect(ids(rows)).toEqual(['JP2AAAAA', 'JP1AAAAA'])
    expect(waiting).toBe(0)
  })

  it('stay in place during an interaction, and new ones are counted', () => {
    const { rows, waiting } = stableRows({
      shown: [row(one), row(two)],
      current: [three!, one!, two!],
      isInteracting: true,
      ownChanges: none,
    })
    expect(ids(rows)).toEqual(['JP1AAAAA', 'JP2AAAAA'])
    expect(waiting).toBe(1)
  })

  it('keep the position of an order that left, unless this admin changed it', () => {
    const isInteracting = { shown: [row(one), row(two)], current: [two!], isInteracting: true }
    expect(ids(stableRows({ ...isInteracting, ownChanges: none }).rows)).toEqual([
      'JP1AAAAA left',
      'JP2AAAAA',
    ])
    expect(ids(stableRows({ ...isInteracting, ownChanges: new Set(['JP1AAAAA']) }).rows)).toEqual([
      'JP2AAAAA',
    ])
  })

  it('show an update in place', () => {
    const { rows } = stableRows({
      shown: [row(one)],
      current: [{ ...one!, value: 5 }],
      isInteracting: true,
      ownChanges: none,
    })
    expect(rows[0]?.order.value).toBe(5)
  })

  it('show the first orders even during an interaction: there was nothing to move', () => {
    expect(
      ids(stableRows({ shown: [], current: [one!], isInteracting: true, ownChanges: none }).rows),
    ).toEqual(['JP1AAAAA'])
  })
})
