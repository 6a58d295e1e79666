import { randomInt } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import { snapshotOptions } from '../../platform/snapshot.ts'
import { readDay } from './read-day.ts'
import { DailySalesModel, type IDailySales, salesIndex } from './sales-model.ts'
import { addTotals, dayTotals } from './sum-day.ts'

/** A finalised day whose recount differs from the stored totals, with the field, in whole paise or a count. */
export type SalesFault = { kind: 'sales_differ'; day: string; field: string; stored: number; counted: number }

/**
 * Recounts two finalised days, the last and a random one, and compares them with the stored totals. Costs and the
 * refunds deducted from a margin are left out, because a supplier's later answer can change them.
 */
export async function verifySales(snapshot: ClientSession): Promise<SalesFault[]> {
  const closed = await DailySalesModel.find(
    { kind: 'shop', isFinalised: true },
    'day',
    snapshotOptions(snapshot),
  )
    .sort({ day: -1 })
    .hint(salesIndex)
    .lean<Pick<IDailySales, 'day'>[]>()
  const [last, ...others] = closed.map(({ day }) => day)
  if (!last) return []
  const random = others.length > 0 ? others[randomInt(others.length)] : undefined
  return [...(await differences(snapshot, last)), ...(random ? await differences(snapshot, random) : [])]
}

async function differences(snapshot: ClientSession, day: string): Promise<SalesFault[]> {
  const where = { kind: 'shop' as const, day }
  const stored = await DailySalesModel.findOne(where, null, snapshotOptions(snapshot))
    .hint(salesIndex)
    .lean<IDailySales | null>()
  const [counted] = dayTotals(day, await readDay(snapshot, day), new Map())
  if (!stored || !counted) return []
  const storedFacts = comparableTotals(addTotals([stored.users, stored.resellers]))
  const countedFacts = comparableTotals(addTotals([counted.users, counted.resellers]))
  return Object.keys(storedFacts).flatMap((field) =>
    storedFacts[field] === countedFacts[field]
      ? []
      : [
          {
            kind: 'sales_differ' as const,
            day,
            field,
            stored: storedFacts[field] ?? 0,
            counted: countedFacts[field] ?? 0,
          },
        ],
  )
}

function comparableTotals(sum: ReturnType<typeof addTotals>): Record<string, number> {
  const { orders, salesPaise, upiPaise, redeliveries, cancelled, ended, onTime, refunds } = sum
  const refundedPaise = refunds.reduce((all, { paise }) => all + paise, 0)
  return { orders, salesPaise, upiPaise, redeliveries, cancelled, ended, onTime, refundedPaise }
}
