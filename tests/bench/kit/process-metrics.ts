import { readFile } from 'node:fs/promises'
import type { RedisClient } from '@jhatpat/shared/platform/redis.ts'
import mongoose from 'mongoose'

/** Linux counts a process's time in hundredths of a second. */
const ticksPerSecond = 100

/** Cumulative cost: milliseconds of processor time, database commands of all clients. */
export type Spent = { cpuMs: number; mongo: number; redis: number }

export type Meter = {
  /** What was spent while `work` ran, without this meter's own queries. */
  spentBy<T>(work: () => Promise<T>): Promise<{ result: T; spent: Spent }>
}

/** @param pids the processes whose time counts */
export function createMeter(redis: RedisClient, pids: () => number[]): Meter {
  const readMetrics = async (): Promise<Spent> => ({
    cpuMs: await cpuMsOf(pids()),
    mongo: await mongoCommands(),
    redis: await redisCommands(redis),
  })
  return {
    spentBy: async (work) => {
      const before = await readMetrics()
      const result = await work()
      const after = await readMetrics()
      return {
        result,
        spent: {
          cpuMs: after.cpuMs - before.cpuMs,
          mongo: after.mongo - before.mongo,
          redis: after.redis - before.redis,
        },
      }
    },
  }
}

/** Resident memory in MB. */
export async function memoryMbOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024)
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

async function mongoCommands(): Promise<number> {
  const status = await mongoose.connection.db?.admin().command({ serverStatus: 1 })
  const commands = status?.metrics.commands as Record<string, { total?: number }>
  return Object.entries(commands)
    .filter(([name]) => !housekeeping.has(name))
    .reduce((sum, [, { total }]) => sum + Number(total ?? 0), 0)
}

/** Includes those that scripts call inside Redis. */
async function redisCommands(redis: RedisClient): Promise<number> {
  return Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))?.[1])
}
