import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '../processes/cli-error.ts'
import { lockPath, readLock } from '../processes/folder-lock.ts'
import { isStill } from '../processes/process-alive.ts'
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
  const folder = join(dataDir, 'mongodb')
  if (!existsSync(folder)) {
    throw new CliError('There is no database to look at: set MONGODB_URI, or run npm start first.')
  }
  const port = runningPort(dataDir, folder)
  if (port) {
    return { uri: `mongodb://127.0.0.1:${port}/jhatpat?replicaSet=rs0`, name: 'the running shop', close }
  }
  const mongo = await startMongo({ dataDir: folder })
  return { uri: mongo.uri, name: 'the stopped shop', close: () => mongo.stop(10_000) }
}

/** The port of the stack's mongod, from its own log; undefined when no stack runs on the folder. */
function runningPort(dataDir: string, folder: string): number | undefined {
  const runs = readLock(lockPath(dataDir))?.children.some(
    ({ name, pid, marker }) => name === 'mongodb' && isStill(pid, marker),
  )
  if (!runs) return undefined
  const log = readFileSync(join(folder, 'node-0', 'mongod.log'), 'utf8')
  const ports = [...log.matchAll(/"Waiting for connections","attr":\{"port":(\d+)/g)]
  return Number(ports.at(-1)?.[1]) || undefined
}
