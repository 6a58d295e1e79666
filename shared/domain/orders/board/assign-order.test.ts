import { describe, expect, it } from 'vitest'
import type { OrderDoc } from '../model/order-model.ts'
import { assignmentMs, assignmentText, isAssignedToAnother } from './assign-order.ts'

const now = new Date('2026-01-31T10:00:00Z')
const assignedAgo = (seconds: number) => {
  const since = new Date(now.getTime() - seconds * 1_000)
  const until = new Date(since.getTime() + assignmentMs)
  return { assignee: { adminId: 'a1', name: 'Imran', since, until } } as OrderDoc
}

describe('an assignment', () => {
  it('keeps other admins from an order for five minutes', () => {
    expect(isAssignedToAnother(assignedAgo(0), 'a2', now)).toBe(true)
    expect(isAssignedToAnother(assignedAgo(299), 'a2', now)).toBe(true)
    expect(isAssignedToAnother(assignedAgo(300), 'a2', now)).toBe(false)
  })

  it('does not block its own admin, and an unassigned order blocks no admin', () => {
    expect(isAssignedToAnother(assignedAgo(10), 'a1', now)).toBe(false)
    expect(isAssignedToAnother({ assignee: null } as OrderDoc, 'a1', now)).toBe(false)
  })

  it.each([
    [0, '0 seconds'],
    [1, '1 second'],
    [40, '40 seconds'],
    [89, '89 seconds'],
    [90, '2 minutes'],
    [240, '4 minutes'],
  ])('reads after %i seconds as claimed %s ago', (seconds, ago) => {
    expect(assignmentText(assignedAgo(seconds), now)).toBe(
      `Assigned to Imran ${ago} ago. Nothing was changed.`,
    )
  })
})
