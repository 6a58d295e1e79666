import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** One purchase of a batch: which unit of which order, and its attempt. */
export type BatchMember = {
  orderId: string
  /** The unit's index in its order. */
  index: number
  /** The attempt that the purchase will be. */
  attempt: number
  /**
   * Id of the run that joined. A repeated job joins for the same attempt, and only one of the two can make the call.
   */
  by: string
  at: Date
}

/**
 * A supplier account whose balance is the only evidence of an unclear purchase. Purchases belong to the batch between
 * two readings of the balance; their results are stored only in their orders.
 */
export interface IAccount {
  /** The supplier's name: `SMILEBR`. */
  _id: string
  /** The account at the supplier whose balance was read (`Supplier.accountId`); '' when unknown. */
  accountId: string
  /** Incremented by each reading. */
  batch: number
  /** Whether purchases may still join. */
  isOpen: boolean
  /** The balance when the batch began: decimal text, or empty when the supplier did not return it. */
  balance: string
  readAt: Date | null
  members: BatchMember[]
  /** Its one purchase shows what a unit costs, so that no other may join. */
  isExclusive: boolean
  /** When a purchase last joined alone, and when any did. */
  exclusiveAt: Date | null
  joinedAt: Date | null
  /** Whether the last readings agreed with our purchases. */
  isReconciled: boolean
  /** The process that is settling the batch, and until when its lock is valid. */
  settlementLock: { by: string; until: Date } | null
  /** When to read the balance the second time, since an acceptance may come late. */
  settleAt: Date | null
}

const memberSchema = new Schema<BatchMember>(
  {
    orderId: { type: String, required: true },
    index: { type: Number, required: true },
    attempt: { type: Number, required: true },
    by: { type: String, default: '' },
    at: { type: Date, required: true },
  } satisfies SchemaFields<BatchMember>,
  { _id: false },
)

const accountSchema = new Schema<IAccount>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, default: '' },
    batch: { type: Number, required: true },
    isOpen: { type: Boolean, required: true },
    balance: { type: String, default: '' },
    readAt: { type: Date, default: null },
    members: { type: [memberSchema], default: [] },
    isExclusive: { type: Boolean, default: false },
    exclusiveAt: { type: Date, default: null },
    joinedAt: { type: Date, default: null },
    isReconciled: { type: Boolean, default: true },
    settlementLock: { type: new Schema({ by: String, until: Date }, { _id: false }), default: null },
    settleAt: { type: Date, default: null },
  } satisfies SchemaFields<IAccount>,
  { collection: 'supplier_accounts', strict: 'throw', versionKey: false },
)

export const AccountModel = model<IAccount>('SupplierAccount', accountSchema)
