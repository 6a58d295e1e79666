import * as z from 'zod/mini'
import { BrowserUser } from './accounts.ts'
import { adminTables } from './admin-tables.ts'
import { AuditRow } from './audit.ts'
import { csvOf } from './csv-route.ts'
import { idText, isoTime, StaffRole, shortText, userId } from './fields.ts'
import { pageCursors, paginatedListQuery, searchText } from './list-queries.ts'
import { isIntegerPaise } from './money.ts'
import { Role } from './roles.ts'
import { route } from './route.ts'

/** Specification §9. */
export const userPageSizes = [25, 50, 100, 250, 500] as const

const flag = z.enum(['true', 'false'])

const userFilters = {
  role: z.optional(Role),
  verified: z.optional(flag),
  isBlocked: z.optional(flag),
  /**
   * The beginning of a name, an e-mail address, a mobile number or an id; its matches have their
   * own order.
   */
  q: searchText(),
  /** By balance only without filters. */
  sort: z.optional(z.enum(['-createdAt', 'createdAt', '-balance', 'balance'])),
}

/** Checks the length first: the pattern on 90 kB of dots would block the event loop. */
const emailText = () => z.string().check(z.trim(), z.minLength(3), z.maxLength(254, { abort: true }))

/** A user as admins see them. */
export const AdminUser = z.extend(BrowserUser, {
  createdAt: isoTime(),
  /** The version: an edit with an older one is rejected. */
  updatedAt: isoTime(),
})
export type AdminUser = z.output<typeof AdminUser>

export const usersData = route({
  method: 'GET',
  path: '/admin/users_data',
  auth: { permission: adminTables.users.permission },
  summary:
    'A page of users: by number, from a cursor, or of those whose name, e-mail, mobile or id begins with q',
  query: z.strictObject({
    ...paginatedListQuery(/^\d{1,15}\.[0-9a-f]{24}$/),
    ...userFilters,
  }),
  /**
   * A search has no cursors and reads 500 at most: `isTruncated` says that there are more, as
   * `hasMore` does for a list.
   */
  result: z.object({
    users: z.array(AdminUser),
    totalPages: z.number(),
    totalCount: z.number(),
    isTruncated: z.boolean(),
    hasMore: z.boolean(),
    ...pageCursors,
    /** Rupees that an admin may add to or take out of one wallet per day without approval. */
    approvalAbove: z.number(),
  }),
  errors: ['page_too_deep'],
  errorField: 'message',
})

export const usersCsv = csvOf(usersData, {
  summary: 'The users of a view as CSV; the export is recorded in the audit log',
  query: z.strictObject(userFilters),
  file: 'users.csv',
  errors: ['search_too_wide'],
})

export const updateUserData = route({
  method: 'POST',
  path: '/admin/updateuserdata',
  auth: { permission: 'customers.edit' },
  summary:
    'Change a user. A block, another role or another e-mail address revokes all sessions; a new admin needs a second admin’s approval',
  body: z.strictObject({
    _id: userId(),
    userid: idText(),
    name: shortText(100),
    /** May be empty: an account need not have one. */
    mobilenumber: z.string().check(z.regex(/^(\d{10})?$/, 'must be a mobile number of 10 digits')),
    email: emailText().check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'must be an e-mail address')),
    role: Role,
    /** For an admin: without it the role is unchanged, and a new admin is an owner. */
    staffRole: z.optional(StaffRole),
    verified: flag,
    isBlocked: flag,
    /** The user's `updatedAt` on the admin's screen. */
    expectedVersion: z.optional(shortText(40)),
    reason: z.optional(z.string().check(z.trim(), z.maxLength(300))),
  }),
  /**
   * `status` `pending`: making the user an admin waits for a second admin; everything else was
   * saved.
   */
  result: z.object({ message: z.string(), user: AdminUser, status: z.enum(['done', 'pending']) }),
  errors: [
    'not_found',
    'user_changed',
    'email_taken',
    'mobile_taken',
    'own_account',
    'verified_email_required',
    'role_not_permitted',
    'proof_required',
  ],
  errorField: 'message',
  asksProof: true,
})

export const addUserBalance = route({
  method: 'POST',
  path: '/admin/adduserbalance',
  auth: { permission: 'wallets.adjust', orRequestsApproval: true },
  summary: 'Add rupees to a user’s wallet, or take them out; above a daily limit a second admin must approve',
  body: z.strictObject({
    userId: idText(),
    email: emailText(),
    amount: z.number().check(
      z.gte(-10_000_000),
      z.lte(10_000_000),
      z.refine((rupees) => rupees !== 0, 'must not be 0'),
      z.refine(isIntegerPaise, 'must have at most two decimals'),
    ),
    /** Required for a debit. */
    reason: z.optional(z.string().check(z.trim(), z.maxLength(300))),
  }),
  result: z.object({
    message: z.string(),
    /** Of the wallet transaction, which may still be pending. */
    id: z.string(),
    status: z.enum(['done', 'pending']),
    /** Rupees in the wallet now. */
    balance: z.number(),
  }),
  errors: ['not_found', 'reason_missing', 'insufficient_balance'],
  errorField: 'error',
  idempotent: true,
})

export const userAudit = route({
  method: 'GET',
  path: '/admin/users/:id/audit',
  auth: { permission: 'audit.view' },
  summary: 'What admins did to a user, the latest first',
  params: z.strictObject({ id: userId() }),
  result: z.array(AuditRow),
  errors: [],
  errorField: 'message',
})
