import type { SupplierName } from '../../contracts/api-types.ts'
import type { PausedItem, SupplierAccount } from '../../contracts/suppliers.ts'
import type { ItemDoc } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { type AccountStatistics, type IBalance, amountTenThousandths } from '../fulfilment/index.ts'
import type { ListCost } from '../supply/index.ts'
import { lowBalanceLevelOf } from './account-settings.ts'
import { minUnits } from './figure-rules.ts'
import { spendRate, runwayMs } from './pace-rules.ts'

export type SeenAccount = {
  account: SupplierName
  /** Undefined while nobody has looked at it. */
  known: IBalance | undefined
  cooldownUntil: Date | undefined
  items: number
  earlierUnits: number
  paused: readonly { item: ItemDoc; cost: ListCost | undefined }[]
}

const dayMs = 24 * 3_600_000

/** Pure. */
export function accountView(
  { clock, env }: Pick<Deps, 'clock' | 'env'>,
  { account, known, cooldownUntil, items, earlierUnits, paused }: SeenAccount,
): SupplierAccount {
  const now = clock.now()
  const since = new Date(now.getTime() - dayMs)
  const forecast = known?.forecast
  return {
    ...{ account, unit: known?.unit ?? '', lastError: known?.lastError ?? '' },
    balance: known?.readAt ? { amount: known.amount, readAt: known.readAt.toISOString() } : null,
    unresponsiveSince: isoOrNull(known?.unresponsiveSince),
    cooldownUntil: isoOrNull(cooldownUntil),
    waiting: {
      ...{ orders: forecast?.orders ?? 0, units: forecast?.units ?? 0 },
      ...{ cost: amountOf(forecast?.waiting ?? 0), oldestAt: isoOrNull(forecast?.oldestAt) },
    },
    available: typeof forecast?.available === 'number' ? amountOf(forecast.available) : null,
    spendRate: spendRateView(known, now),
    history: (known?.history ?? [])
      .filter(({ at }) => at >= since)
      .map(({ at, amount }) => ({ at: at.toISOString(), amount })),
    day: known?.statistics ? dayView(known.statistics) : null,
    ...{ items, earlierUnits },
    paused: paused.map(pausedView),
    isLow: known?.isLow ?? false,
    settings: settingsView(
      env,
      known ?? { _id: account, lowBalanceLevel: '', reserve: '', isAutoPauseOn: true, version: 0 },
    ),
    topUpUrl: env.SUPPLIER_TOP_UP_URLS.get(account) ?? '',
  }
}

type Chosen = Pick<IBalance, '_id' | 'lowBalanceLevel' | 'reserve' | 'isAutoPauseOn' | 'version'>

const settingsView = (env: Deps['env'], chosen: Chosen): SupplierAccount['settings'] => ({
  ...{ lowBalanceLevel: lowBalanceLevelOf(env, chosen) || null, isUsual: chosen.lowBalanceLevel === '', reserve: chosen.reserve || '0' },
  ...{ isAutoPauseOn: chosen.isAutoPauseOn, version: chosen.version },
})

function spendRateView(known: IBalance | undefined, now: Date): SupplierAccount['spendRate'] {
  const statistics = known?.statistics
  const { spentLastHour: hour = 0, unitsLastHour = 0, spentLastDay: day = 0, firstAt = null } = statistics ?? {}
  const rate = spendRate({ hour, unitsLastHour, day, firstAt }, now)
  const amount = known && amountTenThousandths(known.amount)
  const left = amount === undefined ? undefined : amount - (known?.forecast?.bought ?? 0)
  return {
    over: rate.over,
    perHour: rate.over === 'few' ? null : amountOf(Math.round(rate.perHour)),
    runwayMs: runwayMs(left, rate) ?? null,
    ...{ spentLastHour: amountOf(hour), spentLastDay: amountOf(day), unpriced: statistics?.unpricedLastDay ?? 0 },
  }
}

function dayView({ countedAt, ...statistics }: AccountStatistics): SupplierAccount['day'] {
  const { asked, delivered, rejected, unknown, medianSeconds, p90Seconds, rejections } = statistics
  const percent = asked < minUnits ? null : Math.floor((delivered * 1_000) / asked) / 10
  return {
    countedAt: countedAt.toISOString(),
    ...{ asked, delivered, rejected, unknown, deliveredPercent: percent, medianSeconds, p90Seconds },
    rejections: rejections.map(({ code, count }) => ({ code, count })),
  }
}

const pausedView = ({ item, cost }: SeenAccount['paused'][number]): PausedItem => ({
  ...{ itemid: item._id, name: item.name, imgpath: item.imgpath, inStock: item.inStock },
  cost: cost ? String(cost.amount) : null,
  pausedAt: isoOrNull(item.pausedAt),
  isOverridden: item.pausedBy === 'overridden',
})

const isoOrNull = (at: Date | null | undefined) => at?.toISOString() ?? null

/** Decimal text of ten-thousandths, without trailing zeros. */
export const amountOf = (points: number): string => String(Math.round(points) / 10_000)
