import type { OfficeRole } from '@jhatpat/shared/contracts/permissions.ts'
import type { Role } from '@jhatpat/shared/contracts/roles.ts'
import { changeAsOperator } from '@jhatpat/shared/domain/users/index.ts'
import { CliError } from '../refusal.ts'
import type { Command } from './command.ts'
import { endedText, findPerson } from './find-person.ts'

export const userRole: Command = {
  name: 'user:role',
  does: 'gives an account another role, an admin another one in the office, and ends its sessions',
  example: '--user asha@shop.example --role admin --office-role support --reason "answers tickets"',
  options: ['user', 'role', 'reason'],
  mayHave: ['office-role'],
  run: async ({ by, ...deps }, { user, role, 'office-role': officeRole }) => {
    if (officeRole && role !== 'admin') throw new CliError('Only an admin has a role in the office.')
    const { userId, called } = await findPerson(user)
    const change = { role: role as Role, ...(officeRole ? { officeRole: officeRole as OfficeRole } : {}) }
    const ended = await changeAsOperator(deps, by, { userId, change })
    const named = officeRole ? `${role}, ${officeRole}` : role
    return ended === undefined
      ? `${called} has the role ${named} already.`
      : `${called} has the role ${named} now; ${endedText(ended)}.`
  },
}
