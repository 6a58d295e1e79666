import { proveAccount } from '@jhatpat/shared/contracts/account-proof.ts'
import { setUpSecondFactor } from '@jhatpat/shared/contracts/second-factor.ts'
import {
  type IUser,
  insertUser,
  type NewUser,
  newUser,
  normalEmail,
} from '@jhatpat/shared/domain/accounts/index.ts'

import type { Person } from './person.ts'

export const testPassword = 'correct horse battery'

let count = 0

/** A verified customer in the database, with a unique name, e-mail and mobile number. */
export async function insertCustomer(more: Partial<NewUser> = {}): Promise<IUser> {
  count += 1
  const unique = `${process.pid.toString(36)}${count}`
  const customer: NewUser = {
    name: `Asha ${count}`,
    email: `asha.${unique}@example.test`,
    mobilenumber: String(9_000_000_000 + count),
    password: testPassword,
    verified: true,
    ...more,
  }
  if (customer.password !== testPassword) return insertUser(await newUser(customer))
  const { password, email, ...rest } = customer
  return insertUser({ ...(await hashedUser()), ...rest, email: normalEmail(email) })
}

/** A user with the test password, hashed once in each process: a hash takes longer than all else of a user. */
const hashedUser = () =>
  (hashed ??= newUser({ name: '', email: '', mobilenumber: '', password: testPassword }))

let hashed: ReturnType<typeof newUser> | undefined

export function insertReseller(more: Partial<NewUser> = {}): Promise<IUser> {
  return insertCustomer({ role: 'reseller', name: 'Ravi Reseller', ...more })
}

export function insertAdmin(more: Partial<NewUser> = {}): Promise<IUser> {
  return insertCustomer({ role: 'admin', name: 'Anita Admin', ...more })
}

/** Confirms the password, and begins the set-up of a second factor. */
export async function beginFactor(person: Person): Promise<{ secret: string; address: string }> {
  await person.call(proveAccount, { body: { password: testPassword } })
  return person.call(setUpSecondFactor, { body: {} })
}
