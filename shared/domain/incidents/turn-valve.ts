import type { SupplierName } from '../../contracts/api-types.ts'
import { failsAtMost } from '../../contracts/incident-words.ts'
import type { Deps } from '../deps.ts'
import { type IncidentDeps, tellOfIncidents } from './change-incident.ts'
import { type IIncident, IncidentModel } from './incident-model.ts'
import { isFailing, nextAfter, type Parked } from './incident-rules.ts'

/** There once so many have failed that the valve is shut. */
const thirdFail = `failsOf.${failsAtMost - 1}`
const mayLetOut = { [thirdFail]: { $exists: false } }

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
    { _id, version, nextOutAt, state: 'draining', halted: null, ...mayLetOut },
    { $set: { nextOutAt: nextAfter(now, perMinute) } },
  )
  return modifiedCount > 0
}

/** What came of a call for an order that was let out: when it was sent, and to which account. */
export type LetOutCall = { account: SupplierName; sentAt: Date; isGood: boolean }

/**
 * Notes what came of the call for an order that was let out. Three without a delivery by the same account since shut the
 * valve with the third of them, in the count itself; that it is halted is then written for people.
 */
export async function noteLetOut(
  deps: IncidentDeps,
  parked: Parked | null | undefined,
  { account, sentAt, isGood }: LetOutCall,
): Promise<void> {
  if (!parked?.outAt) return
  const valve = {
    ...{ _id: parked.incident, state: 'draining' as const, drainingAt: { $lte: parked.outAt } },
    $or: [{ countsFrom: null }, { countsFrom: { $lte: sentAt } }],
  }
  if (isGood) {
    // Once it is shut, a person opens it: an answer that was under way does not.
    await IncidentModel.updateOne(
      { ...valve, ...mayLetOut, failsOf: account },
      { $pull: { failsOf: account } },
    )
    return
  }
  const after = await IncidentModel.findOneAndUpdate(
    valve,
    { $push: { failsOf: account } },
    { returnDocument: 'after' },
  ).lean<IIncident | null>()
  if (after) await haltIfFailing(deps, after)
}

/** Says that it is halted once three have failed, unless that is said. */
export async function haltIfFailing(deps: IncidentDeps, incident: IIncident): Promise<void> {
  if (!isFailing(incident) || incident.halted) return
  const now = deps.clock.now()
  const { modifiedCount } = await IncidentModel.updateOne(
    { _id: incident._id, state: 'draining', halted: null, [thirdFail]: { $exists: true } },
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
    { _id, version, state: 'draining', halted: null, ...mayLetOut },
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
