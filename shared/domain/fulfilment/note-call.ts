import { unorderedWrites, isDuplicateKey } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { amountTenThousandths } from './evidence.ts'
import { type ILoggedPurchase, PurchaseLogModel, type PurchaseOutcome } from './pack-call-model.ts'
import type { IUnit } from './unit-schema.ts'

export type PurchaseUpdate = {
  account: string
  /** As it stands after the supplier's answer. */
  unit: IUnit
  /** Of the order that has it. */
  revision: number
}

/** Keeps what suppliers said of packs, for the accounts' figures, in one command. Never throws. */
export async function recordPurchases({ log }: Pick<Deps, 'log'>, calls: readonly ILoggedPurchase[]): Promise<void> {
  if (calls.length === 0) return
  try {
    await PurchaseLogModel.bulkWrite(calls.map(writeOf), unorderedWrites)
  } catch (error) {
    // Of one of them something newer is known; the others are written.
    if (!isDuplicateKey(error))
      log.warn({ calls: calls.length, err: String(error) }, 'calls were not counted')
  }
}

const writeOf = ({ _id, purchasedAt, ...call }: ILoggedPurchase) => ({
  updateOne: {
    filter: { _id, revision: { $lt: call.revision } },
    // Bought when it was accepted, however long its delivery takes.
    update: { $set: call, ...(purchasedAt ? { $min: { purchasedAt } } : { $unset: { purchasedAt: 1 as const } }) },
    upsert: true,
  },
})

/** Pure. */
export function purchaseOf({ account, unit, revision }: PurchaseUpdate, now: Date): ILoggedPurchase {
  const outcome = outcomeOf(unit)
  const isBought = outcome === 'delivered' || outcome === 'accepted'
  const tookMs = unit.sentAt && outcome === 'delivered' ? now.getTime() - unit.sentAt.getTime() : null
  return {
    ...{ _id: unit.ref, account, at: now, outcome, revision },
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
