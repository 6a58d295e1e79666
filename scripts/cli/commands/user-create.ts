import { randomBytes } from 'node:crypto'
import type { Role } from '@jhatpat/shared/contracts/roles.ts'
import { demoPassword, normalEmail, uniqueKeys } from '@jhatpat/shared/domain/accounts/index.ts'
import { createUserAsOperator } from '@jhatpat/shared/domain/staff/index.ts'
import { isDuplicateKey } from '@jhatpat/shared/platform/mongo.ts'
import * as z from 'zod'
import { CliError } from '../../processes/cli-error.ts'
import { operator } from '../kit/actors.ts'
import { defineCommand } from '../kit/command.ts'
import { email, name, reason } from '../kit/fields.ts'

/**
 * The password is the first line of standard input, never an argument: other users of the machine can read
 * arguments.
 */
export const userCreate = defineCommand({
  name: 'user:create',
  summary: 'creates an account, the first admin too; asks for a password, or makes one up and shows it once',
  example:
    '--email asha@shop.example --name "Asha Rao" --mobile 9876543210 --role admin --reason "runs the shop"',
  parameters: {
    '--email <address>': 'the e-mail address, which counts as verified',
    '--name <name>': 'the name',
    '--mobile <number>': 'the mobile number of ten digits',
    '--role <role>': 'user, reseller or admin',
    '--reason <text>': 'why, for the audit log',
  },
  input: z.strictObject({
    email: email(),
    name: name(80),
    mobile: z.string('must be ten digits').regex(/^\d{10}$/, 'must be ten digits'),
    role: z.enum(['user', 'reseller', 'admin'], 'must be user, reseller or admin'),
    reason: reason(),
  }),
  run: async (context, { mobile, reason: why, ...person }) => {
    const typed = await context.ask()
    const password = typed === '' ? randomBytes(18).toString('base64url') : checkPassword(typed)
    const { clock } = await context.database()
    const user = await createUserAsOperator(
      { clock },
      { ...operator(), reason: why },
      { ...person, mobilenumber: mobile, password },
    ).catch((error: unknown) => {
      throw duplicateError(error, { email: person.email, mobile })
    })
    const where = user.role === 'admin' ? 'at /admin' : 'to the shop'
    const made = `${user.email} (${user.userid}) is ${articles[user.role]} and can sign in ${where}.`
    return {
      value: {
        id: user._id.toHexString(),
        userid: user.userid,
        email: user.email,
        role: user.role,
        ...(typed ? {} : { password }),
      },
      text: typed ? made : `${made}\nPassword, shown only now: ${password}`,
    }
  },
})

const articles = { user: 'a customer', reseller: 'a reseller', admin: 'an admin' } as const satisfies Record<
  Role,
  string
>

/**
 * The error does not say which of the two is in use, so that it reveals nothing about other accounts'
 * passwords.
 */
function duplicateError(error: unknown, { email, mobile }: { email: string; mobile: string }): unknown {
  if (isDuplicateKey(error, uniqueKeys.mobile(mobile))) {
    return new CliError(`${mobile} is used by another account. Choose another number.`)
  }
  const address = normalEmail(email)
  if (!isDuplicateKey(error, uniqueKeys.email(address))) return error
  return new CliError(`${address} already has an account. Choose another email.`)
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
  if (password === demoPassword) throw new CliError('The demo password is public. Choose another.')
  return password
}
