import { describe, expect, it } from 'vitest'
import { aBoardOrder } from './a-board-order.ts'
import { steadyRows } from './steady-rows.ts'

const [one, two, three] = ['JP1AAAAA', 'JP2AAAAA', 'JP3AAAAA'].map((orderid) => aBoardOrder({ orderid }))
const none = new Set<string>()
const row = (order: typeof one, left = false) => ({ order: order!, left })
const ids = (rows: { order: { orderid: string }; left: boolean }[]) =>
  rows.map(({ order, left }) => order.orderid + (left ? ' left' : ''))

describe('rows under a hand', () => {
  it('follow the list at once when nothing holds them', () => {
    const { rows, waiting } = steadyRows({
      shown: [row(one)],
      current: [two!, one!],
      held: false,
      ownMoves: none,
    })
    expect(ids(rows)).toEqual(['JP2AAAAA', 'JP1AAAAA'])
    expect(waiting).toBe(0)
  })

  it('stay where they are while held, and new ones are counted', () => {
    const { rows, waiting } = steadyRows({
      shown: [row(one), row(two)],
      current: [three!, one!, two!],
      held: true,
      ownMoves: none,
    })
    expect(ids(rows)).toEqual(['JP1AAAAA', 'JP2AAAAA'])
    expect(waiting).toBe(1)
  })

  it('keep the place of an order that left, unless the hand itself moved it', () => {
    const held = { shown: [row(one), row(two)], current: [two!], held: true }
    expect(ids(steadyRows({ ...held, ownMoves: none }).rows)).toEqual(['JP1AAAAA left', 'JP2AAAAA'])
    expect(ids(steadyRows({ ...held, ownMoves: new Set(['JP1AAAAA']) }).rows)).toEqual(['JP2AAAAA'])
  })

  it('show an update in place', () => {
    const { rows } = steadyRows({
      shown: [row(one)],
      current: [{ ...one!, value: 5 }],
      held: true,
      ownMoves: none,
    })
    expect(rows[0]?.order.value).toBe(5)
  })

  it('let the first orders in even while held: there was nothing to move', () => {
    expect(ids(steadyRows({ shown: [], current: [one!], held: true, ownMoves: none }).rows)).toEqual([
      'JP1AAAAA',
    ])
  })
})
