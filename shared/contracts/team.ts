import * as z from 'zod/mini'
import { isoTime, StaffRole } from './fields.ts'
import { route } from './route.ts'
import { AdminUser } from './users.ts'

/** Somebody of the back office. */
export const TeamMember = z.object({
  user: AdminUser,
  staffRole: StaffRole,
  /** Null where it is not on. */
  secondFactor: z.nullable(z.object({ since: isoTime(), recoveryCodesLeft: z.number() })),
  /** Sessions that stand. */
  sessions: z.number(),
  /** The last use of a session that is remembered, to within five minutes; null where there is none. */
  lastSeenAt: z.nullable(isoTime()),
})
export type TeamMember = z.output<typeof TeamMember>

/** Somebody who was invited, and has not accepted. */
export const TeamInvitation = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  staffRole: StaffRole,
  /** The name of who invited them. */
  by: z.string(),
  at: isoTime(),
  /** Null while the mail with the link has not gone out. */
  mailedAt: z.nullable(isoTime()),
  /** The link is good until then. */
  expiresAt: isoTime(),
  /** Who invited them is an owner still; else the link opens nothing. */
  isByOwner: z.boolean(),
  /** They have opened an account by another way: the link opens none, and that account can be given the role. */
  hasAccount: z.boolean(),
})
export type TeamInvitation = z.output<typeof TeamInvitation>

export const team = route({
  method: 'GET',
  path: '/admin/team',
  auth: { permission: 'staff.manage' },
  summary: 'Everybody of the back office, with their roles, second factors and sessions; 200 at most',
  result: z.object({
    members: z.array(TeamMember),
    /** Whether nobody works in the back office without a second factor. */
    factorRequired: z.boolean(),
    /** Who was asked for as an admin, and waits for another owner. */
    asked: z.array(z.object({ _id: z.string(), name: z.string(), staffRole: StaffRole })),
    /** Who was invited by mail and has not accepted; 200 at most, the latest first. */
    invited: z.array(TeamInvitation),
  }),
  errors: [],
  errorField: 'message',
})
