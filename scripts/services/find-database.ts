import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '../processes/cli-error.ts'
import { readRunningSettings } from '../processes/running-settings.ts'
import { startMongo } from './mongodb.ts'

export type Database = { uri: string; name: string; close(): Promise<void> }

/**
 * The database at `uri`, or without it that of the stack on the data folder, which is started for the command if it is
 * not running.
 * @throws CliError when there is neither
 */
export async function findDatabase(dataDir: string, uri?: string): Promise<Database> {
  const close = async () => undefined
  if (uri) return { uri, name: 'MONGODB_URI', close }
  const running = readRunningSettings(dataDir)?.MONGODB_URI
  if (running) return { uri: running, name: 'the running shop', close }
  const folder = join(dataDir, 'mongodb')
  if (!existsSync(folder)) {
    throw new CliError('There is no database to look at: set MONGODB_URI, or run npm start first.')
  }
  const mongo = await startMongo({ dataDir: folder })
  return { uri: mongo.uri, name: 'the stopped shop', close: () => mongo.stop(10_000) }
}
