import { type ClientSession, model, Schema } from 'mongoose'
import { formatPaise } from '../../contracts/money.ts'
import { staffRoleTexts } from '../../contracts/permission-texts.ts'
import { type StaffMember, staffRoleOf } from '../../contracts/permissions.ts'
import { isoDayOf, startOfIstDay } from '../../platform/clock.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'
import { ignoreDuplicate } from '../../platform/mongo.ts'
import { alertOwners, isOnlyOwner } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'

/** Money moved manually without approval in a day (IST), by one admin or by all with a staff role. */
export interface IDayTotal {
  /** `admin/<userId>/2026-11-28` or `role/<staff role>/2026-11-28` */
  _id: string
  /** Added to wallets, deducted, refunded and redelivered free of charge, all as positive amounts. */
  movedPaise: number
  expiresAt: Date
}

const dayTotalSchema = new Schema<IDayTotal>(
  {
    _id: { type: String, required: true },
    movedPaise: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<IDayTotal>,
  { collection: 'day_totals', strict: 'throw', versionKey: false },
)
dayTotalSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const DayTotalModel = model<IDayTotal>('DayTotal', dayTotalSchema)

export type DayLimits = Pick<Deps['env'], 'ADMIN_DAY_TOTAL' | 'ROLE_DAY_TOTAL'>

/** The admin who moves money. */
export type ActingAdmin = StaffMember & { userId: string; name: string }

type Total = { id: string; limitPaise: number; name: string }

const retentionDays = 35

/** An admin's totals of a day, each with its limit and its name for mails. */
function totalsOf(env: DayLimits, admin: ActingAdmin, at: Date): Total[] {
  const role = staffRoleOf(admin) ?? 'owner'
  const day = isoDayOf(at)
  return [
    { id: `admin/${admin.userId}/${day}`, limitPaise: env.ADMIN_DAY_TOTAL * 100, name: admin.name },
    {
      id: `role/${role}/${day}`,
      limitPaise: env.ROLE_DAY_TOTAL * 100,
      name: `The role ${staffRoleTexts[role].name}`,
    },
  ]
}

/**
 * Creates the day's totals before the transaction that adds to them, because concurrent inserts would fail each other.
 */
export async function createDayTotals(env: DayLimits, admin: ActingAdmin, at: Date): Promise<void> {
  const expiresAt = startOfIstDay(isoDayOf(at), retentionDays)
  for (const { id } of totalsOf(env, admin, at)) {
    await ignoreDuplicate(() =>
      DayTotalModel.updateOne({ _id: id }, { $setOnInsert: { movedPaise: 0, expiresAt } }, { upsert: true }),
    )
  }
}

/**
 * Adds an amount moved without approval to the day's totals, in the transaction that moves it, so that concurrent ones
 * add up. The owners are alerted when half of a limit is passed. The only owner may exceed the limit; each such amount
 * causes an alert.
 * @returns undefined, or the limit in paise that would be exceeded; then nothing is added
 */
export async function addToDayTotals(
  tx: ClientSession,
  env: DayLimits,
  { admin, amountPaise, at }: { admin: ActingAdmin; amountPaise: number; at: Date },
): Promise<number | undefined> {
  const totals = totalsOf(env, admin, at)
  const after: (Total & { movedPaise: number })[] = []
  for (const total of totals) after.push({ ...total, movedPaise: await addTo(tx, total.id, amountPaise) })
  const exceeded = after.find(({ movedPaise, limitPaise }) => movedPaise > limitPaise)
  if (exceeded && !(await isOnlyOwner(tx, admin, at))) {
    for (const { id } of totals) await addTo(tx, id, -amountPaise)
    return exceeded.limitPaise
  }
  for (const total of after) {
    const halfPaise = total.limitPaise / 2
    const passesHalf = total.movedPaise >= halfPaise && total.movedPaise - amountPaise < halfPaise
    if (passesHalf || total.movedPaise > total.limitPaise) await alertOwners(tx, limitAlert(total), at)
  }
  return undefined
}

async function addTo(tx: ClientSession, id: string, amountPaise: number): Promise<number> {
  const total = await DayTotalModel.findByIdAndUpdate(
    id,
    { $inc: { movedPaise: amountPaise } },
    { session: tx, returnDocument: 'after' },
  )
    .orFail()
    .lean<IDayTotal>()
  return total.movedPaise
}

function limitAlert({ name, movedPaise, limitPaise }: Total & { movedPaise: number }) {
  const moved = `${name} has refunded or adjusted ${formatPaise(movedPaise)} today without approval`
  return movedPaise > limitPaise
    ? {
        subject: 'A daily limit was exceeded',
        sentence: `${moved}; the limit is ${formatPaise(limitPaise)}.`,
      }
    : { subject: 'Half of a daily limit is used', sentence: `${moved}, of ${formatPaise(limitPaise)}.` }
}

/** Paise that an admin may still move today without approval; infinite for the only owner. */
export async function remainingDayLimitPaise(env: DayLimits, admin: ActingAdmin, at: Date): Promise<number> {
  if (await isOnlyOwner(null, admin, at)) return Number.POSITIVE_INFINITY
  const totals = totalsOf(env, admin, at)
  const stored = await DayTotalModel.find({ _id: { $in: totals.map(({ id }) => id) } }).lean<IDayTotal[]>()
  const remaining = totals.map(
    ({ id, limitPaise }) => limitPaise - (stored.find(({ _id }) => _id === id)?.movedPaise ?? 0),
  )
  return Math.max(0, Math.min(...remaining))
}
