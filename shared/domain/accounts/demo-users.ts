import type { NewUser } from './create-user.ts'
import { findUserByEmail } from './find-user.ts'
import { isPassword } from './password.ts'

/** Public knowledge: only for a shop whose providers are all simulated. */
export const demoPassword = 'jhatpat-demo-1'

export const demoUsers = [
  { role: 'user', name: 'Asha Rao', email: 'asha@jhatpat.test', mobilenumber: '9000000001' },
  { role: 'reseller', name: 'Ravi Menon', email: 'ravi@jhatpat.test', mobilenumber: '9000000002' },
  { role: 'admin', name: 'Meera Iyer', email: 'meera@jhatpat.test', mobilenumber: '9000000003' },
  { role: 'admin', name: 'Imran Khan', email: 'imran@jhatpat.test', mobilenumber: '9000000004' },
] as const satisfies readonly Omit<NewUser, 'password'>[]

/**
 * The e-mail addresses of demo users who can sign in with the demo password. Unverified users do not count: registering
 * under such an address, which receives no mail, must not prevent a shop from starting.
 */
export async function usersWithDemoPassword(): Promise<string[]> {
  const found = await Promise.all(demoUsers.map(({ email }) => findUserByEmail(email)))
  const active = found.filter((user) => user?.verified && !user.isBlocked)
  const answers = await Promise.all(active.map((user) => isPassword(user?.passwordHash, demoPassword)))
  return active.flatMap((user, index) => (user && answers[index] ? [user.email] : []))
}
