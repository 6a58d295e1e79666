import type { Role } from '@jhatpat/shared/contracts/roles.ts'
import { changeAsOperator } from '@jhatpat/shared/domain/users/index.ts'
import type { Command } from './command.ts'
import { endedText, findPerson } from './find-person.ts'

export const userRole: Command = {
  name: 'user:role',
  does: 'gives an account another role, and ends its sessions',
  example: '--user asha@shop.example --role reseller --why "signed the contract"',
  options: ['user', 'role', 'why'],
  run: async ({ by, ...deps }, { user, role }) => {
    const { userId, called } = await findPerson(user)
    const ended = await changeAsOperator(deps, by, { userId, change: { role: role as Role } })
    return ended === undefined
      ? `${called} has the role ${role} already.`
      : `${called} has the role ${role} now; ${endedText(ended)}.`
  },
}
