import type { Deps } from '../../deps.ts'
import type { IUnit } from '../../fulfilment/index.ts'
import { announceOrder } from '../change/announce-order.ts'
import { asRead } from '../change/order-decision.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { contradictionOf, unawaited } from './contradiction.ts'

type EndDeps = Pick<Deps, 'clock' | 'publisher' | 'log'>

/** What the supplier said about an attempt at a unit after its order's end. */
export type LateEnd = { index: number; attempt: number; unit: IUnit }

const racesAtMost = 10

/**
 * Writes down how a unit of a closed order ended at the supplier, and puts before a person what does not go with the
 * order's own end. No money moves: that is for the person to decide.
 * @returns the order afterwards; undefined when it is still open or knew this already
 */
export async function recordEnd(
  deps: EndDeps,
  orderId: string,
  { index, attempt, unit }: LateEnd,
): Promise<OrderDoc | undefined> {
  for (let race = 0; race < racesAtMost; race += 1) {
    const order = await OrderModel.findById(orderId).lean<OrderDoc | null>()
    const known = order?.units[index]
    if (!order || order.status === 'Processing' || !known) return undefined
    if (known.attempt !== attempt || !isNews(known, unit)) return undefined
    const ended = { ...unit, isWatched: unit.state === 'unknown' && known.isWatched }
    const found = contradictionOf(order, ended, deps.clock.now())
    const after = await OrderModel.findOneAndUpdate(
      { _id: order._id, ...asRead(order) },
      {
        $set: { [`units.${index}`]: ended, ...(found && { isContradicted: true }) },
        ...(found && { $push: { contradictions: found } }),
        $inc: { revision: 1 },
      },
      { returnDocument: 'after' },
    ).lean<OrderDoc | null>()
    if (!after) continue
    if (found)
      deps.log.error({ orderid: order._id, ...found }, 'the supplier contradicts the end of an order')
    announceOrder(deps, after)
    return after
  }
  throw new Error(`${orderId} changed each time its pack's end was to be written`)
}

/**
 * What is watched is asked about again to hear of its end, even of the one that a person foresaw; and that no reading
 * will tell any more is worth knowing, too: nobody asks on then.
 */
const isNews = (known: IUnit, unit: IUnit) =>
  known.state !== unit.state || known.isWatched || known.group !== unit.group

/** A delivery for an attempt whose place another has taken: it may have been bought twice. */
export async function recordUnawaited(deps: EndDeps, orderId: string, { unit }: LateEnd): Promise<void> {
  const order = await OrderModel.findById(orderId).lean<OrderDoc | null>()
  if (!order) return
  const found = unawaited(order, unit, deps.clock.now())
  const isKnown = { $elemMatch: { unit: found.unit, attempt: found.attempt, kind: found.kind } }
  await OrderModel.updateOne(
    { _id: order._id, contradictions: { $not: isKnown } },
    { $set: { isContradicted: true }, $push: { contradictions: found }, $inc: { revision: 1 } },
  )
  deps.log.error({ orderid: order._id, ...found }, 'delivered after all, though it was sent again meanwhile')
}
