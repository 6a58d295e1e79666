/**
 * `npm run cli -- COMMAND --option value …`: an operator's commands on accounts, instead of a database
 * shell. Each action is recorded in the audit log with the name of the user logged in to this machine and
 * the reason that they give. Uses MONGODB_URI, else the database of `npm start`.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { startMongoClock } from '@jhatpat/shared/platform/mongo-clock.ts'
import { type CommandContext, runCommand } from './cli/run-command.ts'
import { runMain } from './processes/cli-error.ts'

const root = resolve(import.meta.dirname, '..')

await runMain(async () =>
  console.log(await runCommand(process.argv.slice(2), { ask: askPassword, connected })),
)

async function connected(act: Parameters<CommandContext['connected']>[0]): Promise<string> {
  const { uri, close } = await database()
  try {
    const log = createLogger('cli', 'silent')
    await connectMongo(uri, log)
    return await act(await startMongoClock(log))
  } finally {
    await disconnectMongo()
    await close()
  }
}

/** The database at MONGODB_URI; without it, the one that `npm start` keeps on this machine. */
async function database(): Promise<{ uri: string; close(): Promise<unknown> }> {
  const envFile = join(root, '.env')
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  const { MONGODB_URI: uri, DATA_DIR } = process.env
  if (uri) return { uri, close: async () => undefined }
  // Loaded lazily: the production image does not contain the code that starts a MongoDB.
  const { findDatabase } = await import('./ledger/find-database.ts')
  return findDatabase(resolve(root, DATA_DIR || '.data'), process.env)
}

/**
 * Reads one line of standard input, typed without echo or piped by a program. Empty at the end of the
 * input.
 */
async function askPassword(): Promise<string> {
  const { stdin, stderr } = process
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  if (stdin.isTTY) stderr.write('Password (empty: one is made up and shown once): ')
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY === true })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (stdin.isTTY) stderr.write('\n')
  }
}
