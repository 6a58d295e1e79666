import type { RedisClient } from '@jhatpat/shared/platform/redis.ts'
import mongoose from 'mongoose'
import { CliError } from '../../../scripts/processes/cli-error.ts'

/** The servers of the measurement, as they describe themselves. */
export type Servers = {
  mongodb: string
  redis: string
  durability: {
    /** The shop's write concern, and whether a majority has each write in its journal then. */
    mongodb: { w: unknown; j: unknown; nodes: number; majorityIsJournaled: boolean }
    redis: { appendonly: string; appendfsync: string }
  }
}

/**
 * Queries the servers that this process is connected to.
 * @throws CliError when they may lose what production's may not: that would be no figure of this shop
 */
export async function serversOf(redis: RedisClient): Promise<Servers> {
  const client = mongoose.connection.getClient()
  const admin = client.db().admin()
  const { version } = await admin.serverInfo()
  const { config } = (await admin.command({ replSetGetConfig: 1 })) as { config: ReplicaSet }
  const { w, journal, j = journal } = client.options.writeConcern ?? {}
  const writeConcern = {
    mongodb: {
      w,
      j,
      nodes: config.members.length,
      majorityIsJournaled: config.writeConcernMajorityJournalDefault ?? true,
    },
    redis: {
      appendonly: await setting(redis, 'appendonly'),
      appendfsync: await setting(redis, 'appendfsync'),
    },
  }
  const isKept = w === 'majority' && j === true && writeConcern.redis.appendonly === 'yes'
  if (!isKept || writeConcern.redis.appendfsync === 'no') {
    throw new CliError(`These servers keep less than production's must: ${JSON.stringify(writeConcern)}.`)
  }
  return {
    mongodb: String(version),
    redis: /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? 'unknown',
    durability: writeConcern,
  }
}

type ReplicaSet = { members: unknown[]; writeConcernMajorityJournalDefault?: boolean }

async function setting(redis: RedisClient, name: string): Promise<string> {
  const [, value] = (await redis.config('GET', name)) as string[]
  return value ?? 'unknown'
}
