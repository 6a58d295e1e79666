/**
 * Brings the database at MONGODB_URI up to date and, with `--demo-data`, fills it when it is empty. Its last line
 * names the demo's logins as JSON.
 */
import { migrations } from '@jhatpat/shared/domain/migrations.ts'
import { readEnv } from '@jhatpat/shared/platform/env.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { migrate } from '@jhatpat/shared/platform/migrations.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { putDemoData } from './demo-data.ts'

const env = readEnv()
const log = createLogger('prepare', env.LOG_LEVEL)

try {
  await connectMongo(env.MONGODB_URI, log)
  for (const id of await migrate(migrations)) log.info({ id }, 'migrated')
  const logins = process.argv.includes('--demo-data') ? await putDemoData() : []
  await disconnectMongo()
  console.log(JSON.stringify({ level: 30, logins }))
} catch (error) {
  log.fatal({ err: error }, 'the database could not be prepared')
  process.exit(1)
}
