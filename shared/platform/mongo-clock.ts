import { performance } from 'node:perf_hooks'
import mongoose from 'mongoose'
import type { Clock } from './clock.ts'
import type { Logger } from './logger.ts'

const compareEveryMs = 20_000
/** A sample that took longer is too inaccurate. */
const slowMs = 500
const samples = 3
/** A larger clock skew of the machine is logged. */
const maxSkewMs = 5_000

/** A moment of MongoDB's clock, and of this process's monotonic timer. */
type ClockSample = { serverMs: number; atMs: number; tookMs: number }

/**
 * A clock that follows MongoDB's, so that all processes agree on what is due and what has expired,
 * however wrong a machine's clock is. Between two comparisons it runs on the monotonic timer, which
 * no change of the machine's clock affects. Needs the connection to MongoDB.
 * @throws when MongoDB does not answer the first time
 */
export async function startMongoClock(log: Logger): Promise<Clock> {
  const readServerTime = await timeSource()
  let best = await firstSample(readServerTime)
  const now = () => new Date(Math.round(best.serverMs + performance.now() - best.atMs))
  const skewMs = Date.now() - now().getTime()
  if (Math.abs(skewMs) > maxSkewMs) log.warn({ skewMs }, 'this machine’s clock differs from MongoDB’s')
  const timer = setInterval(() => {
    void read(readServerTime).then(
      (sample) => {
        if (sample.tookMs < slowMs) best = sample
      },
      () => undefined,
    )
  }, compareEveryMs)
  timer.unref()
  return { now }
}

/** The quickest of a few samples. */
async function firstSample(readServerTime: ReadServerTime): Promise<ClockSample> {
  let best = await read(readServerTime)
  for (let more = 1; more < samples; more += 1) {
    const next = await read(readServerTime)
    if (next.tookMs < best.tookMs) best = next
  }
  return best
}

async function read(readServerTime: ReadServerTime): Promise<ClockSample> {
  const from = performance.now()
  const time: unknown = await readServerTime()
  const tookMs = performance.now() - from
  if (!(time instanceof Date)) throw new Error('MongoDB did not tell its time.')
  return { serverMs: time.getTime(), atMs: from + tookMs / 2, tookMs }
}

type ReadServerTime = () => Promise<unknown>

/**
 * A replica set's time is its primary's. Routers have clocks of their own, so through routers the
 * time is read from a shard.
 */
async function timeSource(): Promise<ReadServerTime> {
  const sayHello = () => mongoose.connection.db?.admin().command({ hello: 1 })
  const isRouter = (await sayHello())?.msg === 'isdbgrid'
  return isRouter ? shardTime : async () => (await sayHello())?.localTime
}

/**
 * The clock of the primary that holds one fixed document, through any router. A retry by the driver
 * returns the time of the first try, and took too long to count.
 */
export async function shardTime(): Promise<Date | undefined> {
  const clock = await mongoose.connection
    .collection<{ _id: string; at: Date }>('clock')
    .findOneAndUpdate(
      { _id: 'clock' },
      { $currentDate: { at: true } },
      { upsert: true, returnDocument: 'after', maxTimeMS: 5_000 },
    )
  return clock?.at
}
