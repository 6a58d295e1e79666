import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import mongoose from 'mongoose'
import { spawnGroup } from '../../../scripts/processes/process-group.ts'
import { startMongo } from '../../../scripts/services/mongodb.ts'
import { mongodbSources } from '../../../scripts/services/mongodb-sources.ts'
import { firstWorkingSource } from '../../../scripts/services/source-chain.ts'

const { MongoClient } = mongoose.mongo

/** A replica set of one member that demands a password, as docker-compose.yml starts it. */
export async function startMongoWithUsers(
  folder: string,
  { root, user, password }: { root: string; user: string; password: string },
): Promise<{ hosts: string; stop(): Promise<void> }> {
  const open = await startMongo({ dataDir: folder, cacheGb: 0.25 })
  const { port } = open
  await asUser(open.uri, async (client) => {
    const admin = client.db('admin')
    await admin.command({ createUser: 'root', pwd: root, roles: ['root'] })
    await admin.command({
      createUser: user,
      pwd: password,
      roles: [
        { role: 'readWrite', db: 'jhatpat' },
        { role: 'read', db: 'local' },
        { role: 'clusterMonitor', db: 'admin' },
      ],
    })
  })
  await open.stop(5_000)
  const key = join(folder, 'members.key')
  writeFileSync(key, randomBytes(96).toString('base64'), { mode: 0o600 })
  const program = await firstWorkingSource({ wanted: 'MongoDB', sources: mongodbSources(), advice: '' })
  const paths = [
    '--dbpath',
    join(folder, 'node-0'),
    '--logpath',
    join(folder, 'locked.log'),
    '--keyFile',
    key,
  ]
  const { running } = await spawnGroup(
    program.path,
    [
      ...['--replSet', 'rs0', '--bind_ip', '127.0.0.1', '--port', String(port), ...paths],
      ...['--wiredTigerCacheSizeGB', '0.25', '--nounixsocket'],
      ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=100'],
    ],
    { stdio: 'ignore' },
  )
  const hosts = `127.0.0.1:${port}`
  await waitForPrimary(`mongodb://root:${root}@${hosts}/admin?replicaSet=rs0`)
  return { hosts, stop: () => running.stop(5_000) }
}

async function waitForPrimary(uri: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const isPrimary = await asUser(
      uri,
      async (client) => (await client.db().command({ hello: 1 })).isWritablePrimary,
    ).catch(() => false)
    if (isPrimary) return
    if (attempt === 50) throw new Error('MongoDB has no primary.')
    await sleep(200)
  }
}

export async function asUser<T>(
  uri: string,
  run: (client: InstanceType<typeof MongoClient>) => Promise<T>,
): Promise<T> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 })
  try {
    await client.connect()
    return await run(client)
  } finally {
    await client.close()
  }
}
