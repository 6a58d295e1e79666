import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import { vendors } from '@jhatpat/shared/providers/vendors.ts'
import { ask } from './customer.ts'
import { type Effect, effectsByPlayer } from './effects.ts'
import { journalsOf } from './gather.ts'
import type { OrderWish } from './plan.ts'
import type { Stage } from './scenario.ts'

/** Players of probes, distinct from those of any load. */
export const probePlayer = (index: number) => String(900_000_000 + index)

/**
 * A wallet order without a fault, placed now.
 * @returns its id, empty when the shop did not accept it
 */
export async function probeOrder(
  stage: Stage,
  index: number,
  listing: OrderWish['listing'] = 'crystals',
): Promise<string> {
  const wish: OrderWish = {
    ...({ kind: 'order', paying: 'wallet', trouble: 'none', copies: 1, atMs: 0 } as const),
    index,
    listing,
    player: probePlayer(index),
    customer: index % stage.environment.shop.customers.length,
  }
  const request = await ask(stage.environment, wish)
  stage.addRequest(request)
  return request.ids[0] ?? ''
}

/** An order, and the purchases that suppliers made for its player. */
export type Probed = { order: OrderDoc; bought: Effect[] }

export async function readProbes({ environment }: Stage, ids: readonly string[]): Promise<Probed[]> {
  const journals = await journalsOf((name) => environment.simulators.journal(name), ['supplier'])
  const made = effectsByPlayer({ vendors, journals })
  const orders = await environment.db
    .collection<OrderDoc>('orders')
    .find({ _id: { $in: [...ids] } })
    .toArray()
  return orders.map((order) => ({ order, bought: made.get(order.input1) ?? [] }))
}

/**
 * Expects each condition of each order. The keys say, after the order's id, what is wrong where it does not
 * hold.
 */
export async function expectOfEach(
  stage: Stage,
  ids: readonly string[],
  all: Record<string, (probed: Probed) => boolean>,
): Promise<void> {
  for (const probed of await readProbes(stage, ids)) {
    const { _id, status, pendingReason, units } = probed.order
    const now = `${status} ${pendingReason?.kind ?? ''}, attempt ${units[0]?.attempt}, bought ${probed.bought.length} times`
    for (const [reason, isSo] of Object.entries(all)) stage.expect(isSo(probed), `${_id} ${reason} (${now})`)
  }
}

export const isComplete = ({ order }: Probed) => order.status === 'Completed'
export const isOpen = ({ order }: Probed) => order.status === 'Processing'
export const isBoughtOnce = ({ bought }: Probed) => bought.length === 1
/** MooGold keeps no second order under one reference, but another supplier would. */
export const isRequestedOnce = ({ order }: Probed) => order.units[0]?.attempt === 1
