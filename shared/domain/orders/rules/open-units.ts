import type { Guard } from '../../../platform/typed-update.ts'
import type { IUnit } from '../../purchasing/index.ts'
import type { OrderGuard } from '../model/order-update.ts'
import type { SupplierConflict } from '../model/supplier-conflict-schema.ts'

const asked: Guard<IUnit> = { state: 'sending', supplierOrderId: '' }
const arrived: Guard<IUnit> = { state: 'delivered' }

/** While a call to the supplier is open its answer may still be a delivery. */
export const noOpenPurchase: OrderGuard = { units: { $not: { $elemMatch: { $or: [asked] } } } }

/** The same, and nothing has arrived: what is given back whole must not have been delivered. */
export const nothingDelivered: OrderGuard = { units: { $not: { $elemMatch: { $or: [asked, arrived] } } } }

export const followUpDelayMs = 60_000

/** When a closed order's packs are asked about for the first time. */
export const followUpAt = (closedAt: Date): Date => new Date(closedAt.getTime() + followUpDelayMs)

/** The supplier has yet to say what became of it. */
export const isAtSupplier = ({ state }: IUnit): boolean => state === 'sending' || state === 'unknown'

/** Whether its end at the supplier is still to be heard of after the order's own. */
export const isUnresolved = (unit: IUnit): boolean => unit.isFollowedUp || isAtSupplier(unit)

/** A call has gone out, and nothing is known of it yet. */
export const isAwaitingAnswer = ({ state, supplierOrderId }: IUnit) =>
  state === 'sending' && supplierOrderId === ''

/** An older attempt that the supplier has accepted, and whose end it has yet to say. */
export const isOpenOlderAttempt = ({
  kind,
  supplierOrderId,
  endedAt = null,
  closedAt,
}: SupplierConflict): boolean =>
  kind === 'older_attempt_accepted' && supplierOrderId !== '' && endedAt === null && closedAt === null
