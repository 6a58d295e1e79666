import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** One call of a batch: which pack of which order, and what it costs there. */
export type BatchMember = {
  orderId: string
  /** The unit's place in its order. */
  index: number
  /** The attempt that the call is to be. */
  attempt: number
  /** Who joined: a job that is run again joins for the same attempt, and only one of the two can make the call. */
  by: string
  at: Date
}

/**
 * A supplier account whose balance is the only evidence of what an unclear call did. Calls belong to the batch
 * between two readings of the balance; what became of each stands in its order and nowhere else.
 */
export interface IAccount {
  /** The supplier's name: `SMILEBR`. */
  _id: string
  /** The account at the supplier whose balance was read (`Supplier.accountId`); '' of a release that kept none. */
  accountId: string
  /** Rises with each reading. */
  batch: number
  /** Whether calls may still join. */
  isOpen: boolean
  /** The balance when the batch began: decimal text, or empty when the supplier would not tell. */
  balance: string
  readAt: Date | null
  members: BatchMember[]
  /** Its one call is to tell what a pack costs, so that no other may run beside it. */
  isExclusive: boolean
  /** When a call last joined that way, and when any did. */
  exclusiveAt: Date | null
  joinedAt: Date | null
  /** Whether the last readings agreed with what we bought. */
  isReconciled: boolean
  /** Who is closing the books now, and until when others leave it to them. */
  settlementLock: { by: string; until: Date } | null
  /** When the balance is read for the second time, since an acceptance may come late. */
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
