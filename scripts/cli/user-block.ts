import { updateUserAsOperator } from '@jhatpat/shared/domain/users/index.ts'
import type { Command } from './command.ts'
import { endedText, findPerson } from './find-person.ts'

export const userBlock: Command = {
  name: 'user:block',
  does: 'keeps an account out, and ends its sessions',
  example: '--user 9876543210 --reason "charged back three times"',
  options: ['user', 'reason'],
  run: setBlocked(true, 'blocked'),
}

export const userUnblock: Command = {
  name: 'user:unblock',
  does: 'lets an account in again',
  example: '--user u7k2mdx4 --reason "the bank has taken it back"',
  options: ['user', 'reason'],
  run: setBlocked(false, 'let in'),
}

function setBlocked(isBlocked: boolean, word: string): Command['run'] {
  return async ({ by, ...deps }, { user }) => {
    const { userId, called } = await findPerson(user)
    const ended = await updateUserAsOperator(deps, by, { userId, change: { isBlocked } })
    return ended === undefined
      ? `${called} is ${word} already.`
      : `${called} is ${word} now; ${endedText(ended)}.`
  }
}
