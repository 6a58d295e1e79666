import { revokeAllSessions } from '@jhatpat/shared/domain/users/index.ts'
import type { Command } from './command.ts'
import { endedText, findPerson } from './find-person.ts'

export const sessionsRevoke: Command = {
  name: 'sessions:revoke',
  does: 'signs an account out everywhere',
  example: '--user asha@shop.example --reason "left a phone in a taxi"',
  options: ['user', 'reason'],
  run: async ({ by, ...deps }, { user }) => {
    const { userId, called } = await findPerson(user)
    return `${called} is signed out everywhere; ${endedText(await revokeAllSessions(deps, by, userId))}.`
  },
}
