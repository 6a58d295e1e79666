import { isoDayOf, startOfIstDay } from '../../../platform/clock.ts'
import { readSnapshot } from '../../../platform/snapshot.ts'
import { inconsistentOrders, replayedDaily } from '../../orders/index.ts'
import { nextDay } from '../seals/ledgers.ts'
import { maxFaults, nothing, type Stage } from './step.ts'

/**
 * Verifies the fields of orders that ended within the replayed days, one day at a time. `updatedAt` does not select
 * them, since the end of a unit's follow-up leaves it unchanged.
 */
export const recentStage = (now: Date): Stage => ({
  name: 'orders that ended recently',
  async step(from) {
    const day = from === '' ? isoDayOf(replayedDaily(now)) : from
    const ended = { $gt: new Date(0), $gte: startOfIstDay(day), $lt: startOfIstDay(day, 1) }
    const orders = await readSnapshot((snapshot) =>
      inconsistentOrders(snapshot, maxFaults, { 'ended.at': ended }),
    )
    return {
      ...nothing,
      next: day < isoDayOf(now) ? nextDay(day) : undefined,
      faults: orders.map((orderid) => ({ kind: 'order_contradicts_itself' as const, orderid })),
    }
  },
})
