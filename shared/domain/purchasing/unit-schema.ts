import { Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

export const unitStates = ['planned', 'sending', 'delivered', 'rejected', 'unknown'] as const
export type UnitState = (typeof unitStates)[number]

/**
 * One purchase at a supplier. `sending` is committed, with its attempt, before the call goes out; with a
 * `supplierOrderId` it means accepted there and not delivered yet.
 */
export interface IUnit {
  /** Our id of the unit, the same on every attempt: MooGold knows it as partnerOrderId. */
  ref: string
  supplierItemId: string
  /** What the pack costs at the supplier, as was known last: decimal text in the balance's unit, '' if unknown. */
  cost: string
  /** What the supplier multiplies the cost with for this player and pack; it is in `cost`. */
  factor: number
  /** The cost was not proven when the order was drafted: what is known is asked again before the pack is bought. */
  isCostOpen: boolean
  /** The supplier's names for the account's fields when the order was drafted; empty: the ones we have always known. */
  fields: string[]
  state: UnitState
  attempt: number
  /** Waits since the last step forward; sets the pace of the next try. */
  retryCount: number
  supplierOrderId: string
  code: string
  message: string
  /** Since when the supplier has been refusing it for something that may pass; null when it is not. */
  deferredSince: Date | null
  /** Since when nothing has told what an earlier attempt came to, where repeating it tells; else null. */
  unknownSince: Date | null
  sentAt: Date | null
  /** The id of the call that the last attempt was committed for; '' before the first. */
  sentBy: string
  answeredAt: Date | null
  /** The account's balance around the last call, where it is evidence; in the supplier's own unit, or empty. */
  balanceBefore: string
  balanceAfter: string
  /** The account's batch of calls whose balance will tell what became of the last one; 0: none will. */
  batch: number
  /** The account's batch of calls that the last attempt was one of, also once that batch has ended; 0: none. */
  sentBatch: number
  /** The supplier's account that the last attempt was sent to (`Supplier.accountId`); '' before the first. */
  accountId: string
  /** How often in a row the supplier has said that it does not know of it, and since when; 0 and null if it has not. */
  notFoundTimes: number
  notFoundSince: Date | null
  /** Somebody decided about it while the supplier had it: its end there is still asked for. */
  isFollowedUp: boolean
}

export type UnitTerms = Pick<IUnit, 'cost' | 'factor' | 'isCostOpen' | 'fields'>

export const unitSchema = new Schema<IUnit>(
  {
    ref: { type: String, required: true },
    supplierItemId: { type: String, required: true },
    cost: { type: String, default: '' },
    factor: { type: Number, default: 1 },
    isCostOpen: { type: Boolean, default: false },
    fields: { type: [String], default: [] },
    state: { type: String, enum: unitStates, required: true },
    attempt: { type: Number, required: true },
    retryCount: { type: Number, default: 0 },
    supplierOrderId: { type: String, default: '' },
    code: { type: String, default: '' },
    message: { type: String, default: '' },
    deferredSince: { type: Date, default: null },
    unknownSince: { type: Date, default: null },
    sentAt: { type: Date, default: null },
    sentBy: { type: String, default: '' },
    answeredAt: { type: Date, default: null },
    balanceBefore: { type: String, default: '' },
    balanceAfter: { type: String, default: '' },
    batch: { type: Number, default: 0 },
    sentBatch: { type: Number, default: 0 },
    accountId: { type: String, default: '' },
    notFoundTimes: { type: Number, default: 0 },
    notFoundSince: { type: Date, default: null },
    isFollowedUp: { type: Boolean, default: false },
  } satisfies SchemaFields<IUnit>,
  { _id: false },
)

/**
 * A bundle is one unit per pack, in the item's order; a plain item is one unit.
 * @param termsOf a pack's cost and account fields as they are now
 */
export function planUnits(
  orderId: string,
  supplierItemIds: readonly string[],
  termsOf: (supplierItemId: string) => UnitTerms = () => ({
    cost: '',
    factor: 1,
    isCostOpen: false,
    fields: [],
  }),
): IUnit[] {
  return supplierItemIds.map((supplierItemId, index) => ({
    ref: `${orderId}-${index + 1}`,
    supplierItemId,
    ...termsOf(supplierItemId),
    state: 'planned',
    attempt: 0,
    retryCount: 0,
    supplierOrderId: '',
    code: '',
    message: '',
    deferredSince: null,
    unknownSince: null,
    sentAt: null,
    sentBy: '',
    answeredAt: null,
    balanceBefore: '',
    balanceAfter: '',
    batch: 0,
    sentBatch: 0,
    accountId: '',
    notFoundTimes: 0,
    notFoundSince: null,
    isFollowedUp: false,
  }))
}
