import { describe, expect, it } from 'vitest'
import { holderOf, quickStepOf, reassignedTo, shouldRenew } from './assignment.ts'
import { makeBoardOrder } from './board-order-fixture.ts'

const now = Date.parse('2026-11-21T15:00:00.000Z')
const me = { _id: 'a1', name: 'Meera' }
const assignee = (adminId: string, leftMs: number) => ({
  adminId,
  name: adminId === 'a1' ? 'Meera' : 'Imran',
  since: new Date(now).toISOString(),
  until: new Date(now + leftMs).toISOString(),
})
const mine = makeBoardOrder({ assignee: assignee('a1', 60_000) })
const theirs = makeBoardOrder({ assignee: assignee('a2', 60_000) })
const unknown = { kind: 'outcome_unknown', since: mine.processingSince, detail: '' } as const

describe('the assignee of an order', () => {
  it('distinguishes my assignment, another admin’s and none', () => {
    expect(holderOf(mine, me, now)).toMatchObject({ kind: 'me' })
    expect(holderOf(theirs, me, now)).toEqual({ kind: 'other', name: 'Imran' })
    expect(holderOf(makeBoardOrder(), me, now)).toEqual({ kind: 'unassigned' })
  })

  it('expires on its own', () => {
    expect(holderOf(theirs, me, now + 60_000)).toEqual({ kind: 'unassigned' })
  })

  it('decides the next step: Assign, Completed or Reassign, and none when the outcome is unknown', () => {
    const step = (order: typeof mine) => quickStepOf(order, holderOf(order, me, now), me)
    expect(step(makeBoardOrder())).toBe('assign')
    expect(step(mine)).toBe('complete')
    expect(step(theirs)).toBe('reassign')
    expect(step({ ...mine, pendingReason: unknown })).toBe('none')
    expect(step({ ...mine, nextSteps: ['Refunded'] })).toBe('none')
  })

  it('renews my own assignment before it expires, and never another admin’s', () => {
    expect(shouldRenew(holderOf(mine, me, now), now)).toBe(true)
    expect(shouldRenew(holderOf(makeBoardOrder({ assignee: assignee('a1', 290_000) }), me, now), now)).toBe(
      false,
    )
    expect(shouldRenew(holderOf(theirs, me, now), now)).toBe(false)
  })

  it('detects that another admin took over', () => {
    expect(reassignedTo(mine, theirs, me)).toBe('Imran')
    expect(reassignedTo(makeBoardOrder(), theirs, me)).toBeUndefined()
    expect(reassignedTo(mine, mine, me)).toBeUndefined()
  })
})
