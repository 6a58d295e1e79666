import { randomBytes } from 'node:crypto'
import type { Role } from '@jhatpat/shared/contracts/roles.ts'
import { demoPassword, normalEmail, uniqueKeys } from '@jhatpat/shared/domain/accounts/index.ts'
import { createUserAsOperator } from '@jhatpat/shared/domain/staff/index.ts'
import { isDuplicateKey } from '@jhatpat/shared/platform/mongo.ts'
import { CliError } from '../processes/cli-error.ts'
import type { Command, Given } from './command.ts'

/**
 * The password is the first line of standard input, never an argument: other users of the machine can read
 * arguments.
 */
export const userCreate: Command = {
  name: 'user:create',
  does: 'makes an account, the first admin too; asks for a password, or makes one up and shows it once',
  example:
    '--email asha@shop.example --name "Asha Rao" --mobile 9876543210 --role admin --reason "runs the shop"',
  options: ['email', 'name', 'mobile', 'role', 'reason'],
  prepare: async (ask) => {
    const typed = await ask()
    return typed === '' ? '' : checkPassword(typed)
  },
  run: async ({ clock, by }, given, typed = '') => {
    const { email = '', name = '', mobile = '', role } = given
    const password = typed || randomBytes(18).toString('base64url')
    const person = { email, name, mobilenumber: mobile, password, role: role as Role }
    const user = await createUserAsOperator({ clock }, by, person).catch((error: unknown) => {
      throw duplicateError(error, given)
    })
    const where = user.role === 'admin' ? 'at /admin' : 'to the shop'
    const made = `${user.email} (${user.userid}) is ${articles[user.role]} and can sign in ${where}.`
    return typed ? made : `${made}\nPassword, shown only now: ${password}`
  },
}

const articles = { user: 'a customer', reseller: 'a reseller', admin: 'an admin' } as const satisfies Record<
  Role,
  string
>

/**
 * The error does not say which of the two is in use, so that it reveals nothing about other accounts'
 * passwords.
 */
function duplicateError(error: unknown, { email = '', mobile = '' }: Given): unknown {
  if (isDuplicateKey(error, uniqueKeys.mobile(mobile))) {
    return new CliError(`${mobile} is the number of another account: choose another.`)
  }
  const address = normalEmail(email)
  if (!isDuplicateKey(error, uniqueKeys.email(address))) return error
  return new CliError(`${address} has an account already, which stays as it is: choose another address.`)
}

/** Minimum length; shorter passwords can be guessed. */
const minPasswordLength = 12

/** @throws CliError when the password is too short, too long to sign in with, or published */
function checkPassword(password: string): string {
  if (password.length < minPasswordLength || password.length > 200) {
    throw new CliError(
      `The password must have ${minPasswordLength} to 200 characters, and has ${password.length}.`,
    )
  }
  if (password === demoPassword)
    throw new CliError("The demo's password is known to everyone: choose another.")
  return password
}
