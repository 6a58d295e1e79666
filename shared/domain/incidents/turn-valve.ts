import { failsAtMost } from '../../contracts/incident-words.ts'
import type { Deps } from '../deps.ts'
import { type IncidentDeps, tellOfIncidents } from './change-incident.ts'
import { type IIncident, IncidentModel } from './incident-model.ts'
import { nextAfter, type Parked } from './incident-rules.ts'

/**
 * Takes the right to let one order out now. It is written before the order is: who dies in between leaves a gap, never
 * one too many.
 * @returns whether it was this caller who took it
 */
export async function takeSlot({ clock }: Pick<Deps, 'clock'>, incident: IIncident): Promise<boolean> {
  const now = clock.now()
  const { _id, version, nextOutAt, perMinute } = incident
  if (nextOutAt > now) return false
  const { modifiedCount } = await IncidentModel.updateOne(
    { _id, version, nextOutAt, state: 'draining', halted: null, failsInRow: { $lt: failsAtMost } },
    { $set: { nextOutAt: nextAfter(now, perMinute) } },
  )
  return modifiedCount > 0
}

/**
 * Notes what came of the call for an order that was let out. Three in a row without a good answer shut the valve with
 * the third of them, in the count itself; that it is halted is then written for people.
 */
export async function noteLetOut(
  deps: IncidentDeps,
  parked: Parked | null | undefined,
  isGood: boolean,
): Promise<void> {
  if (!parked?.outAt) return
  const valve = { _id: parked.incident, state: 'draining' as const, drainingAt: { $lte: parked.outAt } }
  if (isGood) {
    // Once it is shut, a person opens it: an answer that was under way does not.
    const few = { $gt: 0, $lt: failsAtMost }
    await IncidentModel.updateOne({ ...valve, failsInRow: few }, { $set: { failsInRow: 0 } })
    return
  }
  const after = await IncidentModel.findOneAndUpdate(
    valve,
    { $inc: { failsInRow: 1 } },
    { returnDocument: 'after' },
  ).lean<IIncident | null>()
  if (after) await haltIfFailing(deps, after)
}

/** Says that it is halted once three in a row have failed, unless that is said. */
export async function haltIfFailing(
  deps: IncidentDeps,
  { _id, failsInRow, halted }: IIncident,
): Promise<void> {
  if (failsInRow < failsAtMost || halted) return
  const now = deps.clock.now()
  const { modifiedCount } = await IncidentModel.updateOne(
    { _id, state: 'draining', halted: null, failsInRow: { $gte: failsAtMost } },
    {
      $set: { halted: { at: now, why: 'failing' } },
      $inc: { version: 1 },
      $push: { log: { at: now, by: '', what: 'halted', detail: `${failsAtMost} in a row failed` } },
    },
  )
  if (modifiedCount > 0) tellOfIncidents(deps)
}

/** Nothing is parked any more. @returns whether it was this caller who ended it */
export async function endIncident(deps: IncidentDeps, { _id, version }: IIncident): Promise<boolean> {
  const now = deps.clock.now()
  const { modifiedCount } = await IncidentModel.updateOne(
    { _id, version, state: 'draining', halted: null, failsInRow: { $lt: failsAtMost } },
    {
      $set: { state: 'ended', endedAt: now },
      $inc: { version: 1 },
      $push: { log: { at: now, by: '', what: 'ended', detail: '' } },
    },
  )
  if (modifiedCount > 0) tellOfIncidents(deps)
  return modifiedCount > 0
}

/** Workers need not look at it any more. */
export async function clearIncident({ _id }: IIncident): Promise<void> {
  await IncidentModel.updateOne({ _id, state: 'ended' }, { $set: { isClear: true } })
}
