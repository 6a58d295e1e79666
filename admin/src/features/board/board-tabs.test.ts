import { describe, expect, it } from 'vitest'
import { makeBoardOrder } from './board-order-fixture.ts'
import { boardTabs, isInTab, toBoardTab } from './board-tabs.ts'

const nowMs = Date.parse('2026-11-21T15:00:00.000Z')
const at = (minutes: number) => new Date(nowMs + minutes * 60_000).toISOString()
const me = { _id: 'a1', name: 'Meera' }
const tabsOf = (order: ReturnType<typeof makeBoardOrder>) =>
  boardTabs.filter((tab) => isInTab(tab, order, { me, nowMs }))

describe('the board’s tabs', () => {
  it('put each order under the tabs that apply to it', () => {
    const assignee = { adminId: 'a1', name: 'Meera', since: at(-1), until: at(4) }
    expect(tabsOf(makeBoardOrder({ processingSince: at(-5), assignee }))).toEqual(['all', 'mine'])
    expect(tabsOf(makeBoardOrder({ processingSince: at(-31) }))).toEqual(['all', 'unassigned', 'late'])
    const pendingReason = { kind: 'outcome_unknown', since: at(-3), detail: '' } as const
    expect(
      tabsOf(
        makeBoardOrder({ processingSince: at(-5), pendingReason, assignee: { ...assignee, adminId: 'a2' } }),
      ),
    ).toEqual(['all', 'unknown'])
  })

  it('read a tab from the address and fall back to all', () => {
    expect(toBoardTab('late')).toBe('late')
    expect(toBoardTab('bogus')).toBe('all')
    expect(toBoardTab(null)).toBe('all')
  })
})
