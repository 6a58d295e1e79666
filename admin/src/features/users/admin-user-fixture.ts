import type { AdminUser } from '@jhatpat/shared/contracts/users.ts'

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

export const usersPage = (users: readonly AdminUser[], more: object = {}) => ({
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
