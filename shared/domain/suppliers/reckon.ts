import { type SupplierName, supplierNames } from '../../contracts/api-types.ts'
import { rooms } from '../../contracts/realtime.ts'
import { raiseAlarm } from '../alarms/index.ts'
import { type ItemDoc, ItemModel, suppliedItems, tellOfGoods } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { BalanceModel, callsKeptMs, type IBalance, pointsOf, readBalance } from '../fulfilment/index.ts'
import { retryWaiting, type WaitingThere, waitingAtSuppliers } from '../orders/index.ts'
import { type PackSetCost, packsOf, readPackCosts } from '../supply/index.ts'
import { alarmOf } from './account-settings.ts'
import { amountOf } from './account-view.ts'
import { countAccount, spentSince } from './count-account.ts'
import { inTurn, type Turn } from './counting-turn.ts'
import { freeOf, isLowNow, nextPause } from './pause-rules.ts'

export type ReckonDeps = Pick<Deps, 'clock' | 'env' | 'log' | 'publisher' | 'queues'>

/** What was read longer ago brings no item back. */
const freshMs = 5 * 60_000
const figuresEveryMs = 60_000

/**
 * Holds what each account can still buy against what is sold from it: takes items off sale that it can't cover, brings
 * back those that it covers again, and says once when it runs low. Every write is a compare-and-set, so that any number
 * of processes may do it at any time; the turns only save work.
 */
export async function reckon(deps: ReckonDeps): Promise<void> {
  await inTurn(deps.clock, (turn) => countAll(deps, turn))
}

async function countAll(deps: ReckonDeps, turn: Turn): Promise<void> {
  const now = deps.clock.now()
  const accounts = await Promise.all(supplierNames.map(readBalance))
  const [waiting, items] = await Promise.all([waitingAtSuppliers(), suppliedItems()])
  const costOf = await readPackCosts(items.flatMap((item) => packsOf(item) ?? []))
  for (const known of accounts) {
    if (!(await turn.isOwn())) return
    const account = known._id as SupplierName
    await reckonAccount(deps, known, {
      now,
      waiting: waiting.get(account) ?? nothing,
      items: items.flatMap((item) => {
        const packs = packsOf(item)
        return packs?.account === account ? [{ item, cost: costOf(packs) }] : []
      }),
    })
  }
  await freeStrangers(deps, items)
}

const nothing: WaitingThere = { packs: 0, orders: 0, points: 0, oldestAt: null }

type Sold = { item: ItemDoc; cost: PackSetCost | undefined }
type Seen = { now: Date; waiting: WaitingThere; items: readonly Sold[] }

async function reckonAccount(
  deps: ReckonDeps,
  known: IBalance,
  { now, waiting, items }: Seen,
): Promise<void> {
  const { readAt } = known
  const account = known._id as SupplierName
  const bought = readAt ? (await spentSince(account, readAt)).points : 0
  const amount = isKnown(deps, known, now) ? pointsOf(known.amount) : undefined
  const reserve = pointsOf(known.reserve) ?? 0
  const free = freeOf({ amount, bought, waiting: waiting.points, reserve })
  const left = amount === undefined ? null : amount - bought
  const { packs, orders, points, oldestAt } = waiting
  // Before it is written: who dies in between leaves the rise to be seen by the next.
  if (left !== null && packs > 0 && hasRisen(known, left)) {
    await retryWaiting(deps, account, { kind: 'supplier_refused', left })
  }
  const reckoned = { at: now, left, bought, waiting: points, packs, orders, oldestAt, free: free ?? null }
  // An older turn that was held up does not replace the figures of a newer one.
  const isNewer = { $or: [{ reckoned: null }, { 'reckoned.at': { $lte: now } }] }
  const { matchedCount } = await BalanceModel.updateOne({ _id: account, ...isNewer }, { $set: { reckoned } })
  if (matchedCount === 0) return
  const isFresh = readAt !== null && now.getTime() - readAt.getTime() <= freshMs
  const changes = await Promise.all(items.map((sold) => keepItem(deps, sold, { known, free, isFresh })))
  const changed = changes.flatMap((itemid) => itemid ?? [])
  if (changed.length > 0) tellOfGoods(deps, { itemids: changed })
  const crossed = await keepAlarm(deps, known, left ?? undefined)
  const isOld = !known.figures || now.getTime() - known.figures.countedAt.getTime() >= figuresEveryMs
  if (isOld) await countAccount(account, now)
  const hasNews = isOld || crossed || changed.length > 0 || isOther(known, { waiting, bought })
  if (hasNews) deps.publisher.publish(rooms.suppliers(), 'suppliers.changed', { account })
}

