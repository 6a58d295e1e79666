import { model, Schema, type Types } from 'mongoose'
import { type LateOfferOption, lateOfferOptions } from '../../../contracts/late-offer.ts'
import { type OrderStatus, orderStatuses } from '../../../contracts/order-status.ts'
import { type Task, taskSchema } from '../../../platform/due-tasks.ts'
import type { SchemaFields } from '../../../platform/fields-of.ts'
import type { Hold } from '../../incidents/index.ts'
import { type IPayment, paymentSchema } from '../../payments/index.ts'
import { type IUnit, unitSchema } from '../../purchasing/index.ts'
import { type ChangeRecord, changeRecordSchema } from './order-change-schema.ts'
import { addOrderIndexes } from './order-indexes.ts'
import { type Redelivery, redeliverySchema } from './redelivery-schema.ts'
import { noteSchema, type OrderNote, type StaffAction, staffActionSchema } from './staff-action-schema.ts'
import { type SupplierConflict, supplierConflictSchema } from './supplier-conflict-schema.ts'
import { type Ticket, ticketSchema } from './ticket-schema.ts'
import { type VaultDelivery, vaultDeliverySchema } from './vault-schema.ts'

/** A completion that is held: whose it is, the reason it was given, and what was handed over, by its labels. */
export type PendingCompletion = {
  adminId: string
  name: string
  at: Date
  until: Date
  reason: string
  labels: string[]
}

const pendingCompletionSchema = new Schema<PendingCompletion>(
  {
    adminId: { type: String, required: true },
    name: { type: String, required: true },
    at: { type: Date, required: true },
    until: { type: Date, required: true },
    reason: { type: String, default: '' },
    labels: { type: [String], default: [] },
  } satisfies SchemaFields<PendingCompletion>,
  { _id: false },
)

/** What the customer of a late order chose. A refund that was chosen stays chosen. */
export type LateOfferChoice = { choice: LateOfferOption; at: Date }

const lateOfferSchema = new Schema<LateOfferChoice>(
  {
    choice: { type: String, enum: lateOfferOptions, required: true },
    at: { type: Date, required: true },
  } satisfies SchemaFields<LateOfferChoice>,
  { _id: false },
)

const holdSchema = new Schema<Hold>(
  {
    incident: { type: String, required: true },
    at: { type: Date, required: true },
    releasedAt: { type: Date, default: null },
  } satisfies SchemaFields<Hold>,
  { _id: false },
)

/** In hundredths of a point. */
export type OrderPoints = {
  /** Promised for the whole price when it was placed. */
  offered: number
  /** Given when it was Completed. */
  earned: number
  /** Of those, taken back with a refund; what was spent before stays spent. */
  revoked: number
  /** Promised for a delivery after the promised time; those stay whatever comes. Absent: none, as before there were any. */
  late?: number
  /** Given because it was. */
  lateBonus?: number
  /** The most that its customer gets on one day for late deliveries. Absent: no limit. */
  latePerDay?: number
  /** When people deliver; absent: always. */
  shopHours?: ShopHours
}

/** Minutes after midnight in India; `toMinute` is not within them. */
export type ShopHours = { fromMinute: number; toMinute: number }

const shopHoursSchema = new Schema<ShopHours>(
  { fromMinute: { type: Number, required: true }, toMinute: { type: Number, required: true } },
  { _id: false },
)

const pointsSchema = new Schema<OrderPoints>(
  {
    offered: { type: Number, required: true },
    earned: { type: Number, default: 0 },
    revoked: { type: Number, default: 0 },
    late: { type: Number, default: 0 },
    lateBonus: { type: Number, default: 0 },
    latePerDay: Number,
    shopHours: shopHoursSchema,
  } satisfies SchemaFields<OrderPoints>,
  { _id: false },
)

export type HistoryRow = {
  version: number
  at: Date
  from: OrderStatus | ''
  to: OrderStatus
  by: string
  reason: string
}

