import { demoPassword, demoUsers } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import type { Login } from '../launcher/prepare.ts'
import { seedDemoData } from './seed-demo-data.ts'
import { seedHistory } from './seed-history.ts'

const words = { user: 'customer', reseller: 'reseller', admin: 'admin' }

/**
 * Fills an empty shop with catalogue, people and a week of history. Returns the logins.
 * @throws CliError when a provider of the shop is real
 */
export async function loadDemoData(env: Env, log: Logger): Promise<Login[]> {
  if (await seedDemoData(env)) log.info('demo data put in')
  if (await seedHistory('asha@jhatpat.test')) log.info('demo history put in')
  return demoUsers.map(({ role, name, email }) => ({
    who: `${words[role]} ${name}`,
    with: `${email} / ${demoPassword}`,
  }))
}
