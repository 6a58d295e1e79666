import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** What an account held at a time: decimal text in its own unit. */
export type BalancePoint = { at: Date; amount: string }

/**
 * What of an account's balance is bound already, in ten-thousandths of its unit, as it was last forecast. Null where
 * the balance is not known.
 */
export type CoverageForecast = {
  at: Date
  /** What the account is taken to hold: its balance less what was bought since. Null where that is not known. */
  left: number | null
  /** Bought since the balance was read. */
  bought: number
  /** What paid orders still need. */
  waiting: number
  units: number
  orders: number
  oldestAt: Date | null
  /** Left for new orders once all of that and the reserve are taken off; below zero when it does not reach. */
  available: number | null
}

export type RejectionCount = { code: string; count: number }

/** What an account did within the last hour and the last 24, as it was last counted. Amounts as in `CoverageForecast`. */
export type AccountStatistics = {
  countedAt: Date
  spentLastHour: number
  unitsLastHour: number
  spentLastDay: number
  unitsLastDay: number
  /** Packs whose list price was not known: they are missing in the sums. */
  unpricedLastDay: number
  /** The first of them; null: none. */
  firstAt: Date | null
  asked: number
  delivered: number
  rejected: number
  unknown: number
  /** Seconds within which half, and nine of ten, were delivered; null for too few. */
  medianSeconds: number | null
  p90Seconds: number | null
  rejections: RejectionCount[]
}

/**
 * What is known of the money at a supplier's account. It steers what is sold; what became of a purchase is told by the
 * readings in `supplier_accounts` alone.
 */
export interface IBalance {
  /** The supplier's name: `SMILEBR`. */
  _id: string
  /** Decimal text in `unit`; empty while it was never read. */
  amount: string
  unit: string
  /** When the answer was asked for: what was bought since may not be taken off yet. */
  readAt: Date | null
  /** When it was last asked for, answered or not. */
  askedAt: Date | null
  /** Since when it tells nothing, and what it said instead. */
  unresponsiveSince: Date | null
  lastError: string
  /** A point for each quarter of an hour of the last day. */
  history: BalancePoint[]
  historyAt: Date | null
  /** Decimal text: below this somebody is told; empty: as the settings say. */
  lowBalanceLevel: string
  /** Decimal text: what is kept back for orders that are paid already. */
  reserve: string
  /** Whether items that it can't cover are taken off sale. */
  isAutoPauseOn: boolean
  /** Rises with each change of the three above. */
  version: number
  /** It fell below the alarm, and has not been well above it since. */
  isLow: boolean
  /** When the last forecastLock of counting began; of the first account alone, for all of them. */
  forecastAt: Date | null
  /** The forecastLock that is running, until it ends or is not renewed. */
  forecastLock: { id: string; until: Date } | null
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
    forecastAt: time,
    forecastLock: {
      type: new Schema(
        { id: { type: String, required: true }, until: { type: Date, required: true } },
        { _id: false },
      ),
      default: null,
    },
    forecast: { type: forecastSchema, default: null },
    statistics: { type: statisticsSchema, default: null },
  } satisfies SchemaFields<IBalance>,
  { collection: 'supplier_balances', strict: 'throw', versionKey: false },
)

export const BalanceModel = model<IBalance>('SupplierBalance', balanceSchema)
