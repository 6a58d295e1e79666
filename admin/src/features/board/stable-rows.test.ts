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

  it('go at once when their order left, unless the mouse moves over them', () => {
    const left = { shown: [row(one), row(two)], current: [two!], isInteracting: true, ownChanges: none }
    expect(ids(stableRows(left).rows)).toEqual(['JP2AAAAA'])
    expect(ids(stableRows({ ...left, isAiming: true }).rows)).toEqual(['JP1AAAAA left', 'JP2AAAAA'])
    const own = { ...left, isAiming: true, ownChanges: new Set(['JP1AAAAA']) }
    expect(ids(stableRows(own).rows)).toEqual(['JP2AAAAA'])
  })

  it('stay when they are open, until they are closed', () => {
    const left = { shown: [row(one), row(two)], current: [two!], ownChanges: none, openId: 'JP1AAAAA' }
    for (const isInteracting of [true, false])
      expect(ids(stableRows({ ...left, isInteracting }).rows)).toEqual(['JP1AAAAA left', 'JP2AAAAA'])
    const closed = { ...left, isInteracting: true, openId: undefined }
    expect(ids(stableRows(closed).rows)).toEqual(['JP2AAAAA'])
  })

  it('stay when they are open and their order, still pending, has left the tab', () => {
    const assigned = { ...one!, value: 7 }
    const { rows } = stableRows({
      shown: [row(one), row(two)],
      current: [two!],
      pending: [assigned, two!],
      isInteracting: false,
      openId: 'JP1AAAAA',
      ownChanges: none,
    })
    expect(ids(rows)).toEqual(['JP1AAAAA', 'JP2AAAAA'])
    expect(rows[0]?.order.value).toBe(7)
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
