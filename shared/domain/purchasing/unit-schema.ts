import { Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

export const unitStates = ['planned', 'sending', 'delivered', 'rejected', 'unknown'] as const
export type UnitState = (typeof unitStates)[number]

/**
 * One purchase at a supplier. `sending` is committed, with its attempt, before the call; with a `supplierOrderId` it
 * means accepted there and not delivered yet.
 */
export interface IUnit {
  /** Our id of the unit, the same on every attempt: MooGold's partnerOrderId. */
  ref: string
  supplierItemId: string
  /** The unit's last known cost at the supplier: decimal text in the balance's currency, '' when unknown. */
  cost: string
  /** The supplier's price factor for this player and product; included in `cost`. */
  factor: number
  /** The cost was not proven when the order was placed: it is read again before the unit is bought. */
  isCostOpen: boolean
  /** The supplier's names for the account's fields when the order was placed; empty: the fixed ones. */
  fields: string[]
  state: UnitState
  attempt: number
  /** Retries since the last progress; sets the delay of the next one. */
  retryCount: number
  supplierOrderId: string
  code: string
  message: string
  /** Since when the supplier defers it for a reason that may pass; null when it does not. */
  deferredSince: Date | null
  /** Since when an earlier attempt's result is unknown, at suppliers where a retry shows it; otherwise null. */
  unknownSince: Date | null
  sentAt: Date | null
  /** The id of the call that the last attempt was committed for; '' before the first. */
  sentBy: string
  answeredAt: Date | null
  /** The account's balance around the last call, where it is evidence; in the supplier's currency, or empty. */
  balanceBefore: string
  balanceAfter: string
  /** The account's batch whose balance will show the last call's result; 0: none. */
  batch: number
  /** The account's batch that the last attempt belonged to, also after that batch has ended; 0: none. */
  sentBatch: number
  /** The supplier's account that the last attempt was sent to (`Supplier.accountId`); '' before the first. */
  accountId: string
  /** Number of consecutive "not found" answers, and since when; 0 and null when there are none. */
  notFoundTimes: number
  notFoundSince: Date | null
  /** A person decided about it while the supplier had it: its final state there is still polled. */
  isFollowedUp: boolean
  /**
   * Its order was restored from a backup: it may have been bought after the restored moment, so that the supplier is
   * asked, or a person decides, before it is bought.
   */
  isUnverified?: boolean
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
    isUnverified: Boolean,
  } satisfies SchemaFields<IUnit>,
  { _id: false },
)

/**
 * The units of an order: one for each product of a bundle, in the item's order; one for a plain item.
 * @param termsOf a product's current cost and account fields
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
