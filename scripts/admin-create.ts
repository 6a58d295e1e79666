/**
 * `npm run admin:create -- --email … --name … --mobile …`: makes an account that is an admin's. The password is the
 * first line of standard input; without one it is made up, and printed this once. Looks at MONGODB_URI, else at the
 * shop of `npm start`.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createUser, userNames } from '@jhatpat/shared/domain/accounts/index.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo, disconnectMongo, isDuplicateKey } from '@jhatpat/shared/platform/mongo.ts'
import { adminArguments, checkPassword } from './admin/admin-arguments.ts'
import { askPassword } from './admin/ask-password.ts'
import { Refusal, runMain } from './refusal.ts'

const root = resolve(import.meta.dirname, '..')

await runMain(async () => {
  const person = adminArguments(process.argv.slice(2))
  const typed = await askPassword()
  const password = typed === '' ? randomBytes(18).toString('base64url') : checkPassword(typed)
  const { uri, close } = await database()
  try {
    await connectMongo(uri, createLogger('admin', 'silent'))
    const admin = await create({ ...person, password })
    console.log(`${admin.email} (${admin.userid}) is an admin and can sign in at /admin.`)
    if (typed === '') console.log(`Password, shown only now: ${password}`)
  } finally {
    await disconnectMongo()
    await close()
  }
})

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

type NewAdmin = { email: string; name: string; mobile: string; password: string }

/** @throws Refusal when the address belongs to an account: whose password that is, nobody here can tell */
async function create({ mobile, ...person }: NewAdmin) {
  try {
    return await createUser({ ...person, mobilenumber: mobile, role: 'admin', verified: true })
  } catch (error) {
    const email = person.email.trim().toLowerCase()
    if (isDuplicateKey(error, userNames.mobile(mobile))) {
      throw new Refusal(`${mobile} is the number of another account: choose another.`)
    }
    if (!isDuplicateKey(error, userNames.email(email))) throw error
    throw new Refusal(`${email} has an account already, which stays as it is: choose another address.`)
  }
}
