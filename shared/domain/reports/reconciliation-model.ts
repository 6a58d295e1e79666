import { model, Schema } from 'mongoose'
import {
  type ExceptionKind,
  type ExceptionState,
  exceptionKinds,
  exceptionStates,
} from '../../contracts/reconciliation.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** What is done one after the other for a day. Payments are asked about in parts, since the gateway is asked slowly. */
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

/** An account's balance as it told it; empty where it did not. `balanceDrop`, `purchasedAmount`: since the reading before, or null. */
export type ComparedBalance = {
  account: string
  unit: string
  balance: string
  at: Date
  balanceDrop: number | null
  purchasedAmount: number | null
}

/** What was added up on the way. */
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

/** The comparison of one day in India. */
export interface IReconciliationRun {
  /** `2026-11-21` */
  _id: string
  step: Step
  /** Where the step goes on: the cursor of the last payment, or a supplier and a page; empty at its beginning. */
  cursor: string
  /** Rises with each part that is done, so that of two who do the same part one counts. */
  partNumber: number
  /** Who has a part in hand leaves it to nobody until then. */
  lockedUntil: Date | null
  /** How often the part has been put off because nobody answered. */
  tries: number
  /** Suppliers whose list of the day was not read to its end; none is kept of days that were compared before it was. */
  unreadSuppliers?: string[]
  counts: Counts
  balances: ComparedBalance[]
  startedAt: Date
  /** The last time that all of it had been compared. */
  comparedAt: Date | null
  /** How often it was begun. */
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

/** One thing that does not agree. It is never changed but for its closing, and never taken away. */
export interface IReconciliationException {
  /** `kind/ref/about`: noted once, however often it is found. */
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

/** `about`: what of it, where there may be several: a link, a journal entry, a step; none where the ref is of one thing. */
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
