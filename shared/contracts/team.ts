import * as z from 'zod/mini'
import { isoTime, StaffRole } from './fields.ts'
import { route } from './route.ts'
import { AdminUser } from './users.ts'

/** A staff member. */
export const TeamMember = z.object({
  user: AdminUser,
  staffRole: StaffRole,
  /** Null where it is not on. */
  secondFactor: z.nullable(z.object({ since: isoTime(), recoveryCodesLeft: z.number() })),
  /** Active sessions. */
  sessions: z.number(),
  /** The last use of a stored session, to within five minutes; null where there is none. */
  lastSeenAt: z.nullable(isoTime()),
})
export type TeamMember = z.output<typeof TeamMember>

/** A person who was invited and has not accepted. */
export const TeamInvitation = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  staffRole: StaffRole,
  /** The inviter's name. */
  by: z.string(),
  at: isoTime(),
  /** Null while the mail with the link has not been sent. */
  mailedAt: z.nullable(isoTime()),
  /** The link is valid until then. */
  expiresAt: isoTime(),
  /** The inviter is still an owner; otherwise the link does not work. */
  isByOwner: z.boolean(),
  /**
   * The person has created an account in another way: the link creates none, and that account can
   * be given the role.
   */
  hasAccount: z.boolean(),
})
export type TeamInvitation = z.output<typeof TeamInvitation>

export const team = route({
  method: 'GET',
  path: '/admin/team',
  auth: { permission: 'staff.manage' },
  summary: 'All staff members, with their roles, second factors and sessions; 200 at most',
  result: z.object({
    members: z.array(TeamMember),
    /** Whether a second factor is required for every admin. */
    factorRequired: z.boolean(),
    /** Users requested as admins, waiting for another owner's approval. */
    asked: z.array(z.object({ _id: z.string(), name: z.string(), staffRole: StaffRole })),
    /** People who were invited by mail and have not accepted; 200 at most, the latest first. */
    invited: z.array(TeamInvitation),
  }),
  errors: [],
  errorField: 'message',
})
