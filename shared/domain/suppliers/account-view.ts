import type { SupplierName } from '../../contracts/api-types.ts'
import type { PausedItem, SupplierAccount } from '../../contracts/suppliers.ts'
import type { ItemDoc } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { type AccountFigures, type IBalance, pointsOf } from '../fulfilment/index.ts'
import type { PackSetCost } from '../supply/index.ts'
import { alarmOf } from './account-settings.ts'
import { packsAtLeast } from './figure-rules.ts'
import { rateOf, runsForMs } from './pace-rules.ts'

export type SeenAccount = {
  account: SupplierName
  /** Undefined while nobody has looked at it. */
  known: IBalance | undefined
  restsUntil: Date | undefined
  items: number
  earlierUnits: number
  paused: readonly { item: ItemDoc; cost: PackSetCost | undefined }[]
}

const dayMs = 24 * 3_600_000

/** Pure. */
export function accountView(
  { clock, env }: Pick<Deps, 'clock' | 'env'>,
  { account, known, restsUntil, items, earlierUnits, paused }: SeenAccount,
): SupplierAccount {
  const now = clock.now()
  const since = new Date(now.getTime() - dayMs)
  const reckoned = known?.reckoned
  return {
    ...{ account, unit: known?.unit ?? '', trouble: known?.trouble ?? '' },
    balance: known?.readAt ? { amount: known.amount, readAt: known.readAt.toISOString() } : null,
    silentSince: isoOrNull(known?.silentSince),
    restsUntil: isoOrNull(restsUntil),
    waiting: {
      ...{ orders: reckoned?.orders ?? 0, packs: reckoned?.packs ?? 0 },
      ...{ cost: amountOf(reckoned?.waiting ?? 0), oldestAt: isoOrNull(reckoned?.oldestAt) },
    },
    free: typeof reckoned?.free === 'number' ? amountOf(reckoned.free) : null,
    pace: paceView(known, now),
    line: (known?.line ?? [])
      .filter(({ at }) => at >= since)
      .map(({ at, amount }) => ({ at: at.toISOString(), amount })),
    day: known?.figures ? dayView(known.figures) : null,
    ...{ items, earlierUnits },
    paused: paused.map(pausedView),
    isLow: known?.isLow ?? false,
    settings: settingsView(
      env,
      known ?? { _id: account, alarm: '', reserve: '', isPausing: true, version: 0 },
    ),
    topUpUrl: env.SUPPLIER_TOP_UP_URLS.get(account) ?? '',
  }
}

type Chosen = Pick<IBalance, '_id' | 'alarm' | 'reserve' | 'isPausing' | 'version'>

const settingsView = (env: Deps['env'], chosen: Chosen): SupplierAccount['settings'] => ({
  ...{ alarm: alarmOf(env, chosen) || null, isUsual: chosen.alarm === '', reserve: chosen.reserve || '0' },
  ...{ isPausing: chosen.isPausing, version: chosen.version },
})

function paceView(known: IBalance | undefined, now: Date): SupplierAccount['pace'] {
  const figures = known?.figures
  const { hourSpent: hour = 0, hourPacks = 0, daySpent: day = 0, firstAt = null } = figures ?? {}
  const rate = rateOf({ hour, hourPacks, day, firstAt }, now)
  const amount = known && pointsOf(known.amount)
  const left = amount === undefined ? undefined : amount - (known?.reckoned?.bought ?? 0)
  return {
    over: rate.over,
    perHour: rate.over === 'few' ? null : amountOf(Math.round(rate.perHour)),
    runsForMs: runsForMs(left, rate) ?? null,
    ...{ spentHour: amountOf(hour), spentDay: amountOf(day), unpriced: figures?.dayUnpriced ?? 0 },
  }
}

function dayView({ countedAt, ...figures }: AccountFigures): SupplierAccount['day'] {
  const { asked, delivered, refused, unknown, halfS, mostS, refusals } = figures
  const percent = asked < packsAtLeast ? null : Math.floor((delivered * 1_000) / asked) / 10
  return {
    countedAt: countedAt.toISOString(),
    ...{ asked, delivered, refused, unknown, deliveredPercent: percent, halfS, mostS },
    refusals: refusals.map(({ code, count }) => ({ code, count })),
  }
}

const pausedView = ({ item, cost }: SeenAccount['paused'][number]): PausedItem => ({
  ...{ itemid: item._id, name: item.name, imgpath: item.imgpath, inStock: item.inStock },
  cost: cost ? String(cost.amount) : null,
  pausedAt: isoOrNull(item.pausedAt),
  isOverruled: item.pausedBy === 'overruled',
})

const isoOrNull = (at: Date | null | undefined) => at?.toISOString() ?? null

/** Decimal text of ten-thousandths, without trailing zeros. */
export const amountOf = (points: number): string => String(Math.round(points) / 10_000)
