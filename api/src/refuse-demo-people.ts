import { usersWithDemoPassword } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import { productionHosts } from '@jhatpat/shared/platform/provider-addresses.ts'

/**
 * Keeps a shop closed to which everyone knows an admin's password: in production, and wherever a provider is real.
 * MongoDB must be connected.
 * @throws with a sentence that names the accounts and says what to do
 */
export async function refuseDemoUsers(env: Env): Promise<void> {
  const real = productionHosts(env)
  if (env.NODE_ENV !== 'production' && real.length === 0) return
  const emails = await usersWithDemoPassword()
  if (emails.length === 0) return
  const reason = env.NODE_ENV === 'production' ? 'NODE_ENV is production' : `${real.join(', ')} are real`
  throw new Error(
    `The database is a demo's, and ${reason}: ${emails.join(', ')} can sign in with a password that everyone knows, and its wallets hold play money. Set MONGODB_URI (or, for npm start, DATA_DIR) to a database that never was a demo's.`,
  )
}
