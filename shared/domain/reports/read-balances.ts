import type { Types } from 'mongoose'
import { type SupplierName, supplierAccounts, supplierNames } from '../../contracts/api-types.ts'
import type { Deps } from '../deps.ts'
import { boardIndex, OrderModel, orderCountersIndex } from '../orders/index.ts'
import { roundingPerUnit, unitCosts } from '../purchasing/index.ts'
import type { PartResult } from './compare-gateway-payments.ts'
import { type ComparedBalance, type Finding, ReconciliationRunModel } from './reconciliation-model.ts'

export type BalanceDeps = Pick<Deps, 'suppliers' | 'clock' | 'env'>

/** A purchase this close to a reading may or may not be included in it. */
const uncertainMs = 2 * 60_000

/**
 * Reads every supplier's balance and compares its drop since the previous reading with the purchases meanwhile. One
 * reading is taken and stored per day; without it, or with an unknown price, nothing is reported.
 */
export async function readBalances(
  deps: BalanceDeps,
  { day, stored }: { day: string; stored: readonly ComparedBalance[] },
): Promise<PartResult> {
  if (stored.length > 0) return { found: [], counts: {}, cursor: undefined }
  const read = await Promise.all(
    supplierNames.map(async (account) =>
      compareBalance(deps, { account, day, last: await lastReading(account, day) }),
    ),
  )
  return {
    found: read.flatMap(({ found }) => found),
    counts: {},
    cursor: undefined,
    balances: read.map(({ reading }) => reading),
  }
}

/** The last reading with a balance; a day without an answer is skipped. */
async function lastReading(account: SupplierName, day: string): Promise<ComparedBalance | undefined> {
  const has = { $elemMatch: { account, balance: { $gt: '' } } }
  const before = await ReconciliationRunModel.findOne({ _id: { $lt: day }, balances: has })
    .sort({ _id: -1 })
    .lean<{ balances: ComparedBalance[] } | null>()
  return before?.balances.find((reading) => reading.account === account)
}

type BalanceQuery = { account: SupplierName; day: string; last: ComparedBalance | undefined }

async function compareBalance({ suppliers, clock, env }: BalanceDeps, { account, day, last }: BalanceQuery) {
  const answer = await suppliers.byName[account].queryBalance()
  const at = clock.now()
  const reading: ComparedBalance = {
    account,
    at,
    balanceDrop: null,
    purchasedAmount: null,
    ...(answer.kind === 'ok' ? { unit: answer.unit, balance: answer.balance } : { unit: '', balance: '' }),
  }
  if (!reading.balance || !last?.balance) return { reading, found: [] }
  const balanceDrop = Number(last.balance) - Number(reading.balance)
  const purchasedAmount = await purchasedBetween(account, last.at, at)
  const compared = {
    ...reading,
    balanceDrop: rounded(balanceDrop),
    purchasedAmount: purchasedAmount.unpriced > 0 ? null : rounded(purchasedAmount.surely),
  }
  const tolerance = (roundingPerUnit * Math.max(1, purchasedAmount.packs)) / 10_000
  const isSame =
    balanceDrop >= purchasedAmount.surely - tolerance &&
    balanceDrop <= purchasedAmount.surely + purchasedAmount.perhaps + tolerance
  if (purchasedAmount.unpriced > 0 || isSame) return { reading: compared, found: [] }
  return {
    reading: compared,
    found: [balanceFinding({ account, day, last }, compared, env.SUPPLIER_CURRENCY_PAISE.get(account))],
  }
}

function balanceFinding(
  { account, day }: BalanceQuery,
  reading: ComparedBalance,
  unitPaise: number | undefined,
): Finding {
  const [balanceDrop, purchasedAmount] = [reading.balanceDrop ?? 0, reading.purchasedAmount ?? 0]
  const moved = balanceDrop < 0 ? `rose by ${-balanceDrop}` : `fell by ${balanceDrop}`
  return {
    kind: 'balance_differs',
    ref: `${account}.${day}`,
    of: 'supplier',
    external: `The balance ${moved} ${reading.unit}`,
    internal: `Bought for ${purchasedAmount} ${reading.unit}`,
    amountPaise:
      unitPaise === undefined ? null : Math.round(Math.abs(balanceDrop - purchasedAmount) * unitPaise),
  }
}

const rounded = (amount: number) => Math.round(amount * 10_000) / 10_000

/** Units of one product and factor. `cost`: the sum from the orders, for accounts that do not count coins. */
type UnitSum = {
  _id: { isSure: boolean; supplierItemId: string; factor: number }
  packs: number
  cost: Types.Decimal128
  unpriced: number
}

/** The cost of the units purchased between two readings: certain, possible, and the number without a known cost. */
async function purchasedBetween(account: SupplierName, from: Date, to: Date) {
  const sums = await unitsSent(account, from, to)
  const currentCosts = await unitCosts(
    account,
    sums.map(({ _id }) => ({ supplierItemId: _id.supplierItemId, factor: _id.factor })),
  )
  const purchasedAmount = { surely: 0, perhaps: 0, packs: 0, unpriced: 0 }
  for (const [index, { _id, packs, cost, unpriced }] of sums.entries()) {
    const currentCost = currentCosts[index]?.cost ?? ''
    // The current cost: those in the orders may be older than what was learned since.
    const sum = currentCost === '' ? Number(cost) : Number(currentCost) * packs
    purchasedAmount[_id.isSure ? 'surely' : 'perhaps'] += sum
    purchasedAmount.packs += packs
    purchasedAmount.unpriced += currentCost === '' ? unpriced : 0
  }
  return purchasedAmount
}

async function unitsSent(account: SupplierName, from: Date, to: Date): Promise<UnitSum[]> {
  const isUncertain = (moment: Date) => ({
    $lt: [{ $abs: { $subtract: ['$units.sentAt', moment] } }, uncertainMs],
  })
  const isSure = {
    $and: [
      { $eq: ['$units.state', 'delivered'] },
      { $not: [isUncertain(from)] },
      { $not: [isUncertain(to)] },
    ],
  }
  const cost = { $convert: { input: '$units.cost', to: 'decimal', onError: null, onNull: null } }
  const stages = [
    { $match: { 'item.apiType': { $in: [...supplierAccounts[account]] } } },
    { $unwind: '$units' },
    {
      $match: {
        'units.sentAt': {
          $gt: new Date(from.getTime() - uncertainMs),
          $lte: new Date(to.getTime() + uncertainMs),
        },
        'units.state': { $in: ['delivered', 'sending', 'unknown'] },
      },
    },
    {
      $group: {
        _id: { isSure, supplierItemId: '$units.supplierItemId', factor: '$units.factor' },
        packs: { $sum: 1 },
        cost: { $sum: cost },
        unpriced: { $sum: { $cond: [{ $eq: [cost, null] }, 1, 0] } },
      },
    },
  ]
  // Units sent after this cannot belong to orders that ended before it.
  const since = new Date(from.getTime() - uncertainMs)
  return [
    ...(await OrderModel.aggregate<UnitSum>([
      { $match: { 'ended.at': { $gt: new Date(0), $gte: since } } },
      ...stages,
    ]).hint(orderCountersIndex)),
    ...(await OrderModel.aggregate<UnitSum>([{ $match: { status: 'Processing' } }, ...stages]).hint(
      boardIndex,
    )),
  ]
}
