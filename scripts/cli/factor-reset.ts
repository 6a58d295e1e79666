import { resetSecondFactor } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Command } from './command.ts'
import { endedText, findPerson } from './find-person.ts'

export const factorReset: Command = {
  name: 'factor:reset',
  does: 'takes the second factor off for an admin who has lost it, and ends their sessions',
  example: '--user meera@shop.example --reason "lost her phone; we spoke on a video call"',
  options: ['user', 'reason'],
  run: async ({ by, ...deps }, { user }) => {
    const { userId, called } = await findPerson(user)
    const ended = await resetSecondFactor(deps, userId, by)
    return `${called} has no second factor any more, and sets one up at the next sign-in; ${endedText(ended)}.`
  },
}
