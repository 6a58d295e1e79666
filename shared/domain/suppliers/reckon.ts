import { type SupplierName, supplierNames } from '../../contracts/api-types.ts'
import { rooms } from '../../contracts/realtime.ts'
import { type ItemDoc, ItemModel, tellOfGoods } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { BalanceModel, type IBalance, pointsOf, readBalance } from '../fulfilment/index.ts'
import { retryRefused, type WaitingThere, waitingAtSuppliers } from '../orders/index.ts'
import { type ListCost, packsOf, raiseAlarm, readListCosts } from '../supply/index.ts'
import { alarmOf } from './account-settings.ts'
import { countAccount, spentSince } from './count-account.ts'
import { freeOf, isLowNow, nextPause } from './pause-rules.ts'

export type ReckonDeps = Pick<Deps, 'clock' | 'env' | 'log' | 'publisher' | 'queues'>

/** Between two turns at an account, over all processes. */
const turnMs = 2_500
/** What was read longer ago brings no item back. */
const freshMs = 5 * 60_000
const figuresEveryMs = 60_000

/**
 * Holds what each account can still buy against what is sold from it: takes items off sale that it can't cover, brings
 * back those that it covers again, and says once when it runs low. Every write is a compare-and-set, so that any number
 * of processes may do it at any time; the turns only save work.
 */
export async function reckon(deps: ReckonDeps): Promise<void> {
  const now = deps.clock.now()
  const turns = await Promise.all(supplierNames.map((name) => takeTurn(name, now)))
  const mine = turns.flatMap((known) => known ?? [])
  if (mine.length === 0) return
  const [waiting, items] = await Promise.all([
    waitingAtSuppliers(),
    ItemModel.find({ isApi: true }).lean<ItemDoc[]>(),
  ])
  const costOf = await readListCosts(items.flatMap((item) => packsOf(item) ?? []))
  for (const known of mine) {
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
  await freeStrangers(deps)
}

const nothing: WaitingThere = { packs: 0, orders: 0, points: 0, oldestAt: null }

/** @returns the account as it is known, when it is this caller's turn */
async function takeTurn(account: string, now: Date): Promise<IBalance | undefined> {
  await readBalance(account)
  const before = new Date(now.getTime() - turnMs)
  const taken = await BalanceModel.findOneAndUpdate(
    { _id: account, $or: [{ keptAt: null }, { keptAt: { $lte: before } }] },
    { $set: { keptAt: now } },
    { returnDocument: 'after' },
  ).lean<IBalance | null>()
  return taken ?? undefined
}

type Sold = { item: ItemDoc; cost: ListCost | undefined }
type Seen = { now: Date; waiting: WaitingThere; items: readonly Sold[] }

async function reckonAccount(
  deps: ReckonDeps,
  known: IBalance,
  { now, waiting, items }: Seen,
): Promise<void> {
  const { readAt } = known
  const account = known._id as SupplierName
  const bought = readAt ? (await spentSince(account, readAt)).points : 0
  const amount = pointsOf(known.amount)
  const reserve = pointsOf(known.reserve) ?? 0
  const free = freeOf({ amount, bought, waiting: waiting.points, reserve })
  const left = amount === undefined ? null : amount - bought
  const { packs, orders, points, oldestAt } = waiting
  const reckoned = { at: now, left, bought, waiting: points, packs, orders, oldestAt, free: free ?? null }
  await BalanceModel.updateOne({ _id: account }, { $set: { reckoned } })
  const isFresh = readAt !== null && now.getTime() - readAt.getTime() <= freshMs
  const changes = await Promise.all(items.map((sold) => keepItem(deps, sold, { known, free, isFresh })))
  const crossed = await keepAlarm(deps, known, left ?? undefined)
  if (packs > 0 && hasRisen(known, left)) await retryRefused(deps, account)
  const isOld = !known.figures || now.getTime() - known.figures.countedAt.getTime() >= figuresEveryMs
  if (isOld) await countAccount(account, now)
  const hasNews = isOld || crossed || changes.includes(true) || isOther(known, { waiting, bought })
  if (hasNews) deps.publisher.publish(rooms.suppliers(), 'suppliers.changed', { account })
}

/** It was topped up, or something was given back: what it refused for too little may go now. */
const hasRisen = ({ reckoned }: IBalance, left: number | null): boolean =>
  left !== null && reckoned !== null && reckoned.left !== null && left > reckoned.left

const isOther = ({ reckoned, readAt }: IBalance, now: { waiting: WaitingThere; bought: number }): boolean =>
  !reckoned ||
  reckoned.waiting !== now.waiting.points ||
  reckoned.bought !== now.bought ||
  (readAt !== null && readAt > reckoned.at)

type Held = { known: IBalance; free: number | undefined; isFresh: boolean }

/** @returns whether it is paused or back since this */
async function keepItem(deps: ReckonDeps, { item, cost }: Sold, held: Held): Promise<boolean> {
  const { clock, log } = deps
  const { _id, pausedBy } = item
  const { known, free, isFresh } = held
  // What is listed in another unit than the balance can't be held against it.
  const isOtherUnit = cost !== undefined && known.unit !== '' && cost.unit !== known.unit
  const next = nextPause({
    ...{ pausedBy, isFresh, isPausing: known.isPausing },
    cost: cost && Math.round(cost.amount * 10_000),
    free: isOtherUnit ? undefined : free,
  })
  if (next === pausedBy) return false
  const changed = await ItemModel.updateOne(
    { _id, pausedBy },
    { $set: { pausedBy: next, pausedAt: next === '' ? null : clock.now() } },
    // It is nobody's edit: a form that is open stays good.
    { timestamps: false },
  )
  if (changed.modifiedCount === 0) return false
  tellOfGoods(deps, { itemids: [_id] })
  const told = { account: known._id, itemid: _id, free, cost: cost?.amount }
  log.warn(told, next === '' ? 'an item is sold again' : 'an item is paused: the balance does not cover it')
  return true
}

/** @returns whether it has crossed its alarm, which is told once */
async function keepAlarm(deps: ReckonDeps, known: IBalance, amount: number | undefined): Promise<boolean> {
  const { _id: account, isLow } = known
  const alarm = alarmOf(deps.env, known)
  const next = isLowNow(amount, { alarm: pointsOf(alarm) ?? 0, isLow })
  if (next === isLow) return false
  const { modifiedCount } = await BalanceModel.updateOne({ _id: account, isLow }, { $set: { isLow: next } })
  if (modifiedCount === 0) return false
  if (next) {
    const detail = `holds ${known.amount} ${known.unit}, below the alarm of ${alarm}`
    await raiseAlarm(deps, { kind: 'balance_low', account, detail })
  }
  return true
}

/** What no supplier delivers any more has no balance to wait for. */
async function freeStrangers(deps: ReckonDeps): Promise<void> {
  const paused = await ItemModel.find({ pausedBy: { $ne: '' } }).lean<ItemDoc[]>()
  for (const item of paused.filter((one) => packsOf(one) === undefined)) {
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
