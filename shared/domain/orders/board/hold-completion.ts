import type { Caller } from '../../accounts/index.ts'
import type { Deps } from '../../deps.ts'
import { changeOrder } from '../change/change-order.ts'
import type { StaffAction } from '../change/decision-schema.ts'
import type { OrderGuard } from '../change/order-update.ts'
import type { PublishDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { type InSameTransaction, inOneTransaction } from '../unclear/require-explained.ts'
import { storeSecrets, type PlainSecret } from '../vault/keep-lines.ts'
import { manualDeliveryId, undoMs } from './closing.ts'

type Holding = {
  at: Date
  reason: string
  codes: readonly PlainSecret[] | undefined
  decision: StaffAction
  guard: OrderGuard
  /** What is written with it besides. */
  inSameTransaction?: InSameTransaction | undefined
}

/**
 * Writes down that an admin has completed an order, and lets it happen five seconds later: a tab that is closed
 * meanwhile changes nothing. Until then nobody is told, fulfilment buys nothing for an order with `pendingCompletion`, and
 * `undoCompletion` undoes it.
 * @returns the order, still Processing; undefined when it had moved on
 */
export function scheduleCompletion(
  deps: PublishDeps & Pick<Deps, 'env'>,
  order: OrderDoc,
  { admin, ...held }: Holding & { admin: Caller },
): Promise<OrderDoc | undefined> {
  const { at, reason, codes = [], decision, guard } = held
  const until = new Date(at.getTime() + undoMs)
  const labels = codes.map(({ label }) => label)
  const { inSameTransaction } =
    labels.length > 0 ? storeSecrets(deps.env, { deliveryId: manualDeliveryId(order), secrets: codes, at }) : {}
  return changeOrder(deps, order, {
    guard: { ...guard, status: 'Processing', version: order.version },
    set: { pendingCompletion: { adminId: admin.userId, name: admin.name, at, until, reason, labels } },
    push: { staffActions: decision },
    due: { completion: until },
    actor: admin.userId,
    inSameTransaction: inOneTransaction([held.inSameTransaction, inSameTransaction]),
  })
}
