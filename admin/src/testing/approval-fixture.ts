import type { ApprovalRequest } from '@jhatpat/shared/contracts/approval-requests.ts'

const dayMs = 86_400_000

/** A request of six minutes ago to add ₹12,000 to a wallet. */
export const makeApprovalRequest = (more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  id: 'JW261121M36ZW2F1',
  kind: 'balance',
  state: 'pending',
  userId: 'c1',
  userid: 'u8mhmx1a',
  name: 'Arjun Nair',
  email: 'arjun.nair@mail.test',
  amount: 12_000,
  balance: 1840,
  reason: 'Bank slip seen',
  askedBy: { _id: 'a2', name: 'Lakshmi Pillai' },
  askedAt: new Date(Date.now() - 6 * 60_000).toISOString(),
  expiresAt: new Date(Date.now() + 6.4 * dayMs).toISOString(),
  ...more,
})
