import { boardCursor } from '@jhatpat/shared/contracts/board-cursor.ts'
import { describe, expect, it } from 'vitest'
import { makeBoardOrder } from '../features/board/board-order-fixture.ts'
import { emptyBoard, rowsOf, withChanged, withGone, withReply, withSnapshot } from './board-state.ts'

const first = makeBoardOrder({ orderid: 'JP1AAAAA', processingSince: '2026-11-21T15:00:00.000Z' })
const second = makeBoardOrder({ orderid: 'JP2AAAAA', processingSince: '2026-11-21T15:05:00.000Z' })
const ids = (state: typeof emptyBoard) => rowsOf(state).map((order) => order.orderid)

describe('the board’s state', () => {
  it('puts the order with the least time left first', () => {
    expect(ids(withSnapshot(emptyBoard, [second, first]))).toEqual(['JP1AAAAA', 'JP2AAAAA'])
  })

  it('keeps the object of an order that a new list does not change, and takes one that it does', () => {
    const state = withSnapshot(emptyBoard, [first, second])
    const until = new Date().toISOString()
    const later = { ...second, pendingReason: { ...second.pendingReason, until } }
    const [one, two] = rowsOf(withSnapshot(state, [structuredClone(first), later]))
    expect(one).toBe(first)
    expect(two?.pendingReason.until).toBe(until)
  })

  it('ignores an event that is not newer than what is shown', () => {
    const state = withSnapshot(emptyBoard, [{ ...first, revision: 7, value: 100 }])
    expect(withChanged(state, { ...first, revision: 7, value: 1 })).toBe(state)
    expect(rowsOf(withChanged(state, { ...first, revision: 8, value: 2 }))[0]?.value).toBe(2)
  })

  it('applies the reply to its own call even at the same revision', () => {
    const assignee = { adminId: 'a1', name: 'Meera', since: 's', until: 'u' }
    const state = withSnapshot(emptyBoard, [first])
    expect(rowsOf(withReply(state, { ...first, assignee }))[0]?.assignee).toEqual(assignee)
    expect(withReply(state, { ...first, revision: 1, assignee })).toBe(state)
  })

  it('removes an order that left, and does not let a late event bring it back', () => {
    const state = withGone(withSnapshot(emptyBoard, [first, second]), { orderid: 'JP1AAAAA', revision: 9 })
    expect(ids(state)).toEqual(['JP2AAAAA'])
    expect(ids(withChanged(state, { ...first, revision: 8 }))).toEqual(['JP2AAAAA'])
    expect(ids(withSnapshot(state, [first, second]))).toEqual(['JP2AAAAA'])
  })

  it('treats an order that is no longer Processing as gone', () => {
    const state = withSnapshot(emptyBoard, [first])
    expect(ids(withReply(state, { ...first, status: 'Completed', revision: 4 }))).toEqual([])
  })

  it('replaces the state by a snapshot, but keeps events that arrived after its request', () => {
    const asked = withSnapshot(emptyBoard, [first])
    const meanwhile = withChanged(asked, second)
    expect(ids(withSnapshot(meanwhile, [first], { askedAt: asked.seen }))).toEqual(['JP1AAAAA', 'JP2AAAAA'])
    expect(ids(withSnapshot(meanwhile, [first]))).toEqual(['JP1AAAAA'])
  })

  it('merges a page as a part: events beyond it wait for their page and nothing is removed', () => {
    const other = { ...first, orderid: 'JP3AAAAA', needsAction: false }
    const beyond = { ...second, orderid: 'JP4AAAAA', needsAction: false }
    const edge = boardCursor(other)
    const part = withSnapshot(emptyBoard, [first, second, other], { edge })
    expect(part.edge).toBe(edge)
    expect(withChanged(part, beyond)).toBe(part)
    expect(ids(withChanged(part, { ...beyond, needsAction: true }))).toContain('JP4AAAAA')
    const whole = withSnapshot(part, [beyond], { from: edge })
    expect(ids(whole)).toEqual(['JP1AAAAA', 'JP3AAAAA', 'JP2AAAAA', 'JP4AAAAA'])
    expect(whole.edge).toBeNull()
    const again = withSnapshot(whole, [first], { edge: boardCursor(first) })
    expect(ids(again)).toEqual(ids(whole))
    expect(ids(withSnapshot(whole, [first, other], { edge }))).toEqual(['JP1AAAAA', 'JP3AAAAA', 'JP4AAAAA'])
  })
})
