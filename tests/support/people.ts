import { createUser, type IUser, type NewUser } from '@jhatpat/shared/domain/accounts/index.ts'

export const testPassword = 'correct horse battery'

let count = 0

/** A verified customer in the database, with a name, e-mail and mobile number of their own. */
export function aUser(more: Partial<NewUser> = {}): Promise<IUser> {
  count += 1
  const unique = `${process.pid.toString(36)}${count}`
  return createUser({
    name: `Asha ${count}`,
    email: `asha.${unique}@example.test`,
    mobilenumber: String(9_000_000_000 + count),
    password: testPassword,
    verified: true,
    ...more,
  })
}

export function aReseller(more: Partial<NewUser> = {}): Promise<IUser> {
  return aUser({ role: 'reseller', name: 'Ravi Reseller', ...more })
}

export function anAdmin(more: Partial<NewUser> = {}): Promise<IUser> {
  return aUser({ role: 'admin', name: 'Anita Admin', ...more })
}
