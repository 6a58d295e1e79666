import { setTimeout as sleep } from 'node:timers/promises'
import mongoose from 'mongoose'

const { MongoClient, MongoNetworkError, MongoServerError } = mongoose.mongo
type Db = ReturnType<InstanceType<typeof MongoClient>['db']>

interface Hello {
  isWritablePrimary?: boolean
  secondary?: boolean
  /** The address of the primary that a secondary follows. */
  primary?: string
}

interface ReplicaSetConfig {
  _id: string
  version: number
  members: { _id: number; host: string }[]
}

const NOT_YET_INITIALIZED = 94

/**
 * All nodes are on one machine: a missing node is detected after 2 s; the default allows 10 s for networks.
 */
const QUICK_ELECTIONS = { electionTimeoutMillis: 2_000, heartbeatIntervalMillis: 500 }

/**
 * Makes these hosts the members of rs0, through the node at `address`, and waits until the set has a
 * primary. Members of an earlier run with other ports get the new ones.
 */
export async function formReplicaSet(address: string, hosts: string[]): Promise<void> {
  const client = new MongoClient(`mongodb://${address}/?directConnection=true`)
  try {
    const admin = client.db('admin')
    const members = hosts.map((host, index) => ({ _id: index, host }))
    await configure(admin, members)
    await waitForPrimary(admin)
  } finally {
    await client.close()
  }
}

async function configure(admin: Db, members: ReplicaSetConfig['members']): Promise<void> {
  const current = await currentConfig(admin)
  if (!current) {
    await admin.command({ replSetInitiate: { _id: 'rs0', members, settings: QUICK_ELECTIONS } })
    return
  }
  if (hostsOf(current.members) === hostsOf(members)) return
  // The old addresses do not respond, so there is no majority: the new configuration is forced.
  const next = { ...current, version: current.version + 1, members }
  await unlessDisconnected(() => admin.command({ replSetReconfig: next, force: true }))
}

const hostsOf = (members: ReplicaSetConfig['members']) => members.map(({ host }) => host).join(',')

async function currentConfig(admin: Db): Promise<ReplicaSetConfig | undefined> {
  try {
    const config = await admin.command({ replSetGetConfig: 1 })
    return config.config as ReplicaSetConfig
  } catch (error) {
    if (error instanceof MongoServerError && error.code === NOT_YET_INITIALIZED) return undefined
    throw error
  }
}

async function waitForPrimary(admin: Db, timeoutMs = 30_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const hello = await unlessDisconnected<Hello>(() => admin.command({ hello: 1 }))
    if (hello?.isWritablePrimary || (hello?.secondary && hello.primary)) return
    await sleep(20)
  }
  throw new Error(`MongoDB's replica set has no primary after ${timeoutMs / 1000} s`)
}

/**
 * A member closes its connections whenever its role changes, which happens right after it receives its
 * configuration.
 */
async function unlessDisconnected<T>(ask: () => Promise<unknown>): Promise<T | undefined> {
  try {
    return (await ask()) as T
  } catch (error) {
    if (error instanceof MongoNetworkError) return undefined
    throw error
  }
}
