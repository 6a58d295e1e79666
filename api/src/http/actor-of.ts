import type { StaffMember } from '@jhatpat/shared/contracts/permissions.ts'
import type { Caller } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Actor } from '@jhatpat/shared/domain/audit/index.ts'

/**
 * The actor for the audit log, with the caller's roles. @param from the IP address of the
 * connection
 */
export const actorOf = ({ userId, name, role, staffRole }: Caller, from: string): Actor & StaffMember => ({
  userId,
  name,
  from,
  role,
  staffRole,
})
