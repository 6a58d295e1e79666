import type { RedisClient } from '@jhatpat/shared/platform/redis.ts'
import mongoose from 'mongoose'

/**
 * Operations by name since the databases started: of MongoDB by collection and kind (`orders queries`), of Redis by
 * command, with those that scripts call.
 */
export type CommandTotals = { mongo: Record<string, number>; redis: Record<string, number> }

export async function readCommandTotals(redis: RedisClient): Promise<CommandTotals> {
  const { db } = mongoose.connection
  if (!db) throw new Error('there is no connection to MongoDB')
  const [{ totals }, stats] = await Promise.all([db.admin().command({ top: 1 }), redis.info('commandstats')])
  const calls = [...stats.matchAll(/^cmdstat_(\S+?):calls=(\d+)/gm)]
  return {
    mongo: mongoTotals(totals, db.databaseName),
    redis: Object.fromEntries(calls.map(([, name, count]) => [name, Number(count)])),
  }
}

const kinds = ['queries', 'getmore', 'insert', 'update', 'remove', 'commands'] as const

type Top = Record<string, Record<(typeof kinds)[number], { count: number }>>

function mongoTotals(top: Top, database: string): Record<string, number> {
  const own = Object.entries(top).filter(([name]) => name.startsWith(`${database}.`))
  return Object.fromEntries(
    own.flatMap(([name, counts]) =>
      kinds.map((kind) => [`${name.slice(database.length + 1)} ${kind}`, Number(counts[kind]?.count ?? 0)]),
    ),
  )
}

/** What was added to each total, a second; the most frequent first. */
export function commandRates(before: CommandTotals, after: CommandTotals, seconds: number): CommandTotals {
  const rates = (from: Record<string, number>, to: Record<string, number>) =>
    Object.fromEntries(
      Object.entries(to)
        .map(([name, total]) => [name, (total - (from[name] ?? 0)) / seconds] as const)
        .filter(([, rate]) => rate > 0)
        .toSorted(([, one], [, other]) => other - one),
    )
  return { mongo: rates(before.mongo, after.mongo), redis: rates(before.redis, after.redis) }
}
