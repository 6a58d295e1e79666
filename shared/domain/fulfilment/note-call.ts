import { isDuplicateKey } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { pointsOf } from './evidence.ts'
import { type IPackCall, PackCallModel, type PackOutcome } from './pack-call-model.ts'
import type { IUnit } from './unit-schema.ts'

type Told = {
  account: string
  /** As it stands after the supplier's answer. */
  unit: IUnit
  /** Of the order that has it. */
  revision: number
}

/** Keeps what a supplier said of a pack for the account's figures. Whoever tells goes on even if it can't be written. */
export async function noteCall({ clock, log }: Pick<Deps, 'clock' | 'log'>, told: Told): Promise<void> {
  const { _id, spentAt, ...call } = callOf(told, clock.now())
  try {
    await PackCallModel.updateOne(
      { _id, revision: { $lt: call.revision } },
      // Bought when it was accepted, however long its delivery takes.
      { $set: call, ...(spentAt ? { $min: { spentAt } } : { $unset: { spentAt: 1 } }) },
      { upsert: true },
    )
  } catch (error) {
    // Something newer is known of it.
    if (!isDuplicateKey(error)) log.warn({ unit: _id, err: String(error) }, 'a call was not counted')
  }
}

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
