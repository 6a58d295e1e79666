import mongoose from 'mongoose'
import { CliError } from '../../processes/cli-error.ts'
import { Fault } from '../kit/fault.ts'
import { authDatabaseOf, type Login } from './credentials.ts'

const { MongoClient, MongoServerError } = mongoose.mongo
type Client = InstanceType<typeof MongoClient>

const codes = { userNotFound: 11, authenticationFailed: 18 }
const isCode = (error: unknown, code: number) => error instanceof MongoServerError && error.code === code

async function withMongo<T>(uri: string, run: (client: Client) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 10_000, socketTimeoutMS: 30_000 })
  try {
    await client.connect()
    return await run(client)
  } finally {
    await client.close()
  }
}

const usable = (uri: string): Promise<boolean> =>
  withMongo(uri, async (client) => {
    // The database of the address, which the user must be able to read.
    await client
      .db()
      .collection('orders')
      .findOne({ _id: 'none' as never })
    return true
  }).catch((error: unknown) => {
    if (isCode(error, codes.authenticationFailed)) return false
    throw error
  })

type Replaced = {
  /** Of MongoDB's administrator. */
  rootUri: string
  formerUser: string
  next: Login
  nextUri: string
}

/** @throws CliError when MongoDB refuses its administrator */
export async function checkMongoRoot({ rootUri }: { rootUri: string }): Promise<void> {
  try {
    await withMongo(rootUri, (client) => client.db().command({ usersInfo: 1 }))
  } catch (error) {
    if (!isCode(error, codes.authenticationFailed)) throw error
    throw new CliError(
      'The MongoDB of MONGODB_URI refuses the password of its administrator. If it is not the one of docker-compose.yml, create a second user there, then give the new address with --from.',
    )
  }
}

/** Creates a second user with the roles of the former one. May be repeated. @throws Fault when it cannot connect */
export async function acceptMongoUser({ rootUri, formerUser, next, nextUri }: Replaced): Promise<void> {
  const users = authDatabaseOf(nextUri)
  await withMongo(rootUri, async (client) => {
    const found = await client.db(users).command({ usersInfo: [formerUser, next.user] })
    const known = found.users as { user: string; roles: { role: string; db: string }[] }[]
    const former = known.find(({ user }) => user === formerUser)
    // Withdrawn already by a command that was interrupted.
    if (!former) return
    const isKnown = known.some(({ user }) => user === next.user)
    await client.db(users).command({
      [isKnown ? 'updateUser' : 'createUser']: next.user,
      pwd: next.password,
      roles: former.roles.map(({ role, db }) => ({ role, db })),
      writeConcern: { w: 'majority' },
    })
  })
  if (!(await usable(nextUri))) throw new Fault('MongoDB refuses the new user.')
}

/** The former user's connections: the programs that have them, as MongoDB names them. */
export function formerMongoConnections({
  rootUri,
  formerUser,
}: Pick<Replaced, 'rootUri' | 'formerUser'>): Promise<string[]> {
  return withMongo(rootUri, async (client) => {
    const found = await client
      .db('admin')
      .aggregate<{ client?: string; appName?: string }>([
        { $currentOp: { allUsers: true, idleConnections: true, localOps: true } },
        { $match: { 'effectiveUsers.user': formerUser } },
      ])
      .toArray()
    return found.map(({ client: address = 'an unknown address', appName = '' }) =>
      `${address} ${appName}`.trim(),
    )
  })
}

/** Removes the former user. May be repeated. @throws Fault when it can still connect, or the new one cannot */
export async function withdrawMongoUser({
  rootUri,
  formerUser,
  formerUri,
  nextUri,
}: Omit<Replaced, 'next'> & { formerUri?: string | undefined }): Promise<void> {
  if (!(await usable(nextUri))) throw new Fault('MongoDB refuses the new user.')
  await withMongo(rootUri, (client) =>
    client
      .db(authDatabaseOf(nextUri))
      .command({ dropUser: formerUser, writeConcern: { w: 'majority' } })
      .catch((error: unknown) => {
        if (!isCode(error, codes.userNotFound)) throw error
      }),
  )
  if (formerUri && (await usable(formerUri))) throw new Fault('MongoDB still accepts the former user.')
}