export const pendingReasons = [
  'manual',
  'in_progress',
  'outcome_unknown',
  'partly_delivered',
  'supplier_unavailable',
  'supplier_deferred',
  'supplier_review',
  'below_cost',
  'task_failed',
  'on_hold',
] as const
export type PendingReasonKind = (typeof pendingReasons)[number]

/** Why an open order waits. `needsAction`: it does not go on by itself. */
export type PendingReason = { kind: PendingReasonKind; since: Date; detail: string; needsAction: boolean }

/** When an order ended, by whom as in the history, and how it had ended before that, if it had. */
export type OrderEnd = { at: Date; by: string; previous?: { status: OrderStatus; at: Date } | null }

/** An order with all that happens to it: its payment, its units, its history and the work it still needs. */
interface IOrder {
  /** `JP…`: the order id that customers see, and the payment's `client_txn_id`. */
  _id: string
  userId: Types.ObjectId
  customer: { userid: string; name: string; email: string; mobilenumber: string; role: string }
  product: {
    productid: string
    name: string
    imgpath: string
    labels: string[]
  }
  item: { itemid: number; name: string; imgpath: string; apiType: string }
  /** The product's category when it was ordered; '' where that is not known. */
  category: string
  input1: string
  input2: string
  playerName: string
  paymentmode: 'upi' | 'wallet'
  pricePaise: number
  status: OrderStatus
  /** Rises by one with each move of the status; `history` has a row for each. */
  version: number
  /** Rises with every change someone can see. */
  revision: number
  /** Of the last writes that were made together with others, by which each knows its own. */
  writeIds?: string[]
  reason: string
  delivery: 'instant' | 'manual'
  units: IUnit[]
  pendingReason: PendingReason | null
  assignee: { adminId: string; name: string; since: Date; until: Date } | null
  /** An admin has set it to Completed and may take that back until then. */
  pendingCompletion: PendingCompletion | null
  payment: IPayment | null
  /** The wallet transaction that paid a wallet order. */
  walletTxnId: string
  /** What went back to the wallet because of this order. */
  creditedPaise: number
  /** Of that, what was given back for packs that did not arrive. */
  partlyRefundedPaise: number
  /** Null for orders from before there were points. */
  points: OrderPoints | null
  processingAt: Date | null
  completedAt: Date | null
  /** The move that ended it. Null while it is open; a later end replaces it, and `was` tells of the one before. */
  ended: OrderEnd | null
  history: HistoryRow[]
  /**
   * What was bought and given back, write by write: with `history` all that the order is folded from. Null for orders from
   * a release that did not keep it.
   */
  changes: ChangeRecord[] | null
  /** What admins decided, in order; `history` has the moves of the status alone. */
  staffActions: StaffAction[]
  /** What admins wrote down for each other, in order. */
  notes: OrderNote[]
  /** What suppliers said after the end that does not go with it. */
  supplierConflicts: SupplierConflict[]
  /** Whether a person has yet to look into one. */
  hasSupplierConflict: boolean
  /** What was delivered to be read, delivery by delivery, by its labels. */
  vault: VaultDelivery[]
  /** What its customer reported as not received; null where nothing was. */
  ticket: Ticket | null
  /** What its customer chose once the promised time was over; null where nothing was. */
  lateOffer: LateOfferChoice | null
  /** For which incident it waits or has waited, unsent; null where for none. */
  hold: Hold | null
  /** The order that it sends again, free of charge; '' for all others. */
  redeliveryOf: string
  /** So many packs of that one were paid for; absent where all of them are sent again. */
  unitsOfOriginal?: number
  /** That it was sent again; null where it was not. */
  redelivery: Redelivery | null
  /** When an admin said of a second delivery that it had not arrived either; null where nobody did. */
  givenUpAt: Date | null
  due: { payment: Task; fulfil: Task; notify: Task; completion: Task; sweepCount: number }
  createdAt: Date
  updatedAt: Date
}

export type OrderDoc = IOrder

const historySchema = new Schema<HistoryRow>(
  {
    version: { type: Number, required: true },
    at: { type: Date, required: true },
    from: { type: String, default: '' as const },
    to: { type: String, required: true },
    by: { type: String, required: true },
    reason: { type: String, default: '' },
  } satisfies SchemaFields<HistoryRow>,
  { _id: false },
)