/** It was topped up, or something was given back: what it refused for too little may go now. */
const hasRisen = ({ reckoned }: IBalance, left: number): boolean =>
  reckoned !== null && reckoned.left !== null && left > reckoned.left

/** Not what nobody reads any more, nor what is older than the purchases that would have to be taken off. */
const isKnown = ({ env }: ReckonDeps, { readAt }: IBalance, now: Date): boolean =>
  env.SUPPLIER_BALANCE_MS > 0 && readAt !== null && now.getTime() - readAt.getTime() < callsKeptMs

const isOther = ({ reckoned, readAt }: IBalance, now: { waiting: WaitingThere; bought: number }): boolean =>
  !reckoned ||
  reckoned.waiting !== now.waiting.points ||
  reckoned.bought !== now.bought ||
  (readAt !== null && readAt > reckoned.at)

type Held = { known: IBalance; free: number | undefined; isFresh: boolean }

/** @returns its number when it is paused or back since this */
async function keepItem(
  { clock, env, log }: ReckonDeps,
  { item, cost }: Sold,
  held: Held,
): Promise<number | undefined> {
  const { _id, pausedBy } = item
  const { known, free, isFresh } = held
  // What is listed in another unit than the balance can't be held against it.
  const isOtherUnit = cost !== undefined && known.unit !== '' && cost.unit !== known.unit
  const next = nextPause({
    ...{ pausedBy, isFresh, isPausing: known.isPausing && env.SUPPLIER_BALANCE_MS > 0 },
    cost: cost && Math.round(cost.amount * 10_000),
    free: isOtherUnit ? undefined : free,
  })
  if (next === pausedBy) return undefined
  const changed = await ItemModel.updateOne(
    { _id, pausedBy },
    { $set: { pausedBy: next, pausedAt: next === '' ? null : clock.now() } },
    // It is nobody's edit: a form that is open stays good.
    { timestamps: false },
  )
  if (changed.modifiedCount === 0) return undefined
  const told = { account: known._id, itemid: _id, free, cost: cost?.amount }
  log.warn(told, next === '' ? 'an item is sold again' : 'an item is paused: the balance does not cover it')
  return _id
}

/** @returns whether it has crossed its alarm, which is told once */
async function keepAlarm(deps: ReckonDeps, known: IBalance, left: number | undefined): Promise<boolean> {
  const { _id: account, isLow } = known
  const alarm = alarmOf(deps.env, known)
  const isRead = deps.env.SUPPLIER_BALANCE_MS > 0
  const next = isRead && isLowNow(left, { alarm: pointsOf(alarm) ?? 0, isLow })
  if (next === isLow) return false
  // Before the switch: who dies in between leaves it to be told by the next.
  if (next && left !== undefined) {
    const detail = `held ${amountOf(left)} ${known.unit}, below the alarm of ${alarm}`
    await raiseAlarm(deps, { kind: 'balance_low', account, detail })
  }
  const { modifiedCount } = await BalanceModel.updateOne({ _id: account, isLow }, { $set: { isLow: next } })
  return modifiedCount > 0
}

/** What no supplier delivers any more has no balance to wait for. */
async function freeStrangers(deps: ReckonDeps, items: readonly ItemDoc[]): Promise<void> {
  const bought = new Set(items.flatMap((item) => (packsOf(item) ? [item._id] : [])))
  const paused = await ItemModel.find({ pausedBy: { $ne: '' } }).lean<ItemDoc[]>()
  for (const item of paused.filter(({ _id }) => !bought.has(_id))) {
    const { _id, pausedBy } = item
    await ItemModel.updateOne(
      { _id, pausedBy, __v: item.__v },
      { $set: { pausedBy: '', pausedAt: null } },
      { timestamps: false },
    )
    tellOfGoods(deps, { itemids: [_id] })
    deps.log.warn({ itemid: _id }, 'an item is sold again: no supplier delivers it')
  }
}
