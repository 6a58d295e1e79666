import type { Deps } from '../../deps.ts'
import type { IUnit } from '../../fulfilment/index.ts'
import { changeOrder } from '../change/change-order.ts'
import { asRead } from '../change/order-decision.ts'
import { wholeUnit } from '../change/order-update.ts'
import type { TellDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { withPaidPrice } from '../redelivery/worth-of-redelivery.ts'
import { type Keeping, unlessKept } from '../vault/keep-lines.ts'
import { readOrder } from '../views/read-order.ts'
import { contradictionOf, unawaited } from './contradiction.ts'

type EndDeps = TellDeps & Pick<Deps, 'log'>

/** What the supplier said about an attempt at a unit after its order's end. */
export type LateEnd = { index: number; attempt: number; unit: IUnit; keeping?: Keeping | undefined }

const racesAtMost = 10

/**
 * Writes down how a unit of a closed order ended at the supplier, and puts before a person what does not go with the
 * order's own end. No money moves: that is for the person to decide.
 * @returns the order afterwards; undefined when it is still open or knew this already
 */
export async function recordEnd(
  deps: EndDeps,
  orderId: string,
  { index, attempt, unit, keeping }: LateEnd,
): Promise<OrderDoc | undefined> {
  for (let race = 0; race < racesAtMost; race += 1) {
    const order = await readOrder(orderId)
    const known = order?.units[index]
    if (!order || order.status === 'Processing' || !known) return undefined
    if (known.attempt !== attempt || !isNews(known, unit)) return undefined
    const ended = { ...unit, isWatched: unit.state === 'unknown' && known.isWatched }
    const found = contradictionOf(await withPaidPrice(order), ended, deps.clock.now())
    const kept = unlessKept(order, keeping)
    const after = await changeOrder(deps, order, {
      guard: asRead(order),
      set: { ...wholeUnit(index, ended), isContradicted: order.isContradicted || found !== undefined },
      ...kept,
      push: { ...kept.push, ...(found && { contradictions: found }) },
    })
    if (!after) continue
    if (found)
      deps.log.error({ orderid: order._id, ...found }, 'the supplier contradicts the end of an order')
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
  const order = await readOrder(orderId)
  if (!order) return
  const found = unawaited(await withPaidPrice(order), unit, deps.clock.now())
  const isKnown = { $elemMatch: { unit: found.unit, attempt: found.attempt, kind: found.kind } }
  await changeOrder(deps, order, {
    guard: { contradictions: { $not: isKnown } },
    set: { isContradicted: true },
    push: { contradictions: found },
  })
  deps.log.error({ orderid: order._id, ...found }, 'delivered after all, though it was sent again meanwhile')
}
