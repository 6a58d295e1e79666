import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { usePersonKeys } from '@jhatpat/shared/domain/audit/index.ts'
import { parseEnv } from '@jhatpat/shared/platform/env.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo, disconnectMongo, shopAppName } from '@jhatpat/shared/platform/mongo.ts'
import { startMongoClock } from '@jhatpat/shared/platform/mongo-clock.ts'
import { readSecretFiles } from '@jhatpat/shared/platform/secret-settings.ts'
import { startupAdvice } from '@jhatpat/shared/platform/start-failure-message.ts'
import { createDeps } from '../../workers/src/create-deps.ts'
import { CliError } from '../processes/cli-error.ts'
import type { CliContext, Database } from './kit/command.ts'
import { Fault } from './kit/fault.ts'

const log = createLogger('cli', 'silent')

/**
 * The settings of a command: as given, or where no database is named, those of the shop that `npm start` runs on this
 * machine.
 */
export async function findSettings(given: NodeJS.ProcessEnv, root: string): Promise<NodeJS.ProcessEnv> {
  if (given.MONGODB_URI || given.MONGODB_URI_FILE || given.NODE_ENV === 'production') return given
  // Loaded lazily: the production image does not contain the launcher's code.
  const { readRunningSettings } = await import('../processes/running-settings.ts')
  return { ...given, ...readRunningSettings(dataDirOf(given, root)) }
}

const dataDirOf = (settings: NodeJS.ProcessEnv, root: string) => resolve(root, settings.DATA_DIR || '.data')

/** A context with real connections; `close` ends those that were opened. */
export function createContext(
  settings: NodeJS.ProcessEnv,
  root: string,
): { context: CliContext; close(): Promise<void> } {
  const closing: (() => Promise<unknown>)[] = []
  let database: Promise<Database> | undefined
  const context: CliContext = {
    settings,
    env: () => {
      const { env, problems } = parseEnv(settings)
      if (!env) throw new CliError(problems.join('\n'))
      return env
    },
    database: ({ isShopProcess = false } = {}) => {
      database ??= connect(settings, root, { closing, isShopProcess })
      return database
    },
    deps: async () => {
      const env = context.env()
      const { clock } = await context.database()
      const { deps, close } = createDeps({ env, log, clock })
      closing.push(close)
      return deps
    },
    ask: askPassword,
    report: (line) => process.stderr.write(`${line}\n`),
  }
  return {
    context,
    close: async () => {
      for (const close of closing.reverse()) await close()
    },
  }
}

async function connect(
  settings: NodeJS.ProcessEnv,
  root: string,
  { closing, isShopProcess }: { closing: (() => Promise<unknown>)[]; isShopProcess: boolean },
): Promise<Database> {
  const { SECRET_KEY, SECRET_KEY_PREVIOUS = '' } = readSecretFiles(settings).source
  const isUsable = SECRET_KEY !== undefined && Buffer.from(SECRET_KEY, 'base64').length === 32
  if (isUsable) usePersonKeys({ SECRET_KEY, SECRET_KEY_PREVIOUS })
  const { uri, name, close } = await findDatabase(settings, root)
  closing.push(close, disconnectMongo)
  try {
    await connectMongo(uri, log, isShopProcess ? { appName: shopAppName(uri) } : {})
    return { name, clock: await startMongoClock(log) }
  } catch (error) {
    throw new Fault(startupAdvice(error))
  }
}

/** The database at MONGODB_URI; without it, the one that `npm start` keeps on this machine. */
async function findDatabase(
  settings: NodeJS.ProcessEnv,
  root: string,
): Promise<{ uri: string; name: string; close(): Promise<unknown> }> {
  const { source, problems } = readSecretFiles(settings)
  const problem = problems.get('MONGODB_URI')
  if (problem) throw new CliError(problem)
  if (source.MONGODB_URI)
    return { uri: source.MONGODB_URI, name: 'MONGODB_URI', close: async () => undefined }
  if (settings.NODE_ENV === 'production') throw new CliError('Setting MONGODB_URI is missing.')
  // Loaded lazily: the production image does not contain the code that starts a MongoDB.
  const services = await import('../services/find-database.ts')
  return services.findDatabase(dataDirOf(settings, root))
}

async function askPassword(prompt = 'Password (leave empty to generate one): '): Promise<string> {
  const { stdin, stderr } = process
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  if (stdin.isTTY) stderr.write(prompt)
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY === true })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (stdin.isTTY) stderr.write('\n')
  }
}
