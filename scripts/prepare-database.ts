/**
 * Brings the database at MONGODB_URI up to date and, with `--demo-data`, fills it when it is empty. Its last line
 * names the demo's logins as JSON.
 */
import { migrations } from '@jhatpat/shared/domain/migrations.ts'
import { readEnv } from '@jhatpat/shared/platform/env.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { migrate } from '@jhatpat/shared/platform/migrations.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { demoLogins } from './demo-data/demo-logins.ts'
import { seedDemoData } from './demo-data/seed-demo-data.ts'
import { seedHistory } from './demo-data/seed-history.ts'
import type { Login } from './launcher/prepare.ts'

const env = readEnv()
const log = createLogger('prepare', env.LOG_LEVEL)
const words = { user: 'customer', reseller: 'reseller', admin: 'admin' }

try {
  await connectMongo(env.MONGODB_URI, log)
  for (const id of await migrate(migrations)) log.info({ id }, 'migrated')
  const logins = process.argv.includes('--demo-data') ? await putDemoData() : []
  await disconnectMongo()
  console.log(JSON.stringify({ level: 30, logins }))
} catch (error) {
  log.fatal({ err: error }, sentenceFor(error))
  process.exit(1)
}

async function putDemoData(): Promise<Login[]> {
  if (await seedDemoData()) log.info('demo data put in')
  if (await seedHistory('asha@jhatpat.test')) log.info('demo history put in')
  return demoLogins.map(({ role, name, email, password }) => ({
    who: `${words[role]} ${name}`,
    with: `${email} / ${password}`,
  }))
}

function sentenceFor(error: unknown): string {
  const { name } = error as Error
  return /ServerSelection/.test(name)
    ? 'MongoDB does not answer: start it, or correct MONGODB_URI'
    : 'the database could not be prepared'
}
