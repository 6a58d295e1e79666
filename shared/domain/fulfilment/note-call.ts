import { eachByItself, isDuplicateKey } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { pointsOf } from './evidence.ts'
import { type IPackCall, PackCallModel, type PackOutcome } from './pack-call-model.ts'
import type { IUnit } from './unit-schema.ts'

export type Told = {
  account: string
  /** As it stands after the supplier's answer. */
  unit: IUnit
  /** Of the order that has it. */
  revision: number
}

/** Keeps what suppliers said of packs, for the accounts' figures, in one command. Never throws. */
export async function keepCalls({ log }: Pick<Deps, 'log'>, calls: readonly IPackCall[]): Promise<void> {
  if (calls.length === 0) return
  try {
    await PackCallModel.bulkWrite(calls.map(writeOf), eachByItself)
  } catch (error) {
    // Of one of them something newer is known; the others are written.
    if (!isDuplicateKey(error))
      log.warn({ calls: calls.length, err: String(error) }, 'calls were not counted')
  }
}

const writeOf = ({ _id, spentAt, ...call }: IPackCall) => ({
  updateOne: {
    filter: { _id, revision: { $lt: call.revision } },
    // Bought when it was accepted, however long its delivery takes.
    update: { $set: call, ...(spentAt ? { $min: { spentAt } } : { $unset: { spentAt: 1 as const } }) },
    upsert: true,
  },
})

/** Pure. */
export function callOf({ account, unit, revision }: Told, now: Date): IPackCall {
  const outcome = outcomeOf(unit)
  const isBought = outcome === 'delivered' || outcome === 'accepted'
  const tookMs = unit.sentAt && outcome === 'delivered' ? now.getTime() - unit.sentAt.getTime() : null
  return {
    ...{ _id: unit.ref, account, at: now, outcome, revision },
    code: outcome === 'refused' || outcome === 'refused_for_now' ? unit.code : '',
    tookS: tookMs === null ? null : Math.max(1, Math.ceil(tookMs / 1_000)),
    cost: pointsOf(unit.cost) ?? null,
    ...(isBought && { spentAt: now }),
  }
}

function outcomeOf({ state, code, refusedSince }: IUnit): PackOutcome {
  switch (state) {
    case 'delivered':
      return 'delivered'
    case 'sending':
      return 'accepted'
    case 'refused':
      return code === 'returned' ? 'returned' : 'refused'
    case 'planned':
      return refusedSince ? 'refused_for_now' : 'not_reached'
    case 'unknown':
      return 'unknown'
    default:
      return state satisfies never
  }
}
