/**
 * Migrates the database at MONGODB_URI; with `--contract`, also by the steps that processes of an earlier version cannot
 * work with. With `--demo-data` it fills an empty database, and refuses to when a provider is real. Its last line names
 * the demo's logins as JSON.
 */
import { prepareDatabase } from '@jhatpat/shared/domain/database/index.ts'
import { readEnv } from '@jhatpat/shared/platform/env.ts'
import { processLogger } from '@jhatpat/shared/platform/logger.ts'
import { NewerDatabaseError, UnknownDatabaseError } from '@jhatpat/shared/platform/migrations.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import type { Login } from './launcher/prepare.ts'
import { CliError } from './processes/cli-error.ts'

const env = readEnv()
const log = processLogger('prepare', env)

try {
  await connectMongo(env.MONGODB_URI, log, { socketTimeoutMS: 0 })
  const contract = process.argv.includes('--contract')
  for (const id of await prepareDatabase({ contract })) log.info({ id }, 'migrated')
  const logins = process.argv.includes('--demo-data') ? await putDemo() : []
  await disconnectMongo()
  console.log(JSON.stringify({ level: 30, logins }))
} catch (error) {
  log.fatal({ err: error }, messageFor(error))
  process.exit(1)
}

/** Loaded lazily: the production image does not contain the demo. */
async function putDemo(): Promise<Login[]> {
  const { loadDemoData } = await import('./demo-data/load-demo-data.ts')
  return loadDemoData(env, log)
}

function messageFor(error: unknown): string {
  if ([CliError, UnknownDatabaseError, NewerDatabaseError].some((kind) => error instanceof kind))
    return (error as Error).message
  const { name } = error as Error
  return /ServerSelection/.test(name)
    ? 'MongoDB does not answer: start it, or correct MONGODB_URI'
    : 'the database could not be prepared'
}
