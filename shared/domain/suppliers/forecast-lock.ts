import { randomUUID } from 'node:crypto'
import { supplierNames } from '../../contracts/api-types.ts'
import type { Clock } from '../../platform/clock.ts'
import { startInterval } from '../../platform/interval.ts'
import { BalanceModel, supplierBalance } from '../purchasing/index.ts'

/** Between the beginnings of two turns, over all processes. */
const minIntervalMs = 2_500
/** A forecastLock whose process has died ends after this. */
const leaseMs = 15_000
const renewMs = 3_000

export type ForecastLock = {
  /** Renews the forecastLock. False once another process has it: the work must stop. */
  isOwn(): Promise<boolean>
}

const [first = ''] = supplierNames

/** Does `work` when a forecastLock is due and no other is running, and holds the forecastLock until its end, however long that takes. */
export async function withForecastLock(
  clock: Clock,
  work: (lock: ForecastLock) => Promise<void>,
): Promise<void> {
  const id = randomUUID()
  if (!(await acquireLock(clock.now(), id))) return
  const own = { _id: first, 'forecastLock.id': id }
  const isOwn = async () => {
    const until = new Date(clock.now().getTime() + leaseMs)
    return (await BalanceModel.updateOne(own, { $set: { 'forecastLock.until': until } })).matchedCount > 0
  }
  const renewing = startInterval(
    async () => {
      await isOwn()
    },
    () => renewMs,
  )
  try {
    await work({ isOwn })
  } finally {
    await renewing.stop()
    await BalanceModel.updateOne(own, { $set: { forecastLock: null } })
  }
}

async function acquireLock(now: Date, id: string): Promise<boolean> {
  await supplierBalance(first)
  const isDue = {
    $or: [{ forecastAt: null }, { forecastAt: { $lte: new Date(now.getTime() - minIntervalMs) } }],
  }
  const isFree = { $or: [{ forecastLock: null }, { 'forecastLock.until': { $lte: now } }] }
  const forecastLock = { id, until: new Date(now.getTime() + leaseMs) }
  const taken = await BalanceModel.updateOne(
    { _id: first, $and: [isDue, isFree] },
    { $set: { forecastAt: now, forecastLock } },
  )
  return taken.modifiedCount > 0
}
