import { setTimeout as sleep } from 'node:timers/promises'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { createQueues, type Queues } from '@jhatpat/shared/platform/queues.ts'
import { connectRedis, pingRedis, primariesOf, type RedisClient } from '@jhatpat/shared/platform/redis.ts'
import type { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { forecastLeaseKey } from '../../../workers/src/suppliers/supplier-checks.ts'

/** One command that was sent to MongoDB. */
export type MongoCommand = {
  name: string
  collection: string
  inTransaction: boolean
  /** From its reply: a write that matched, or the end of a transaction. */
  wrote: boolean
  /** The order was inserted or its `revision` raised: its readers see a change. */
  movesOrder: boolean
  /** The status an order was given. */
  status: string
}

export type CommandCount = {
  mongo: MongoCommand[]
  /** Each call with the subject of its key: `evalsha payments`, `eval events`. */
  redis: string[]
  /** Commands run by scripts, counted one by one: the load of Redis' single thread. */
  inScripts: string[]
}

export type CommandCounter = {
  /** Commands since the last call. */
  take(): Promise<CommandCount>
  /** A connection that is not counted, and the queues over it. */
  redis: Redis
  queues: Queues
  stop(): Promise<void>
}

/**
 * Counts what this process sends to MongoDB, by the driver's own events, which need `monitorCommands` in the
 * URI and leave out its heartbeats; and what Redis receives about keys of this test's prefix, as its MONITOR
 * command reports. A script is one call, whatever it runs inside. Work on a schedule is left out: BullMQ's
 * search for stalled jobs, leases, the polls for unsealed audit rows and for incidents, which an order reads
 * only while one is open, and vendor calls, which are written every few seconds for all orders at once.
 * Supplier balances are not compared meanwhile.
 */
export async function startCommandCounter(env: Env): Promise<CommandCounter> {
  const log = createLogger('counting', 'silent')
  const mongo = watchMongo()
  const probe = connectRedis(env.REDIS_URL, log)
  await pingRedis(probe)
  const redis: string[] = []
  const inScripts: string[] = []
  const onCommand = (args: string[], isInScript: boolean) => {
    const list = isInScript ? inScripts : redis
    list.push(...labelOf(args, env.QUEUE_PREFIX))
  }
  await skipForecast(probe, env.QUEUE_PREFIX)
  const monitors = await Promise.all(primariesOf(probe).map((node) => monitorNode(node, onCommand)))
  return {
    redis: probe as Redis,
    queues: createQueues({ redis: probe, prefix: env.QUEUE_PREFIX, clock: { now: () => new Date() }, log }),
    take: async () => {
      await Promise.all(monitors.map((node) => node.catchUp()))
      return { mongo: mongo.splice(0), redis: redis.splice(0), inScripts: inScripts.splice(0) }
    },
    stop: async () => {
      for (const node of monitors) node.stop()
      probe.disconnect()
    },
  }
}

/** A scheduled forecast comes every three seconds and costs ten commands, which would count for a slow order. */
async function skipForecast(redis: RedisClient, prefix: string): Promise<void> {
  await redis.set(forecastLeaseKey(prefix), 'the test', 'PX', 3_600_000)
}

/** Monitors the commands of others at one Redis server, and those of scripts. */
async function monitorNode(node: Redis, onCommand: (args: string[], isInScript: boolean) => void) {
  const ownAddress = /\baddr=(\S+)/.exec(String(await node.client('INFO')))?.[1]
  const monitor = await monitorOf(node)
  let lastMark: string | undefined
  monitor.on('monitor', (_time: string, args: string[], source: string) => {
    if (source === ownAddress && args[0]?.toLowerCase() === 'echo') lastMark = args[1]
    else if (source !== ownAddress) onCommand(args, source === 'lua')
  })
  let marks = 0
  return {
    catchUp: async () => {
      marks += 1
      const mark = `mark ${marks}`
      await node.echo(mark)
      // Redis reports in order: once it reports the marker, nothing earlier can follow.
      while (lastMark !== mark) await sleep(5)
    },
    stop: () => {
      // Commands of other tests are still reported while the connection closes, and must not be parsed as
      // replies.
      monitor.stream.pause()
      monitor.disconnect()
    },
  }
}

/**
 * Does what `node.monitor()` does, except for commands of others at the moment it begins: Redis sends them in
 * one piece with its OK, and ioredis would parse such a line as a reply. They are from before the counting.
 */
function monitorOf(node: Redis): Promise<Redis> {
  const monitor = node.duplicate({ monitor: true, lazyConnect: false })
  return new Promise((resolve, reject) => {
    monitor.once('monitoring', () => resolve(monitor))
    monitor.on('error', (error) => {
      if (!/^Command queue state error.* Last reply: \d+\.\d+ \[/.test(error.message)) reject(error)
    })
  })
}

/** `hello ` asks for the last write, before a repeated read. */
const scheduledCommands = new Set([
  'hello ',
  'find audit_unsealed',
  'find incidents',
  'insert vendor_calls',
  'update vendor_calls',
])

/** The list grows as commands are sent. */
function watchMongo(): MongoCommand[] {
  const commands: MongoCommand[] = []
  const unanswered = new Map<number, MongoCommand>()
  const client = mongoose.connection.getClient()
  client.on('commandStarted', ({ requestId, commandName, command }) => {
    const started = readCommand(commandName, command)
    if (scheduledCommands.has(`${started.name} ${started.collection}`)) return
    commands.push(started)
    unanswered.set(requestId, started)
  })
  client.on('commandSucceeded', ({ requestId, reply }) => {
    const started = unanswered.get(requestId)
    if (started) started.wrote = hasWritten(started.name, reply as Reply)
    unanswered.delete(requestId)
  })
  return commands
}

type Change = { $inc?: { revision?: number }; $set?: { status?: string } }

function readCommand(name: string, command: Record<string, unknown>): MongoCommand {
  const collection = typeof command[name] === 'string' ? command[name] : ''
  const isOrder = collection === 'orders'
  const [update] = (command.updates as { u: Change }[] | undefined) ?? []
  // In the command `update` this name is the collection's.
  const change = name === 'update' ? update?.u : (command.update as Change | undefined)
  const [inserted] = (command.documents as { status?: string }[] | undefined) ?? []
  return {
    name,
    collection,
    inTransaction: command.autocommit === false,
    wrote: false,
    movesOrder: isOrder && (inserted !== undefined || (change?.$inc?.revision ?? 0) > 0),
    status: (isOrder && (inserted?.status ?? change?.$set?.status)) || '',
  }
}

type Reply = { n?: number; lastErrorObject?: { n?: number } }

function hasWritten(name: string, reply: Reply): boolean {
  if (name === 'commitTransaction') return true
  if (name === 'findAndModify') return reply.lastErrorObject?.n === 1
  return ['insert', 'update', 'delete'].includes(name) && (reply.n ?? 0) > 0
}

/** Undefined for commands that are not counted. */
function labelOf(args: string[], prefix: string): string[] {
  const ours = args.filter((arg) => arg.startsWith(`{${prefix}:`) || arg.startsWith(`${prefix}:`))
  const [first] = ours
  if (!first || ours.some((arg) => /:(stalled-check|lease)$/.test(arg))) return []
  return [`${args[0]?.toLowerCase()} ${first.split(`${prefix}:`)[1]?.split(/[:}]/)[0]}`]
}
