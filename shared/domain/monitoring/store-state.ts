import mongoose from 'mongoose'
import { hashTag } from '../../platform/redis-keys.ts'
import { within } from '../../platform/with-timeout.ts'
import type { Deps } from '../deps.ts'

/** Whether MongoDB and Redis take writes. */
export type StoreState = {
  /** Age of the last write that a majority has, in ms; undefined: there is no primary. Below 10 s when nothing is written. */
  majorityLagMs: number | undefined
  redisTakesWrites: boolean
}

const limitMs = 3_000

type Hello = { localTime?: Date; lastWrite?: { majorityWriteDate?: Date } }

export async function readStoreState({ redis, env }: Pick<Deps, 'redis' | 'env'>): Promise<StoreState> {
  const [hello, redisTakesWrites] = await Promise.all([
    within<Hello>(limitMs, mongoose.connection.db?.admin().command({ hello: 1 })),
    within(limitMs, redis.set(`${hashTag(env.QUEUE_PREFIX, 'monitoring')}:write-probe`, '1', 'EX', 60)),
  ])
  return {
    majorityLagMs: lagOf(hello),
    redisTakesWrites: redisTakesWrites === 'OK',
  }
}

/** A router has no such field, and is taken as answering. */
function lagOf(hello: Hello | undefined): number | undefined {
  if (!hello) return undefined
  const { localTime, lastWrite } = hello
  const writtenAt = lastWrite?.majorityWriteDate
  return localTime && writtenAt ? Math.max(0, localTime.getTime() - writtenAt.getTime()) : 0
}

type DbStats = { fsUsedSize?: number; fsTotalSize?: number }

/** The free part of the disk with MongoDB's data; undefined where the server does not report it. */
export async function freeDiskRatio(): Promise<number | undefined> {
  const stats: DbStats | undefined = await mongoose.connection.db?.command({ dbStats: 1 })
  const { fsUsedSize, fsTotalSize } = stats ?? {}
  return fsTotalSize ? 1 - (fsUsedSize ?? 0) / fsTotalSize : undefined
}
