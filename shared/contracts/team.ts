import * as z from 'zod/mini'
import { isoTime } from './fields.ts'
import { route } from './http/route.ts'
import { OfficeRole } from './office-role.ts'
import { AdminUser } from './users.ts'

/** Somebody of the back office. */
export const TeamMember = z.object({
  user: AdminUser,
  officeRole: OfficeRole,
  /** Null where it is not on. */
  secondFactor: z.nullable(z.object({ since: isoTime(), recoveryCodesLeft: z.number() })),
  /** Sessions that stand. */
  sessions: z.number(),
  /** The last use of a session that is remembered, to within five minutes; null where there is none. */
  lastSeenAt: z.nullable(isoTime()),
})
export type TeamMember = z.output<typeof TeamMember>

export const team = route({
  method: 'GET',
  path: '/admin/team',
  auth: { may: 'team' },
  summary: 'Everybody of the back office, with their roles, second factors and sessions; 200 at most',
  result: z.object({
    members: z.array(TeamMember),
    /** Whether nobody works in the back office without a second factor. */
    factorRequired: z.boolean(),
    /** Who was asked for as an admin, and waits for another owner. */
    asked: z.array(z.object({ _id: z.string(), name: z.string(), officeRole: OfficeRole })),
  }),
  errors: [],
  errorField: 'message',
})
