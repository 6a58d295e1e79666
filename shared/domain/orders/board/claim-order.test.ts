import { describe, expect, it } from 'vitest'
import type { OrderDoc } from '../order-model.ts'
import { claimMs, claimSentence, heldByAnother } from './claim-order.ts'

const now = new Date('2026-01-31T10:00:00Z')
const claimedAgo = (seconds: number) => {
  const since = new Date(now.getTime() - seconds * 1_000)
  const until = new Date(since.getTime() + claimMs)
  return { claim: { adminId: 'a1', name: 'Imran', since, until } } as OrderDoc
}

describe('a claim', () => {
  it('holds an order against other admins for five minutes', () => {
    expect(heldByAnother(claimedAgo(0), 'a2', now)).toBe(true)
    expect(heldByAnother(claimedAgo(299), 'a2', now)).toBe(true)
    expect(heldByAnother(claimedAgo(300), 'a2', now)).toBe(false)
  })

  it('holds nothing against its own admin, and no claim against nobody', () => {
    expect(heldByAnother(claimedAgo(10), 'a1', now)).toBe(false)
    expect(heldByAnother({ claim: null } as OrderDoc, 'a1', now)).toBe(false)
  })

  it.each([
    [0, '0 seconds'],
    [1, '1 second'],
    [40, '40 seconds'],
    [89, '89 seconds'],
    [90, '2 minutes'],
    [240, '4 minutes'],
  ])('is told %i seconds later as %s ago', (seconds, ago) => {
    expect(claimSentence(claimedAgo(seconds), now)).toBe(
      `Imran has this order, claimed ${ago} ago. Nothing was changed.`,
    )
  })
})
