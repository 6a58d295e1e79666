import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** An account's balance at a time: decimal text in its currency. */
export type BalancePoint = { at: Date; amount: string }

/**
 * The last forecast of how much of an account's balance is committed, in ten-thousandths of its currency. Null when the
 * balance is unknown.
 */
export type CoverageForecast = {
  at: Date
  /** Estimated balance: the last reading less later purchases. Null when unknown. */
  left: number | null
  /** Bought since the balance was read. */
  bought: number
  /** Needed by paid orders. */
  waiting: number
  units: number
  orders: number
  oldestAt: Date | null
  /** Available for new orders after all of that and the reserve; negative when it does not suffice. */
  available: number | null
}

export type RejectionCount = { code: string; count: number }

/** The last statistics of an account: last hour and last 24 hours. Amounts as in `CoverageForecast`. */
export type AccountStatistics = {
  countedAt: Date
  spentLastHour: number
  unitsLastHour: number
  spentLastDay: number
  unitsLastDay: number
  /** Units with an unknown list price, which the sums do not include. */
  unpricedLastDay: number
  /** Time of the first purchase; null: none. */
  firstAt: Date | null
  asked: number
  delivered: number
  rejected: number
  unknown: number
  /** Seconds within which half, and nine of ten, were delivered; null when there are too few. */
  medianSeconds: number | null
  p90Seconds: number | null
  rejections: RejectionCount[]
}

/**
 * What is known of a supplier account's balance. It decides what is sold; the result of a purchase is determined only
 * by the readings in `supplier_accounts`.
 */
export interface IBalance {
  /** The supplier's name: `SMILEBR`. */
  _id: string
  /** Decimal text in `unit`; empty until the first reading. */
  amount: string
  unit: string
  /** When the reading was requested; it may not include purchases since then. */
  readAt: Date | null
  /** When it was last requested, answered or not. */
  askedAt: Date | null
  /** Since when it returns no amount, and its last error. */
  unresponsiveSince: Date | null
  lastError: string
  /** One point per quarter of an hour of the last day. */
  history: BalancePoint[]
  historyAt: Date | null
  /** Decimal text: an alert is raised below it; empty: the setting's default. */
  lowBalanceLevel: string
  /** Decimal text: reserved for orders that are paid already. */
  reserve: string
  /** Whether items that it cannot cover are taken off sale. */
  isAutoPauseOn: boolean
  /** Incremented by each change of the three above. */
  version: number
  /** It fell below the alert level, and has not risen well above it since. */
  isLow: boolean
  forecast: CoverageForecast | null
  statistics: AccountStatistics | null
}

const time = { type: Date, default: null }
const text = { type: String, default: '' } as const
const number = { type: Number, required: true }

const forecastSchema = new Schema<CoverageForecast>(
  {
    at: { type: Date, required: true },
    left: { type: Number, default: null },
    bought: number,
    waiting: number,
    units: number,
    orders: number,
    oldestAt: time,
    available: { type: Number, default: null },
  } satisfies SchemaFields<CoverageForecast>,
  { _id: false },
)

const statisticsSchema = new Schema<AccountStatistics>(
  {
    countedAt: { type: Date, required: true },
    spentLastHour: number,
    unitsLastHour: number,
    spentLastDay: number,
    unitsLastDay: number,
    unpricedLastDay: number,
    firstAt: time,
    asked: number,
    delivered: number,
    rejected: number,
    unknown: number,
    medianSeconds: { type: Number, default: null },
    p90Seconds: { type: Number, default: null },
    rejections: {
      type: [new Schema<RejectionCount>({ code: text, count: number }, { _id: false })],
      default: [],
    },
  } satisfies SchemaFields<AccountStatistics>,
  { _id: false },
)

const balanceSchema = new Schema<IBalance>(
  {
    _id: { type: String, required: true },
    amount: text,
    unit: text,
    readAt: time,
    askedAt: time,
    unresponsiveSince: time,
    lastError: text,
    history: { type: [new Schema<BalancePoint>({ at: Date, amount: text }, { _id: false })], default: [] },
    historyAt: time,
    lowBalanceLevel: text,
    reserve: text,
    isAutoPauseOn: { type: Boolean, default: true },
    version: { type: Number, default: 0 },
    isLow: { type: Boolean, default: false },
    forecast: { type: forecastSchema, default: null },
    statistics: { type: statisticsSchema, default: null },
  } satisfies SchemaFields<IBalance>,
  { collection: 'supplier_balances', strict: 'throw', versionKey: false },
)

export const BalanceModel = model<IBalance>('SupplierBalance', balanceSchema)