const text = { type: String, required: true } as const
const textOrEmpty = { type: String, default: '' } as const

/** Nothing is free but what is sent again. */
function isPrice(this: IOrder, paise: number): boolean {
  return this.redeliveryOf ? paise === 0 : paise > 0
}

const orderSchema = new Schema<IOrder>(
  {
    _id: text,
    userId: { type: Schema.Types.ObjectId, required: true },
    customer: {
      type: { userid: text, name: text, email: text, mobilenumber: textOrEmpty, role: text },
      _id: false,
      required: true,
    },
    product: {
      type: {
        productid: text,
        name: text,
        imgpath: textOrEmpty,
        labels: { type: [String], default: [] },
      },
      _id: false,
      required: true,
    },
    item: {
      type: { itemid: { type: Number, required: true }, name: text, imgpath: textOrEmpty, apiType: text },
      _id: false,
      required: true,
    },
    category: textOrEmpty,
    input1: text,
    input2: textOrEmpty,
    playerName: textOrEmpty,
    paymentmode: { type: String, enum: ['upi', 'wallet'], required: true },
    pricePaise: { type: Number, required: true, validate: isPrice },
    status: { type: String, enum: orderStatuses, required: true },
    version: { type: Number, required: true },
    ...{ revision: { type: Number, required: true }, writeIds: { type: [String], default: undefined } },
    reason: textOrEmpty,
    delivery: { type: String, enum: ['instant', 'manual'], required: true },
    units: { type: [unitSchema], default: [] },
    pendingReason: {
      type: new Schema(
        {
          kind: { type: String, enum: pendingReasons },
          since: Date,
          detail: textOrEmpty,
          needsAction: { type: Boolean, required: true },
        } satisfies SchemaFields<PendingReason>,
        { _id: false },
      ),
      default: null,
    },
    assignee: {
      type: new Schema({ adminId: text, name: text, since: Date, until: Date }, { _id: false }),
      default: null,
    },
    pendingCompletion: { type: pendingCompletionSchema, default: null },
    payment: { type: paymentSchema, default: null },
    walletTxnId: textOrEmpty,
    creditedPaise: { type: Number, default: 0 },
    partlyRefundedPaise: { type: Number, default: 0 },
    points: { type: pointsSchema, default: null },
    processingAt: { type: Date, default: null },
    completedAt: { type: Date, default: null },
    ended: {
      type: new Schema<OrderEnd>(
        {
          ...{ at: { type: Date, required: true }, by: text },
          previous: {
            type: new Schema({ status: { type: String, enum: orderStatuses }, at: Date }, { _id: false }),
            default: null,
          },
        } satisfies SchemaFields<OrderEnd>,
        { _id: false },
      ),
      default: null,
    },
    history: { type: [historySchema], required: true },
    changes: { type: [changeRecordSchema], default: null },
    staffActions: { type: [staffActionSchema], default: [] },
    notes: { type: [noteSchema], default: [] },
    supplierConflicts: { type: [supplierConflictSchema], default: [] },
    hasSupplierConflict: { type: Boolean, default: false },
    vault: { type: [vaultDeliverySchema], default: [] },
    ticket: { type: ticketSchema, default: null },
    lateOffer: { type: lateOfferSchema, default: null },
    hold: { type: holdSchema, default: null },
    redeliveryOf: textOrEmpty,
    unitsOfOriginal: Number,
    redelivery: { type: redeliverySchema, default: null },
    givenUpAt: { type: Date, default: null },
    due: {
      type: {
        payment: taskSchema,
        fulfil: taskSchema,
        notify: taskSchema,
        completion: taskSchema,
        sweepCount: { type: Number, default: 0 },
      },
      _id: false,
      required: true,
    },
  } satisfies SchemaFields<IOrder>,
  { collection: 'orders', strict: 'throw', timestamps: true, versionKey: false },
)

addOrderIndexes(orderSchema)

export const OrderModel = model<IOrder>('Order', orderSchema)
