import { isDeepStrictEqual } from 'node:util'
import type { SupplierName } from '../../contracts/api-types.ts'
import { rooms } from '../../contracts/realtime.ts'
import { readAfterWrites } from '../../platform/read-after-writes.ts'
import { raiseAlert } from '../alerts/index.ts'
import { apiItems, type ItemDoc, ItemModel, publishCatalogueUpdate } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { demandBySupplier, retryDeferredUnits, type SupplierDemand } from '../orders/index.ts'
import {
  amountTenThousandths,
  BalanceModel,
  type CoverageForecast,
  type CurrentBalance,
  type ListCost,
  logRetentionMs,
  readListCosts,
  supplierBalances,
  supplierProductsOf,
} from '../purchasing/index.ts'
import { boughtSinceReading, countAccount } from './account-statistics.ts'
import { availableFunds, decidePause, isBalanceLow } from './pause-rules.ts'
import { amountOf } from './supplier-accounts.ts'
import { lowBalanceLevelOf } from './update-supplier-settings.ts'

export type ForecastDeps = Pick<Deps, 'clock' | 'env' | 'log' | 'publisher' | 'queues'>

/** An older reading does not end an item's pause. */
const freshMs = 5 * 60_000
const statisticsIntervalMs = 60_000
/** Between two alerts of an account: longer than several processes take to see that it is low. */
const alertGapMs = 10_000

/**
 * Compares what each account can still buy with what is sold from it: pauses items that it cannot cover, ends the pause
 * of those that it covers again, and raises one alert when it runs low. Writes nothing where nothing has changed. Every
 * write is a compare-and-set, so any number of processes may run it.
 * @param isHeld whether this process may continue; a lease saves the others the work
 */
export async function forecastCoverage(
  deps: ForecastDeps,
  facts: ForecastFacts,
  isHeld = () => true,
): Promise<void> {
  const { items, costOf, paused } = facts
  for (const state of accountStates(deps, facts)) {
    if (!isHeld()) return
    const sold = items.flatMap((item) => {
      const source = supplierProductsOf(item)
      return source?.account === state.balance._id ? [{ item, cost: costOf(source) }] : []
    })
    await applyForecast(deps, state, sold)
  }
  const supplied = new Set(items.flatMap((item) => (supplierProductsOf(item) ? [item._id] : [])))
  await unpause(
    deps,
    paused.filter(({ _id }) => !supplied.has(_id)),
  )
}

/** What a forecast depends on, in addition to the time. */
export const readForecastFacts = readAfterWrites(async () => {
  const [balances, demands, items, paused] = await Promise.all([
    supplierBalances(),
    demandBySupplier(),
    apiItems(),
    ItemModel.find({ pausedBy: { $ne: '' } }).lean<ItemDoc[]>(),
  ])
  const [boughtBy, costOf] = await Promise.all([
    boughtSinceReading(balances),
    readListCosts(items.flatMap((item) => supplierProductsOf(item) ?? [])),
  ])
  return { balances, demands, boughtBy, items, costOf, paused }
})

type ForecastFacts = Awaited<ReturnType<typeof readForecastFacts>>

type AccountState = {
  balance: CurrentBalance
  forecast: CoverageForecast
  isChanged: boolean
  areStatisticsOld: boolean
}
type SoldItem = { item: ItemDoc; cost: ListCost | undefined }

const nothing: SupplierDemand = { units: 0, orders: 0, cost: 0, oldestAt: null }

function accountStates(deps: ForecastDeps, { balances, demands, boughtBy }: ForecastFacts): AccountState[] {
  const now = deps.clock.now()
  return balances.map((balance) => {
    const { cost: waiting, ...demand } = demands.get(balance._id as SupplierName) ?? nothing
    const bought = boughtBy.get(balance._id) ?? 0
    const amount = isUsable(deps, balance, now) ? amountTenThousandths(balance.amount) : undefined
    const reserve = amountTenThousandths(balance.reserve) ?? 0
    const available = availableFunds({ amount, bought, waiting, reserve }) ?? null
    const left = amount === undefined ? null : amount - bought
    const forecast = { at: now, left, bought, waiting, ...demand, available }
    const countedAt = balance.statistics?.countedAt.getTime() ?? 0
    return {
      balance,
      forecast,
      isChanged: hasChanged(balance, forecast),
      areStatisticsOld: now.getTime() - countedAt >= statisticsIntervalMs,
    }
  })
}

async function applyForecast(
  deps: ForecastDeps,
  { balance, forecast, isChanged, areStatisticsOld }: AccountState,
  items: readonly SoldItem[],
): Promise<void> {
  const { readAt } = balance
  const { at: now, left, units } = forecast
  const account = balance._id as SupplierName
  // Before the forecast is stored: after a crash in between, the next run still sees the rise.
  if (left !== null && units > 0 && hasRisen(balance, left)) {
    await retryDeferredUnits(deps, account, { kind: 'supplier_deferred', left })
  }
  if (isChanged && !(await storeForecast(balance, forecast))) return
  const available = forecast.available ?? undefined
  const isFresh = readAt !== null && now.getTime() - readAt.getTime() <= freshMs
  const changes = await Promise.all(
    items.map((sold) => updateItemPause(deps, sold, { balance, available, isFresh })),
  )
  const changed = changes.flatMap((itemid) => itemid ?? [])
  if (changed.length > 0) publishCatalogueUpdate(deps, { itemids: changed })
  const crossed = await updateLowBalance(deps, balance, left ?? undefined)
  if (areStatisticsOld) await countAccount(account, now)
  if (areStatisticsOld || crossed || changed.length > 0 || isChanged)
    deps.publisher.publish(rooms.suppliers(), 'supplier.updated', { account })
}

/** The account was topped up or refunded: units deferred for a low balance may be bought now. */
const hasRisen = ({ forecast }: CurrentBalance, left: number): boolean =>
  forecast !== null && forecast.left !== null && left > forecast.left

/** False when balances are not read, or the reading is older than the log of purchases to subtract. */
const isUsable = ({ env }: ForecastDeps, { readAt }: CurrentBalance, now: Date): boolean =>
  env.SUPPLIER_BALANCE_INTERVAL_MS > 0 && readAt !== null && now.getTime() - readAt.getTime() < logRetentionMs

/** Also after each reading, whose time the forecast's must follow. */
const hasChanged = ({ forecast, readAt }: CurrentBalance, next: CoverageForecast): boolean =>
  !forecast ||
  !isDeepStrictEqual({ ...forecast, at: next.at }, next) ||
  (readAt !== null && readAt > forecast.at)

/** @returns false when a newer forecast is stored, which a delayed older one does not replace */
async function storeForecast({ _id }: CurrentBalance, forecast: CoverageForecast): Promise<boolean> {
  const isNewer = { $or: [{ forecast: null }, { 'forecast.at': { $lte: forecast.at } }] }
  const { matchedCount } = await BalanceModel.updateOne({ _id, ...isNewer }, { $set: { forecast } })
  return matchedCount > 0
}

type CoverageState = { balance: CurrentBalance; available: number | undefined; isFresh: boolean }

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
  balance: CurrentBalance,
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
    await raiseAlert(deps, { kind: 'balance_low', account, detail }, { repeatAfterMs: alertGapMs })
  }
  const { modifiedCount } = await BalanceModel.updateOne({ _id: account, isLow }, { $set: { isLow: next } })
  return modifiedCount > 0
}

/** Ends the pause of items that no supplier delivers any more. */
async function unpause(deps: ForecastDeps, items: readonly ItemDoc[]): Promise<void> {
  for (const item of items) {
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
