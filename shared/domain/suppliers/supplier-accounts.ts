import { type SupplierName, supplierNames } from '../../contracts/api-types.ts'
import type { PausedItem, SupplierAccount } from '../../contracts/suppliers.ts'
import { openUntil } from '../../platform/circuit-breaker.ts'
import { apiItems, type ItemDoc } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { unitsOfEarlierAccounts } from '../orders/index.ts'
import {
  type AccountStatistics,
  amountTenThousandths,
  BalanceModel,
  type IBalance,
  type ListCost,
  readListCosts,
  supplierProductsOf,
} from '../purchasing/index.ts'
import { minUnits } from './account-statistics.ts'
import { lowBalanceLevelOf } from './update-supplier-settings.ts'

type SeenAccount = {
  account: SupplierName
  /** Undefined until the first reading. */
  balance: IBalance | undefined
  cooldownUntil: Date | undefined
  items: number
  earlierUnits: number
  paused: readonly { item: ItemDoc; cost: ListCost | undefined }[]
}

const dayMs = 24 * 3_600_000

function accountView(
  { clock, env }: Pick<Deps, 'clock' | 'env'>,
  { account, balance, cooldownUntil, items, earlierUnits, paused }: SeenAccount,
): SupplierAccount {
  const now = clock.now()
  const since = new Date(now.getTime() - dayMs)
  const forecast = balance?.forecast
  return {
    account,
    unit: balance?.unit ?? '',
    lastError: balance?.lastError ?? '',
    balance: balance?.readAt ? { amount: balance.amount, readAt: balance.readAt.toISOString() } : null,
    unresponsiveSince: isoOrNull(balance?.unresponsiveSince),
    cooldownUntil: isoOrNull(cooldownUntil),
    waiting: {
      orders: forecast?.orders ?? 0,
      units: forecast?.units ?? 0,
      cost: amountOf(forecast?.waiting ?? 0),
      oldestAt: isoOrNull(forecast?.oldestAt),
    },
    available: typeof forecast?.available === 'number' ? amountOf(forecast.available) : null,
    spendRate: spendRateView(balance, now),
    history: (balance?.history ?? [])
      .filter(({ at }) => at >= since)
      .map(({ at, amount }) => ({ at: at.toISOString(), amount })),
    day: balance?.statistics ? dayView(balance.statistics) : null,
    items,
    earlierUnits,
    paused: paused.map(pausedView),
    isLow: balance?.isLow ?? false,
    settings: settingsView(
      env,
      balance ?? { _id: account, lowBalanceLevel: '', reserve: '', isAutoPauseOn: true, version: 0 },
    ),
    topUpUrl: env.SUPPLIER_TOP_UP_URLS.get(account) ?? '',
  }
}

type Chosen = Pick<IBalance, '_id' | 'lowBalanceLevel' | 'reserve' | 'isAutoPauseOn' | 'version'>

const settingsView = (env: Deps['env'], chosen: Chosen): SupplierAccount['settings'] => ({
  lowBalanceLevel: lowBalanceLevelOf(env, chosen) || null,
  isUsual: chosen.lowBalanceLevel === '',
  reserve: chosen.reserve || '0',
  isAutoPauseOn: chosen.isAutoPauseOn,
  version: chosen.version,
})

function spendRateView(balance: IBalance | undefined, now: Date): SupplierAccount['spendRate'] {
  const statistics = balance?.statistics
  const {
    spentLastHour: hour = 0,
    unitsLastHour = 0,
    spentLastDay: day = 0,
    firstAt = null,
  } = statistics ?? {}
  const rate = spendRate({ hour, unitsLastHour, day, firstAt }, now)
  const amount = balance && amountTenThousandths(balance.amount)
  const left = amount === undefined ? undefined : amount - (balance?.forecast?.bought ?? 0)
  return {
    over: rate.over,
    perHour: rate.over === 'few' ? null : amountOf(Math.round(rate.perHour)),
    runwayMs: runwayMs(left, rate) ?? null,
    spentLastHour: amountOf(hour),
    spentLastDay: amountOf(day),
    unpriced: statistics?.unpricedLastDay ?? 0,
  }
}

