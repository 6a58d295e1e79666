import { Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

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

export const pointsSchema = new Schema<OrderPoints>(
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
