import { type SupplierName, supplierNames } from '../../contracts/api-types.ts'
import { rooms } from '../../contracts/realtime.ts'
import { raiseAlert } from '../alerts/index.ts'
import { apiItems, type ItemDoc, ItemModel, publishCatalogueUpdate } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { demandBySupplier, retryDeferredUnits, type SupplierDemand } from '../orders/index.ts'
import {
  amountTenThousandths,
  BalanceModel,
  type IBalance,
  type ListCost,
  logRetentionMs,
  readListCosts,
  supplierBalance,
  supplierProductsOf,
} from '../purchasing/index.ts'
import { countAccount, spentSince } from './account-statistics.ts'
import { type ForecastLock, withForecastLock } from './forecast-lock.ts'
import { availableFunds, decidePause, isBalanceLow } from './pause-rules.ts'
import { amountOf } from './supplier-accounts.ts'
import { lowBalanceLevelOf } from './update-supplier-settings.ts'

export type ForecastDeps = Pick<Deps, 'clock' | 'env' | 'log' | 'publisher' | 'queues'>

/** An older reading does not end an item's pause. */
const freshMs = 5 * 60_000
const statisticsIntervalMs = 60_000

/**
 * Compares what each account can still buy with what is sold from it: pauses items that it cannot cover, ends the pause
 * of those that it covers again, and raises one alert when it runs low. Every write is a compare-and-set, so any number
 * of processes may run it; the lock only saves work.
 */
export async function forecastCoverage(deps: ForecastDeps): Promise<void> {
  await withForecastLock(deps.clock, (lock) => forecastAll(deps, lock))
}

async function forecastAll(deps: ForecastDeps, lock: ForecastLock): Promise<void> {
  const now = deps.clock.now()
  const accounts = await Promise.all(supplierNames.map(supplierBalance))
  const [waiting, items] = await Promise.all([demandBySupplier(), apiItems()])
  const costOf = await readListCosts(items.flatMap((item) => supplierProductsOf(item) ?? []))
  for (const balance of accounts) {
    if (!(await lock.isOwn())) return
    const account = balance._id as SupplierName
    await forecastAccount(deps, balance, {
      now,
      waiting: waiting.get(account) ?? nothing,
      items: items.flatMap((item) => {
        const source = supplierProductsOf(item)
        return source?.account === account ? [{ item, cost: costOf(source) }] : []
      }),
    })
  }
  await unpauseWithoutSupplier(deps, items)
}

const nothing: SupplierDemand = { units: 0, orders: 0, cost: 0, oldestAt: null }

type SoldItem = { item: ItemDoc; cost: ListCost | undefined }
type AccountContext = { now: Date; waiting: SupplierDemand; items: readonly SoldItem[] }

async function forecastAccount(
  deps: ForecastDeps,
  balance: IBalance,
  { now, waiting, items }: AccountContext,
): Promise<void> {
  const { readAt } = balance
  const account = balance._id as SupplierName
  const bought = readAt ? (await spentSince(account, readAt)).cost : 0
  const amount = isUsable(deps, balance, now) ? amountTenThousandths(balance.amount) : undefined
  const reserve = amountTenThousandths(balance.reserve) ?? 0
  const available = availableFunds({ amount, bought, waiting: waiting.cost, reserve })
  const left = amount === undefined ? null : amount - bought
  const { units, orders, cost, oldestAt } = waiting
  // Before the forecast is stored: after a crash in between, the next run still sees the rise.
  if (left !== null && units > 0 && hasRisen(balance, left)) {
    await retryDeferredUnits(deps, account, { kind: 'supplier_deferred', left })
  }
  const forecast = {
    at: now,
    left,
    bought,
    waiting: cost,
    units,
    orders,
    oldestAt,
    available: available ?? null,
  }
  // A delayed older run does not replace a newer forecast.
  const isNewer = { $or: [{ forecast: null }, { 'forecast.at': { $lte: now } }] }
  const { matchedCount } = await BalanceModel.updateOne({ _id: account, ...isNewer }, { $set: { forecast } })
  if (matchedCount === 0) return
  const isFresh = readAt !== null && now.getTime() - readAt.getTime() <= freshMs
  const changes = await Promise.all(
    items.map((sold) => updateItemPause(deps, sold, { balance, available, isFresh })),
  )
  const changed = changes.flatMap((itemid) => itemid ?? [])
  if (changed.length > 0) publishCatalogueUpdate(deps, { itemids: changed })
  const crossed = await updateLowBalance(deps, balance, left ?? undefined)
  const areStatisticsOld =
    !balance.statistics || now.getTime() - balance.statistics.countedAt.getTime() >= statisticsIntervalMs
  if (areStatisticsOld) await countAccount(account, now)
  const hasUpdate =
    areStatisticsOld || crossed || changed.length > 0 || hasChanged(balance, { waiting, bought })
  if (hasUpdate) deps.publisher.publish(rooms.suppliers(), 'supplier.updated', { account })
}

