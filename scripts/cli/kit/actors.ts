import { hostname, userInfo } from 'node:os'
import {
  missingPermission,
  type StaffAccess,
  type StaffMember,
} from '@jhatpat/shared/contracts/permissions.ts'
import { findUserByEmail, notAllowed } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Actor } from '@jhatpat/shared/domain/audit/index.ts'
import { CliError } from '../../processes/cli-error.ts'

/** The user of this machine, for the audit log. */
const terminal = () => `${userInfo().username}@${hostname()}`

/** The operator, who is above all admins: named by the machine's user. */
export const operator = (): Actor & StaffMember => ({
  userId: 'operator',
  name: `${userInfo().username} (operator)`,
  from: hostname(),
  role: 'admin',
})

/**
 * The staff member on whose behalf a command acts, with the permissions that the back office asks for the same action.
 * The audit log names the machine and its user as the address.
 * @throws CliError for an account that is no admin's or is blocked; AppError `role_not_permitted`
 */
export async function staffMember(email: string, access: StaffAccess): Promise<Actor & StaffMember> {
  const user = await findUserByEmail(email)
  if (user?.role !== 'admin' || user.isBlocked) {
    throw new CliError(`${email} is no active staff member: name one who may do this with --as.`)
  }
  const member = {
    userId: user._id.toHexString(),
    name: user.name,
    from: terminal(),
    role: user.role,
    staffRole: user.staffRole,
  }
  const missing = missingPermission(member, access)
  if (missing) throw notAllowed(member, missing)
  return member
}
