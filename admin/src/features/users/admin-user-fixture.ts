import type { ReplyOf } from '@jhatpat/shared/contracts/route.ts'
import type { AdminUser, usersData } from '@jhatpat/shared/contracts/users.ts'

/** A user as the server lists it, for tests of the screens. */
export const makeAdminUser = (more: Partial<AdminUser> = {}): AdminUser => ({
  _id: 'c0ffee00c0ffee00c0ffee01',
  userid: 'u8mhmx1a',
  name: 'Arjun Nair',
  email: 'arjun.nair@mail.test',
  mobilenumber: '9876543210',
  role: 'user',
  balance: 1840,
  verified: 'true',
  isBlocked: 'false',
  createdAt: '2025-01-12T06:00:00.000Z',
  updatedAt: '2026-11-21T06:00:00.000Z',
  ...more,
})

type Page = ReplyOf<typeof usersData>

export const usersPage = (users: AdminUser[], more: Partial<Page> = {}): Page => ({
  users,
  totalPages: 1,
  totalCount: users.length,
  isTruncated: false,
  hasMore: false,
  next: null,
  previous: null,
  approvalAbove: 10_000,
  ...more,
})
