import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { isDuplicateKey, unorderedWrites } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { amountTenThousandths } from './balance-evidence.ts'
import { type BalanceReading, recordReading } from './balance-readings.ts'
import { type ILoggedPurchase, PurchaseLogModel, type PurchaseOutcome } from './purchase-log-model.ts'
import type { IUnit } from './unit-schema.ts'

type PurchaseUpdate = {
  account: string
  /** The unit after the supplier's answer. */
  unit: IUnit
  /** The revision of its order. */
  revision: number
}

/** Records purchases for the accounts' statistics, in one command. Never throws. */
async function recordPurchases({ log }: Pick<Deps, 'log'>, calls: readonly ILoggedPurchase[]): Promise<void> {
  if (calls.length === 0) return
  try {
    await PurchaseLogModel.bulkWrite(calls.map(writeOf), unorderedWrites)
  } catch (error) {
    // A duplicate key means that a newer revision is stored; the other purchases are written.
    if (!isDuplicateKey(error))
      log.warn({ calls: calls.length, err: String(error) }, 'calls were not counted')
  }
}

const writeOf = ({ _id, purchasedAt, ...call }: ILoggedPurchase) => ({
  updateOne: {
    filter: { _id, revision: { $lt: call.revision } },
    // A unit counts as bought when it was accepted, however long its delivery takes.
    update: {
      $set: call,
      ...(purchasedAt ? { $min: { purchasedAt } } : { $unset: { purchasedAt: 1 as const } }),
    },
    upsert: true,
  },
})

function purchaseOf({ account, unit, revision }: PurchaseUpdate, now: Date): ILoggedPurchase {
  const outcome = outcomeOf(unit)
  const isBought = outcome === 'delivered' || outcome === 'accepted'
  const tookMs = unit.sentAt && outcome === 'delivered' ? now.getTime() - unit.sentAt.getTime() : null
  return {
    _id: unit.ref,
    account,
    at: now,
    outcome,
    revision,
    code: outcome === 'rejected' || outcome === 'deferred' ? unit.code : '',
    durationSeconds: tookMs === null ? null : Math.max(1, Math.ceil(tookMs / 1_000)),
    cost: amountTenThousandths(unit.cost) ?? null,
    ...(isBought && { purchasedAt: now }),
  }
}

function outcomeOf({ state, code, deferredSince }: IUnit): PurchaseOutcome {
  switch (state) {
    case 'delivered':
      return 'delivered'
    case 'sending':
      return 'accepted'
    case 'rejected':
      return code === 'returned' ? 'returned' : 'rejected'
    case 'planned':
      return deferredSince ? 'deferred' : 'unavailable'
    case 'unknown':
      return 'unknown'
    default:
      return state satisfies never
  }
}

/**
 * Records suppliers' answers for the accounts' statistics and the coverage forecast. No purchase waits for it: units
 * are collected for some seconds and written in one command. A crash loses what was not written yet.
 */
type PurchaseLog = {
  /** Adds a supplier's answer about a unit. */
  addPurchase(update: PurchaseUpdate): void
  /** Adds an account's answer to a balance query. */
  addReading(account: string, reading: BalanceReading): void
  /** Writes what was added. Never throws. */
  write(): Promise<void>
}

const writeAfterMs = 5_000

/** Limit of unwritten purchases while the database is unavailable or slow; the oldest are dropped first. */
const maxPending = 5_000

type Readings = { amount?: BalanceReading; silence?: BalanceReading }

export function createPurchaseLog({ clock, log }: { clock: Clock; log: Logger }): PurchaseLog {
  let purchases = new Map<string, ILoggedPurchase>()
  let readings = new Map<string, Readings>()
  let timer: NodeJS.Timeout | undefined

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const [pendingPurchases, pendingReadings] = [purchases, readings]
    purchases = new Map()
    readings = new Map()
    // Purchases are written first: a balance reading without them would seem higher than it is.
    await recordPurchases({ log }, [...pendingPurchases.values()])
    for (const [account, { amount, silence }] of pendingReadings) {
      if (amount) await recordReading({ log }, account, amount)
      if (silence) await recordReading({ log }, account, silence)
    }
  }
  const plan = () => {
    timer ??= setTimeout(() => void write(), writeAfterMs).unref()
  }
  return {
    addPurchase: (update) => {
      const call = purchaseOf(update, clock.now())
      purchases.set(call._id, mergePurchase(purchases.get(call._id), call))
      const [oldest] = purchases.keys()
      if (oldest !== undefined && purchases.size > maxPending) purchases.delete(oldest)
      plan()
    },
    addReading: (account, reading) => {
      readings.set(account, mergeReading(readings.get(account) ?? {}, reading))
      plan()
    },
    write,
  }
}

/** Pure. The latest answer about a unit, with the purchase time of the first. */
function mergePurchase(earlier: ILoggedPurchase | undefined, later: ILoggedPurchase): ILoggedPurchase {
  if (!earlier) return later
  if (earlier.revision > later.revision) return earlier
  const purchasedAt = later.purchasedAt && earlier.purchasedAt
  return { ...later, ...(purchasedAt && { purchasedAt }) }
}

/** Pure. The latest amount, and the first unanswered query since. */
function mergeReading({ amount, silence }: Readings, reading: BalanceReading): Readings {
  if (reading.answer.kind !== 'ok') return { ...(amount && { amount }), silence: silence ?? reading }
  if (amount && amount.askedAt > reading.askedAt) return { amount, ...(silence && { silence }) }
  const isSilent = silence && silence.askedAt > reading.askedAt
  return { amount: reading, ...(isSilent && { silence }) }
}
