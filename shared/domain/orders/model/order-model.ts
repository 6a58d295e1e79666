import { model, Schema, type Types } from 'mongoose'
import { type LateOfferOption, lateOfferOptions } from '../../../contracts/late-offer.ts'
import { type OrderStatus, orderStatuses } from '../../../contracts/order-status.ts'
import { type PendingReasonKind, pendingReasons } from '../../../contracts/pending-reasons.ts'
import { type Task, taskSchema } from '../../../platform/due-tasks.ts'
import type { SchemaFields } from '../../../platform/fields-of.ts'
import type { Hold } from '../../incidents/index.ts'
import { type IPayment, paymentSchema } from '../../payments/index.ts'
import { type IUnit, unitSchema } from '../../purchasing/index.ts'
import { type NotificationRecord, notificationRecordSchema } from './notification-record-schema.ts'
import { type ChangeRecord, changeRecordSchema } from './order-change-schema.ts'
import { addOrderIndexes } from './order-indexes.ts'
import { type Redelivery, redeliverySchema } from './redelivery-schema.ts'
import { noteSchema, type OrderNote, type StaffAction, staffActionSchema } from './staff-action-schema.ts'
import { type SupplierConflict, supplierConflictSchema } from './supplier-conflict-schema.ts'
import { type Ticket, ticketSchema } from './ticket-schema.ts'
import { type VaultDelivery, vaultDeliverySchema } from './vault-schema.ts'

/** A pending completion: the admin, the reason, and the labels of the codes that were entered. */
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

/** The choice of a late order's customer. A refund that was chosen stays chosen. */
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
  /** Offered for the whole price at placement. */
  offered: number
  /** Earned at completion. */
  earned: number
  /** Whether they are not posted yet: the completion's notification task posts them. */
  isOwed?: boolean
  /** The part of them that was revoked by a refund; spent points stay spent. */
  revoked: number
  /** Offered for a delivery after the promised time; kept in any case. Absent: none, in older orders. */
  late?: number
  /** Earned for a late delivery. */
  lateBonus?: number
  /** The most that the customer earns in a day for late deliveries. Absent: no limit. */
  latePerDay?: number
  /** The hours of manual deliveries; absent: always. */
  shopHours?: ShopHours
}

/** Minutes after midnight in India; `toMinute` is exclusive. */
export type ShopHours = { fromMinute: number; toMinute: number }

const shopHoursSchema = new Schema<ShopHours>(
  { fromMinute: { type: Number, required: true }, toMinute: { type: Number, required: true } },
  { _id: false },
)

const pointsSchema = new Schema<OrderPoints>(
  {
    offered: { type: Number, required: true },
    earned: { type: Number, default: 0 },
    isOwed: Boolean,
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

/** Why an order is on the board of pending orders. `needsAction`: only an admin's action continues it. */
export type PendingReason = { kind: PendingReasonKind; since: Date; detail: string; needsAction: boolean }

/** When an order ended, by which actor, and its previous end, if any. */
export type OrderEnd = { at: Date; by: string; previous?: { status: OrderStatus; at: Date } | null }

/** An order with its payment, its units, its history and its due tasks. */
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
  /** The product's category when it was ordered; '' if unknown. */
  category: string
  input1: string
  input2: string
  playerName: string
  paymentmode: 'upi' | 'wallet'
  pricePaise: number
  status: OrderStatus
  /** Increments with each transition; `history` has a row for each. */
  version: number
  /** Increments with each change that a reader can see. */
  revision: number
  /** The ids of the last batched writes, by which each one can be confirmed. */
  writeIds?: string[]
  reason: string
  delivery: 'instant' | 'manual'
  units: IUnit[]
  pendingReason: PendingReason | null
  assignee: { adminId: string; name: string; since: Date; until: Date } | null
  /** An admin has completed the order and can undo that until `until`. */
  pendingCompletion: PendingCompletion | null
  payment: IPayment | null
  /** The wallet transaction that paid a wallet order. */
  walletTxnId: string
  /** All paise that went to the wallet because of this order. */
  creditedPaise: number
  /** The part of them that was refunded for units that did not arrive. */
  partlyRefundedPaise: number
  /** Null for orders that are older than points. */
  points: OrderPoints | null
  processingAt: Date | null
  completedAt: Date | null
  /**
   * The transition that ended the order; null while it is open. A later end replaces it and keeps the earlier
   * one in `previous`.
   */
  ended: OrderEnd | null
  history: HistoryRow[]
  /**
   * Purchases and refunds, write by write: with `history` all that the order is folded from. Null for orders
   * of an older version.
   */
  changes: ChangeRecord[] | null
  /** The decisions of admins, in order; `history` has only the transitions. */
  staffActions: StaffAction[]
  /** Notes of admins for each other, in order. */
  notes: OrderNote[]
  /** Answers of suppliers after the order's end that contradict it. */
  supplierConflicts: SupplierConflict[]
  /** Whether a supplier conflict is open. */
  hasSupplierConflict: boolean
  /** Secrets that were delivered, by delivery, with their labels only. */
  vault: VaultDelivery[]
  /** The customer's "Not received" ticket, if any. */
  ticket: Ticket | null
  /** The customer's choice after the promised time, if any. */
  lateOffer: LateOfferChoice | null
  /** The incident that the order is or was on hold for, if any. */
  hold: Hold | null
  /** The original order of a free redelivery; '' for all others. */
  redeliveryOf: string
  /** The number of paid units of the original order; absent if all of them are redelivered. */
  unitsOfOriginal?: number
  /** The redelivery of this order, if any. */
  redelivery: Redelivery | null
  /** When an admin confirmed that a redelivery had not arrived either. */
  givenUpAt: Date | null
  /** When its personal parts were cleared; absent before. It then has neither contacts nor a player. */
  clearedAt?: Date
  /** What was sent about it, in the order of the first attempts; records are only appended. */
  notifications: NotificationRecord[]
  /** `sweepCount`: how often the sweeper has enqueued any of them. */
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

/** Only a redelivery is free. */
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
    revision: { type: Number, required: true },
    writeIds: { type: [String], default: undefined },
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
          at: { type: Date, required: true },
          by: text,
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
    clearedAt: Date,
    notifications: { type: [notificationRecordSchema], default: [] },
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
