import type { Guard } from '../../../platform/typed-update.ts'
import type { IUnit } from '../../purchasing/index.ts'
import type { OrderGuard } from '../model/order-update.ts'
import type { SupplierConflict } from '../model/supplier-conflict-schema.ts'

const isPurchaseOpen: Guard<IUnit> = { state: 'sending', supplierOrderId: '' }
const isDelivered: Guard<IUnit> = { state: 'delivered' }

/** No purchase is running: its answer may still be a delivery. */
export const noOpenPurchase: OrderGuard = { units: { $not: { $elemMatch: { $or: [isPurchaseOpen] } } } }

/** The same, and no unit was delivered: a full refund requires both. */
export const nothingDelivered: OrderGuard = {
  units: { $not: { $elemMatch: { $or: [isPurchaseOpen, isDelivered] } } },
}

export const followUpDelayMs = 60_000

/** When the units of an ended order are polled for the first time. */
export const followUpAt = (closedAt: Date): Date => new Date(closedAt.getTime() + followUpDelayMs)

/** Whether the supplier has not reported the unit's final state. */
export const isAtSupplier = ({ state }: IUnit): boolean => state === 'sending' || state === 'unknown'

/** Whether the unit's final state is still unknown after its order's end. */
export const isUnresolved = (unit: IUnit): boolean => unit.isFollowedUp || isAtSupplier(unit)

/** Whether the unit was sent and no answer has arrived. */
export const isAwaitingAnswer = ({ state, supplierOrderId }: IUnit) =>
  state === 'sending' && supplierOrderId === ''

/** Whether it is an accepted older attempt without a known final state. */
export const isOpenOlderAttempt = ({
  kind,
  supplierOrderId,
  endedAt = null,
  closedAt,
}: SupplierConflict): boolean =>
  kind === 'older_attempt_accepted' && supplierOrderId !== '' && endedAt === null && closedAt === null
