import { randomUUID } from 'node:crypto'
import { supplierNames } from '../../contracts/api-types.ts'
import type { Clock } from '../../platform/clock.ts'
import { startInterval } from '../../platform/interval.ts'
import { BalanceModel, supplierBalance } from '../purchasing/index.ts'

/** Minimum time between the starts of two runs, over all processes. */
const minIntervalMs = 2_500
/** Duration after which the lock of a crashed process expires. */
const leaseMs = 15_000
const renewMs = 3_000

export type ForecastLock = {
  /**
   * Renews the lock.
   * @returns false once another process has it: the work must stop
   */
  isOwn(): Promise<boolean>
}

const [first = ''] = supplierNames

/** Does `work` when a run is due and no other is in progress; the lock is renewed until `work` ends. */
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
  const locked = await BalanceModel.updateOne(
    { _id: first, $and: [isDue, isFree] },
    { $set: { forecastAt: now, forecastLock } },
  )
  return locked.modifiedCount > 0
}
