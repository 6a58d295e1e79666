import { readFile } from 'node:fs/promises'
import type { RedisClient } from '@jhatpat/shared/platform/redis.ts'
import mongoose from 'mongoose'

/** Linux counts a process's time in hundredths of a second. */
const ticksPerSecond = 100

/**
 * Cumulative cost: milliseconds of processor time, in total and by role of process; database commands of all
 * clients; documents that MongoDB has inserted or updated.
 */
export type Spent = {
  cpuMs: number
  cpuOf: Record<string, number>
  mongo: number
  documents: number
  redis: number
}

type Process = { role: string; pid: number }

export type Meter = {
  /** What was spent while `work` ran, without this meter's own queries. */
  spentBy<T>(work: () => Promise<T>): Promise<{ result: T; spent: Spent }>
}

/** @param processes those whose time counts */
export function createMeter(redis: RedisClient, processes: () => Process[]): Meter {
  const readMetrics = async (): Promise<Spent> => {
    const cpuOf = await cpuByRole(processes())
    return {
      cpuMs: Object.values(cpuOf).reduce((sum, ms) => sum + ms, 0),
      cpuOf,
      ...(await mongoMetrics()),
      redis: await redisCommands(redis),
    }
  }
  return {
    spentBy: async (work) => {
      const before = await readMetrics()
      const result = await work()
      return { result, spent: difference(await readMetrics(), before) }
    },
  }
}

const difference = (after: Spent, before: Spent): Spent => ({
  cpuMs: after.cpuMs - before.cpuMs,
  cpuOf: Object.fromEntries(
    Object.entries(after.cpuOf).map(([role, ms]) => [role, ms - (before.cpuOf[role] ?? 0)]),
  ),
  mongo: after.mongo - before.mongo,
  documents: after.documents - before.documents,
  redis: after.redis - before.redis,
})

async function cpuByRole(processes: Process[]): Promise<Record<string, number>> {
  const roles = Map.groupBy(processes, ({ role }) => role)
  const times = [...roles].map(
    async ([role, all]) => [role, await cpuMsOf(all.map(({ pid }) => pid))] as const,
  )
  return Object.fromEntries(await Promise.all(times))
}

/** Resident memory in MB. */
export async function memoryMbOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024)
}

/** Runs `work` in this process: how long it took, and by how much resident memory grew meanwhile at most. */
export async function grownMbDuring<T>(
  work: () => Promise<T>,
): Promise<{ result: T; seconds: number; grewMb: number }> {
  const [startedAt, before] = [performance.now(), process.memoryUsage.rss()]
  let most = before
  const sample = () => {
    most = Math.max(most, process.memoryUsage.rss())
  }
  const sampling = setInterval(sample, 20)
  try {
    const result = await work()
    sample()
    const seconds = (performance.now() - startedAt) / 1_000
    return { result, seconds, grewMb: Math.round((most - before) / 1_000_000) }
  } finally {
    clearInterval(sampling)
  }
}

/** Milliseconds of processor time that these processes have used. */
export async function cpuMsOf(pids: number[]): Promise<number> {
  const times = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
      // The name in brackets may contain spaces.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(fields[11]) + Number(fields[12])
    }),
  )
  return (times.reduce((sum, ticks) => sum + ticks, 0) * 1_000) / ticksPerSecond
}

/** Commands that drivers and servers exchange without an order. */
const housekeeping = new Set(['hello', 'isMaster', 'ping', 'serverStatus', 'endSessions', 'buildInfo'])

async function mongoMetrics(): Promise<Pick<Spent, 'mongo' | 'documents'>> {
  const status = await mongoose.connection.db?.admin().command({ serverStatus: 1 })
  if (!status) throw new Error('no database')
  const commands = status.metrics.commands as Record<string, { total?: number }>
  const { inserted, updated } = status.metrics.document as Record<string, number>
  return {
    mongo: Object.entries(commands)
      .filter(([name]) => !housekeeping.has(name))
      .reduce((sum, [, { total }]) => sum + Number(total ?? 0), 0),
    documents: Number(inserted) + Number(updated),
  }
}

/** Includes those that scripts call inside Redis. */
async function redisCommands(redis: RedisClient): Promise<number> {
  return Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))?.[1])
}
