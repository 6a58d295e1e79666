import type { Stage } from '../scenario.ts'
import { ask } from './customer.ts'
import type { OrderWish } from './plan.ts'

/** A wallet order that nothing is wrong with, placed now. @returns its id, empty when the shop did not take it */
export async function probeOrder(stage: Stage, index: number): Promise<string> {
  const wish: OrderWish = {
    ...({ kind: 'order', shelf: 'crystals', paying: 'wallet', trouble: 'none', copies: 1, atMs: 0 } as const),
    ...{ index, player: String(900_000_000 + index) },
    customer: index % stage.world.shop.customers.length,
  }
  const asked = await ask(stage.world, wish)
  stage.alsoAsked(asked)
  return asked.ids[0] ?? ''
}
