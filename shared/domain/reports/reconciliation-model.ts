import { model, Schema } from 'mongoose'
import {
  type ExceptionKind,
  type ExceptionState,
  exceptionKinds,
  exceptionStates,
} from '../../contracts/reconciliation.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** The steps of a day's comparison, in order. Payments are checked in parts, because the gateway limits the rate. */
export const steps = [
  'orders_paid',
  'top_ups_paid',
  'ended',
  'open',
  'ledger',
  'purchases',
  'balances',
  'done',
] as const
export type Step = (typeof steps)[number]

/**
 * A supplier's balance; empty if it did not answer. `balanceDrop` and `purchasedAmount` since the previous reading, or
 * null.
 */
export type ComparedBalance = {
  account: string
  unit: string
  balance: string
  at: Date
  balanceDrop: number | null
  purchasedAmount: number | null
}

/** Totals of all parts. */
export type Counts = {
  asked: number
  unanswered: number
  receivedPaise: number
  payments: number
  bookedPaise: number
  captures: number
  walletsPaise: number
  entries: number
  units: number
  unproven: number
}

/** The comparison of one day (IST). */
export interface IReconciliationRun {
  /** `2026-11-21` */
  _id: string
  step: Step
  /** Where the step continues: the cursor of the last payment, or a supplier and a page; empty at its start. */
  cursor: string
  /** Incremented with each part, so that of two processes that run the same part only one is recorded. */
  partNumber: number
  /** The current part is locked by a process until then. */
  lockedUntil: Date | null
  /** How often the part was rescheduled because a vendor did not answer. */
  tries: number
  /** Suppliers whose order list of the day was not read completely; absent for days compared by earlier releases. */
  unreadSuppliers?: string[]
  counts: Counts
  balances: ComparedBalance[]
  startedAt: Date
  /** When the comparison was last completed. */
  comparedAt: Date | null
  /** How often it was started. */
  runCount: number
}

const number = { type: Number, default: 0 } as const
const text = { type: String, default: '' } as const

export const noCounts = (): Counts => ({
  asked: 0,
  unanswered: 0,
  receivedPaise: 0,
  payments: 0,
  bookedPaise: 0,
  captures: 0,
  walletsPaise: 0,
  entries: 0,
  units: 0,
  unproven: 0,
})

const reconciliationSchema = new Schema<IReconciliationRun>(
  {
    _id: { type: String, required: true },
    step: { type: String, enum: steps, required: true },
    cursor: text,
    partNumber: number,
    lockedUntil: { type: Date, default: null },
    tries: number,
    unreadSuppliers: { type: [String], default: [] },
    counts: {
      type: new Schema<Counts>(
        {
          asked: number,
          unanswered: number,
          receivedPaise: number,
          payments: number,
          bookedPaise: number,
          captures: number,
          walletsPaise: number,
          entries: number,
          units: number,
          unproven: number,
        } satisfies SchemaFields<Counts>,
        { _id: false },
      ),
      required: true,
    },
    balances: {
      type: [
        new Schema<ComparedBalance>(
          {
            account: text,
            unit: text,
            balance: text,
            at: { type: Date, required: true },
            balanceDrop: { type: Number, default: null },
            purchasedAmount: { type: Number, default: null },
          } satisfies SchemaFields<ComparedBalance>,
          { _id: false },
        ),
      ],
      default: [],
    },
    startedAt: { type: Date, required: true },
    comparedAt: { type: Date, default: null },
    runCount: number,
  } satisfies SchemaFields<IReconciliationRun>,
  { collection: 'reconciliations', strict: 'throw', versionKey: false },
)
reconciliationSchema.index({ step: 1, startedAt: 1 }, { name: 'running' })

export const ReconciliationRunModel = model<IReconciliationRun>('Reconciliation', reconciliationSchema)

/** A difference found by a comparison. Never deleted, and changed only by its resolution. */
export interface IReconciliationException {
  /** `kind/ref/about`: stored once, however often it is found. */
  _id: string
  kind: ExceptionKind
  ref: string
  of: 'order' | 'topup' | 'ledger' | 'supplier'
  day: string
  external: string
  internal: string
  amountPaise: number | null
  foundAt: Date
  state: ExceptionState
  closed: { at: Date; by: string; name: string; note: string } | null
}

/** `about`: the payment attempt, journal entry or step, where `ref` can have several findings. */
export type Finding = Pick<
  IReconciliationException,
  'kind' | 'ref' | 'of' | 'external' | 'internal' | 'amountPaise'
> & {
  about?: string
}

const exceptionSchema = new Schema<IReconciliationException>(
  {
    _id: { type: String, required: true },
    kind: { type: String, enum: exceptionKinds, required: true },
    ref: { type: String, required: true },
    of: { type: String, enum: ['order', 'topup', 'ledger', 'supplier'], required: true },
    day: { type: String, required: true },
    external: text,
    internal: text,
    amountPaise: { type: Number, default: null },
    foundAt: { type: Date, required: true },
    state: { type: String, enum: exceptionStates, required: true },
    closed: {
      type: new Schema({ at: Date, by: String, name: String, note: String }, { _id: false }),
      default: null,
    },
  } satisfies SchemaFields<IReconciliationException>,
  { collection: 'reconciliation_exceptions', strict: 'throw', versionKey: false },
)
exceptionSchema.index({ day: 1, foundAt: 1 }, { name: 'of_day' })
exceptionSchema.index({ state: 1, day: -1 }, { name: 'open', partialFilterExpression: { state: 'open' } })

export const ReconciliationExceptionModel = model<IReconciliationException>(
  'ReconciliationException',
  exceptionSchema,
)
