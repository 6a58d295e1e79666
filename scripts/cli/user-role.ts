import type { StaffRole } from '@jhatpat/shared/contracts/permissions.ts'
import type { Role } from '@jhatpat/shared/contracts/roles.ts'
import { updateUserAsOperator } from '@jhatpat/shared/domain/users/index.ts'
import { CliError } from '../refusal.ts'
import type { Command } from './command.ts'
import { endedText, findPerson } from './find-person.ts'

export const userRole: Command = {
  name: 'user:role',
  does: 'gives an account another role, an admin another one in the office, and ends its sessions',
  example: '--user asha@shop.example --role admin --staff-role support --reason "answers tickets"',
  options: ['user', 'role', 'reason'],
  mayHave: ['staff-role'],
  run: async ({ by, ...deps }, { user, role, 'staff-role': staffRole }) => {
    if (staffRole && role !== 'admin') throw new CliError('Only an admin has a role in the office.')
    const { userId, called } = await findPerson(user)
    const change = { role: role as Role, ...(staffRole ? { staffRole: staffRole as StaffRole } : {}) }
    const ended = await updateUserAsOperator(deps, by, { userId, change })
    const named = staffRole ? `${role}, ${staffRole}` : role
    return ended === undefined
      ? `${called} has the role ${named} already.`
      : `${called} has the role ${named} now; ${endedText(ended)}.`
  },
}
