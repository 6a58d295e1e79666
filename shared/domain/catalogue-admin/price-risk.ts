import type { ClientSession } from 'mongoose'
import { formatPaise, toRupees } from '../../contracts/money.ts'
import { staffRoleOf } from '../../contracts/permissions.ts'
import type { PriceRisk } from '../../contracts/price-changes.ts'
import { AppError } from '../../platform/app-error.ts'
import { alertOwners, type IUser, UserModel } from '../accounts/index.ts'
import { type Actor, AuditModel, auditTarget, type IAuditRow } from '../audit/index.ts'
import type { Prices } from './price-rules.ts'

const dayMs = 24 * 3_600_000
/** A price may fall to this percentage of the highest of the last 24 hours without an owner. */
const minPercent = 80

type AssessedPrice = {
  fromPaise: number
  toPaise: number
  /** The item's cost by its supplier's price list; null if unknown. */
  costPaise: number | null
  /** The highest price of the last 24 hours. */
  highestPaise: number
}

/**
 * Pure. Why a lowered price needs an owner: it is below the known cost, or more than 20 % under the highest price of
 * the last 24 hours, so that several small reductions do not bypass the limit. A raised price needs none.
 */
export function riskOf({
  fromPaise,
  toPaise,
  costPaise,
  highestPaise,
}: AssessedPrice): PriceRisk | undefined {
  if (toPaise >= fromPaise) return undefined
  if (costPaise !== null && toPaise < costPaise) return 'below_cost'
  return toPaise * 100 < minPercent * highestPaise ? 'drop' : undefined
}

/**
 * The highest prices of the items in the last 24 hours, from the audit log.
 * @returns a function of an item's id and current prices
 */
export async function highestPrices(
  tx: ClientSession,
  itemids: readonly number[],
  now: Date,
): Promise<(itemid: number, current: Prices) => Prices> {
  const rows = await AuditModel.find(
    {
      target: { $in: itemids.map(auditTarget.item) },
      at: { $gte: new Date(now.getTime() - dayMs) },
      action: 'item.update',
    },
    { target: 1, before: 1 },
    { session: tx },
  ).lean<Pick<IAuditRow, 'target' | 'before'>[]>()
  return (itemid, current) => {
    const before = rows.filter(({ target }) => target === auditTarget.item(itemid)).map((row) => row.before)
    const highest = (field: keyof Prices) =>
      Math.max(current[field], ...before.map((facts) => Number(facts[field] ?? 0)))
    return { discountedPaise: highest('discountedPaise'), resellPaise: highest('resellPaise') }
  }
}

/** Whether an account is an owner now: a planned change may be applied long after its actor stopped being one. */
export async function isOwnerNow(tx: ClientSession, userId: string): Promise<boolean> {
  const user = await UserModel.findById(userId, null, { session: tx }).lean<IUser | null>()
  return user !== null && !user.isBlocked && staffRoleOf(user) === 'owner'
}

/** The admin that sets prices. `confirmedPaise`: the unusual prices typed again, for clients that can ask for it. */
export type PriceActor = Actor & { confirmedPaise?: readonly number[] | undefined }

/**
 * Requires an owner to type unusual prices again, for clients that can ask for it.
 * @throws AppError `price_unconfirmed` with the first unconfirmed price
 */
export function requireConfirmed({ confirmedPaise }: PriceActor, unusual: readonly UnusualPrice[]): void {
  const unconfirmed = confirmedPaise && unusual.find(({ toPaise }) => !confirmedPaise.includes(toPaise))
  if (!unconfirmed) return
  const { name, toPaise, risk } = unconfirmed
  throw new AppError('price_unconfirmed', { details: { name, price: String(toRupees(toPaise)), risk } })
}

/** `fromPaise`: the previous price, if it was lowered. */
export type UnusualPrice = { name: string; fromPaise?: number; toPaise: number; risk: PriceRisk }

const maxNamed = 5

/** Alerts the owners about unusual prices, in the transaction that sets or withholds them. */
export async function alertOwnersOfPrices(
  tx: ClientSession,
  unusual: readonly UnusualPrice[],
  { by, isPending, at }: { by: string; isPending: boolean; at: Date },
): Promise<void> {
  if (unusual.length === 0) return
  const named = unusual
    .slice(0, maxNamed)
    .map(({ name, fromPaise, toPaise, risk }) => {
      const price =
        fromPaise === undefined
          ? `at ${formatPaise(toPaise)}`
          : `from ${formatPaise(fromPaise)} to ${formatPaise(toPaise)}`
      return `${name} ${price} (${riskTexts[risk]})`
    })
    .join(', ')
  const more = unusual.length > maxNamed ? `, and ${unusual.length - maxNamed} more` : ''
  const end = isPending ? ' Each waits until an owner approves it under Prices.' : ''
  const subject = isPending ? 'A price waits for an owner' : 'An unusual price was set'
  await alertOwners(tx, { subject, sentence: `${by} sets ${named}${more}.${end}` }, at)
}

const riskTexts = {
  below_cost: 'below its cost',
  drop: 'more than 20 % less within 24 hours',
} as const satisfies Record<PriceRisk, string>