/** The account was topped up or refunded: units deferred for a low balance may be bought now. */
const hasRisen = ({ forecast }: IBalance, left: number): boolean =>
  forecast !== null && forecast.left !== null && left > forecast.left

/** False when balances are not read, or the reading is older than the log of purchases to subtract. */
const isUsable = ({ env }: ForecastDeps, { readAt }: IBalance, now: Date): boolean =>
  env.SUPPLIER_BALANCE_INTERVAL_MS > 0 && readAt !== null && now.getTime() - readAt.getTime() < logRetentionMs

const hasChanged = (
  { forecast, readAt }: IBalance,
  now: { waiting: SupplierDemand; bought: number },
): boolean =>
  !forecast ||
  forecast.waiting !== now.waiting.cost ||
  forecast.bought !== now.bought ||
  (readAt !== null && readAt > forecast.at)

type CoverageState = { balance: IBalance; available: number | undefined; isFresh: boolean }

/** @returns the item's number when its pause has changed */
async function updateItemPause(
  { clock, env, log }: ForecastDeps,
  { item, cost }: SoldItem,
  coverage: CoverageState,
): Promise<number | undefined> {
  const { _id, pausedBy } = item
  const { balance, available, isFresh } = coverage
  // A cost in another currency than the balance cannot be compared with it.
  const isOtherUnit = cost !== undefined && balance.unit !== '' && cost.unit !== balance.unit
  const next = decidePause({
    pausedBy,
    isFresh,
    isAutoPauseOn: balance.isAutoPauseOn && env.SUPPLIER_BALANCE_INTERVAL_MS > 0,
    cost: cost && Math.round(cost.amount * 10_000),
    available: isOtherUnit ? undefined : available,
  })
  if (next === pausedBy) return undefined
  const changed = await ItemModel.updateOne(
    { _id, pausedBy },
    { $set: { pausedBy: next, pausedAt: next === '' ? null : clock.now() } },
    // No admin's edit: an open edit form stays valid.
    { timestamps: false },
  )
  if (changed.modifiedCount === 0) return undefined
  const facts = { account: balance._id, itemid: _id, available, cost: cost?.amount }
  log.warn(facts, next === '' ? 'an item is sold again' : 'an item is paused: the balance does not cover it')
  return _id
}

/** @returns whether the account crossed its low-balance level, which raises one alert */
async function updateLowBalance(
  deps: ForecastDeps,
  balance: IBalance,
  left: number | undefined,
): Promise<boolean> {
  const { _id: account, isLow } = balance
  const lowBalanceLevel = lowBalanceLevelOf(deps.env, balance)
  const isRead = deps.env.SUPPLIER_BALANCE_INTERVAL_MS > 0
  const next =
    isRead && isBalanceLow(left, { lowBalanceLevel: amountTenThousandths(lowBalanceLevel) ?? 0, isLow })
  if (next === isLow) return false
  // Before the flag is set: after a crash in between, the next run raises the alert.
  if (next && left !== undefined) {
    const detail = `held ${amountOf(left)} ${balance.unit}, below the alarm of ${lowBalanceLevel}`
    await raiseAlert(deps, { kind: 'balance_low', account, detail })
  }
  const { modifiedCount } = await BalanceModel.updateOne({ _id: account, isLow }, { $set: { isLow: next } })
  return modifiedCount > 0
}

/** Ends the pause of items that no supplier delivers any more. */
async function unpauseWithoutSupplier(deps: ForecastDeps, items: readonly ItemDoc[]): Promise<void> {
  const bought = new Set(items.flatMap((item) => (supplierProductsOf(item) ? [item._id] : [])))
  const paused = await ItemModel.find({ pausedBy: { $ne: '' } }).lean<ItemDoc[]>()
  for (const item of paused.filter(({ _id }) => !bought.has(_id))) {
    const { _id, pausedBy } = item
    await ItemModel.updateOne(
      { _id, pausedBy, __v: item.__v },
      { $set: { pausedBy: '', pausedAt: null } },
      { timestamps: false },
    )
    publishCatalogueUpdate(deps, { itemids: [_id] })
    deps.log.warn({ itemid: _id }, 'item pause lifted')
  }
}
