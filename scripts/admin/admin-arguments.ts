import { parseArgs } from 'node:util'
import { demoPassword } from '@jhatpat/shared/domain/accounts/index.ts'
import * as z from 'zod'
import { Refusal } from '../refusal.ts'

const Person = z.object({
  email: z.email('must be an e-mail address').max(254),
  name: z.string('must be given').trim().min(1, 'must be given').max(80),
  mobile: z.string('must be given').regex(/^\d{10}$/, 'must be ten digits'),
})

/**
 * Who is to be made an admin, from `--email`, `--name` and `--mobile`.
 * @throws Refusal that names each argument that is missing or wrong
 */
export function adminArguments(args: string[]): z.output<typeof Person> {
  const text = { type: 'string' } as const
  const options = { email: text, name: text, mobile: text }
  const parsed = Person.safeParse(readArguments(args, options))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `--${path.join('.')} ${message}`)
  throw new Refusal(
    `${faults.join('; ')}. For example:\n  npm run admin:create -- --email asha@shop.example --name "Asha Rao" --mobile 9876543210`,
  )
}

function readArguments(args: string[], options: Record<string, { type: 'string' }>): unknown {
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new Refusal((error as Error).message)
  }
}

/** Fewer can be guessed. */
const LEAST = 12

/** @throws Refusal when it is short enough to be guessed, too long to sign in with, or published */
export function checkPassword(password: string): string {
  if (password.length < LEAST || password.length > 200) {
    throw new Refusal(`The password must have ${LEAST} to 200 characters, and has ${password.length}.`)
  }
  if (password === demoPassword)
    throw new Refusal("The demo's password is known to everyone: choose another.")
  return password
}
