/**
 * `npm run cli -- COMMAND --option value …`: what an operator does to accounts, in place of a database shell. Each act
 * is in the audit log, under the name of who is logged in to this machine and with the reason that they give. Looks at
 * MONGODB_URI, else at the shop of `npm start`.
 */
import { existsSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { followMongoClock } from '@jhatpat/shared/platform/mongo-clock.ts'
import type { Command } from './cli/command.ts'
import { factorReset } from './cli/factor-reset.ts'
import { pushKeys } from './cli/push-keys.ts'
import { readArguments } from './cli/read-arguments.ts'
import { sessionsEnd } from './cli/sessions-end.ts'
import { userBlock, userUnblock } from './cli/user-block.ts'
import { userCreate } from './cli/user-create.ts'
import { userRole } from './cli/user-role.ts'
import { Refusal, runMain } from './refusal.ts'

const root = resolve(import.meta.dirname, '..')
const commands: readonly Command[] = [userCreate, userRole, userBlock, userUnblock, sessionsEnd, factorReset]

await runMain(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  if (name === pushKeys.name) return console.log(pushKeys.text())
  const command = commands.find((one) => one.name === name)
  if (!command) throw new Refusal(helpText(name))
  const given = readArguments(command, args)
  const prepared = await command.prepare?.(given)
  const { uri, close } = await database()
  try {
    const log = createLogger('cli', 'silent')
    await connectMongo(uri, log)
    const clock = await followMongoClock(log)
    const operator = { userId: 'operator', name: `${userInfo().username} (operator)`, from: hostname() }
    // Sockets are closed by the api processes, which look at their sessions every 1.5 s.
    const publisher = { publish: () => undefined, disconnect: () => undefined }
    const by = { ...operator, why: given.why ?? '' }
    console.log(await command.run({ clock, publisher, by }, given, prepared))
  } catch (error) {
    throw error instanceof AppError ? new Refusal(error.message) : error
  } finally {
    await disconnectMongo()
    await close()
  }
})

function helpText(name: string): string {
  const lines = [...commands, pushKeys].map(
    (one) => `  npm run cli -- ${one.name} ${one.example}\n      ${one.does}`,
  )
  return [name ? `There is no command ${name}. There are:` : 'Say what to do:', '', ...lines].join('\n')
}

/** That of the settings; on the machine of `npm start`, else, the one that it keeps. */
async function database(): Promise<{ uri: string; close(): Promise<unknown> }> {
  const envFile = join(root, '.env')
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  const { MONGODB_URI: uri, DATA_DIR } = process.env
  if (uri) return { uri, close: async () => undefined }
  // Loaded only here: the image of a real shop does not hold what starts a MongoDB.
  const { findDatabase } = await import('./ledger/find-database.ts')
  return findDatabase(resolve(root, DATA_DIR || '.data'), process.env)
}