function dayView({ countedAt, ...statistics }: AccountStatistics): SupplierAccount['day'] {
  const { asked, delivered, rejected, unknown, medianSeconds, p90Seconds, rejections } = statistics
  const percent = asked < minUnits ? null : Math.floor((delivered * 1_000) / asked) / 10
  return {
    countedAt: countedAt.toISOString(),
    asked,
    delivered,
    rejected,
    unknown,
    deliveredPercent: percent,
    medianSeconds,
    p90Seconds,
    rejections: rejections.map(({ code, count }) => ({ code, count })),
  }
}

const pausedView = ({ item, cost }: SeenAccount['paused'][number]): PausedItem => ({
  itemid: item._id,
  name: item.name,
  imgpath: item.imgpath,
  inStock: item.inStock,
  cost: cost ? String(cost.amount) : null,
  pausedAt: isoOrNull(item.pausedAt),
  isOverridden: item.pausedBy === 'overridden',
})

const isoOrNull = (at: Date | null | undefined) => at?.toISOString() ?? null

/** Decimal text of ten-thousandths, without trailing zeros. */
export const amountOf = (points: number): string => String(Math.round(points) / 10_000)

type ViewDeps = Pick<Deps, 'clock' | 'env' | 'log' | 'redis' | 'suppliers'>

/** Every account as stored; no supplier is called. */
export async function listAccounts(deps: ViewDeps): Promise<SupplierAccount[]> {
  const [known, items, ofEarlier] = await Promise.all([
    BalanceModel.find({ _id: { $in: supplierNames } }).lean<IBalance[]>(),
    apiItems(),
    unitsOfEarlierAccounts(deps),
  ])
  const paused = items.filter(({ pausedBy }) => pausedBy !== '')
  const costOf = await readListCosts(paused.flatMap((item) => supplierProductsOf(item) ?? []))
  const byName = new Map(known.map((balance) => [balance._id, balance]))
  const soldBy = Map.groupBy(items, (item) => supplierProductsOf(item)?.account)
  return Promise.all(
    supplierNames.map(async (account) =>
      accountView(deps, {
        account,
        balance: byName.get(account),
        cooldownUntil: await openUntil(deps, account),
        items: soldBy.get(account)?.length ?? 0,
        earlierUnits: ofEarlier.get(account) ?? 0,
        paused: (soldBy.get(account) ?? [])
          .filter(({ pausedBy }) => pausedBy !== '')
          .map((item) => {
            const source = supplierProductsOf(item)
            return { item, cost: source && costOf(source) }
          }),
      }),
    ),
  )
}

/** One account, as in `listAccounts`. */
export async function readSupplier(deps: ViewDeps, account: SupplierName): Promise<SupplierAccount> {
  const all = await listAccounts(deps)
  return all.find((view) => view.account === account) as SupplierAccount
}

/** Spending at an account, in ten-thousandths of its currency. */
type Spending = {
  hour: number
  unitsLastHour: number
  day: number
  /** The first purchase of the day; null when there was none. */
  firstAt: Date | null
}

/** The rate and the time over which it was measured; `few`: too few purchases. */
type SpendRate = { over: 'hour' | 'day'; perHour: number } | { over: 'few' }

/** With fewer units in the last hour, the rate of the day is used. */
const minUnitsForRate = 5
const hourMs = 3_600_000

/**
 * Pure. The current spend rate: of the last hour when enough was bought in it, otherwise of the day, over the time
 * since its first purchase, an hour at least.
 */
export function spendRate({ hour, unitsLastHour, day, firstAt }: Spending, now: Date): SpendRate {
  if (unitsLastHour >= minUnitsForRate && hour > 0) return { over: 'hour', perHour: hour }
  const knownMs = firstAt ? now.getTime() - firstAt.getTime() : 0
  if (knownMs < hourMs || day <= 0) return { over: 'few' }
  return { over: 'day', perHour: (day * hourMs) / Math.min(24 * hourMs, knownMs) }
}

/** Pure. How long an amount lasts at a rate, in ms; undefined when unknown. */
export function runwayMs(amount: number | undefined, rate: SpendRate): number | undefined {
  if (amount === undefined || rate.over === 'few') return undefined
  return Math.max(0, Math.round((amount / rate.perHour) * hourMs))
}
