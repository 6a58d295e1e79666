import type { NewUser } from './create-user.ts'
import { findUserByEmail } from './find-user.ts'
import { isPassword } from './password.ts'

/** Known to everyone who has read this: only ever given to people in a shop where everything is simulated. */
export const demoPassword = 'jhatpat-demo-1'

/** The people of a demo. */
export const demoUsers = [
  { role: 'user', name: 'Asha Rao', email: 'asha@jhatpat.test', mobilenumber: '9000000001' },
  { role: 'reseller', name: 'Ravi Menon', email: 'ravi@jhatpat.test', mobilenumber: '9000000002' },
  { role: 'admin', name: 'Meera Iyer', email: 'meera@jhatpat.test', mobilenumber: '9000000003' },
  { role: 'admin', name: 'Imran Khan', email: 'imran@jhatpat.test', mobilenumber: '9000000004' },
] as const satisfies readonly Omit<NewUser, 'password'>[]

/**
 * The e-mail addresses of demo people whom the demo's password lets in. Someone unverified is not let in: whoever
 * registered under such an address, which no mail reaches, must not keep a shop from starting.
 */
export async function usersWithDemoPassword(): Promise<string[]> {
  const found = await Promise.all(demoUsers.map(({ email }) => findUserByEmail(email)))
  const able = found.filter((user) => user?.verified && !user.isBlocked)
  const answers = await Promise.all(able.map((user) => isPassword(user?.passwordHash, demoPassword)))
  return able.flatMap((user, index) => (user && answers[index] ? [user.email] : []))
}
