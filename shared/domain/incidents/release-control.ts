import type { SupplierName } from '../../contracts/api-types.ts'
import { maxFailures } from '../../contracts/incident-states.ts'
import type { Deps } from '../deps.ts'
import { type IncidentDeps, publishIncidentUpdate } from './change-incident.ts'
import { type IIncident, IncidentModel } from './incident-model.ts'
import { type Hold, isFailing, releaseTimeAfter } from './incident-rules.ts'

/** There once so many have failed that the release is shut. */
const thirdFail = `failedAccounts.${maxFailures - 1}`
const notFailing = { [thirdFail]: { $exists: false } }

/**
 * Takes the right to let one order out now. It is written before the order is: who dies in between leaves a gap, never
 * one too many.
 * @returns whether it was this caller who took it
 */
export async function acquireReleaseSlot(
  { clock }: Pick<Deps, 'clock'>,
  incident: IIncident,
): Promise<boolean> {
  const now = clock.now()
  const { _id, version, nextReleaseAt, perMinute } = incident
  if (nextReleaseAt > now) return false
  const { modifiedCount } = await IncidentModel.updateOne(
    { _id, version, nextReleaseAt, state: 'releasing', releaseStopped: null, ...notFailing },
    { $set: { nextReleaseAt: releaseTimeAfter(now, perMinute) } },
  )
  return modifiedCount > 0
}

/** What came of a call for an order that was let out: when it was sent, and to which account. */
export type ReleasedPurchase = { account: SupplierName; sentAt: Date; isGood: boolean }

/**
 * Notes what came of the call for an order that was let out. Three without a delivery by the same account since shut the
 * release with the third of them, in the count itself; that it is releaseStopped is then written for people.
 */
export async function recordRelease(
  deps: IncidentDeps,
  hold: Hold | null | undefined,
  { account, sentAt, isGood }: ReleasedPurchase,
): Promise<void> {
  if (!hold?.releasedAt) return
  const release = {
    ...{ _id: hold.incident, state: 'releasing' as const, releaseStartedAt: { $lte: hold.releasedAt } },
    $or: [{ releasingSince: null }, { releasingSince: { $lte: sentAt } }],
  }
  if (isGood) {
    // Once it is shut, a person opens it: an answer that was under way does not.
    await IncidentModel.updateOne(
      { ...release, ...notFailing, failedAccounts: account },
      { $pull: { failedAccounts: account } },
    )
    return
  }
  const after = await IncidentModel.findOneAndUpdate(
    release,
    { $push: { failedAccounts: account } },
    { returnDocument: 'after' },
  ).lean<IIncident | null>()
  if (after) await stopIfFailing(deps, after)
}

/** Says that it is releaseStopped once three have failed, unless that is said. */
export async function stopIfFailing(deps: IncidentDeps, incident: IIncident): Promise<void> {
  if (!isFailing(incident) || incident.releaseStopped) return
  const now = deps.clock.now()
  const { modifiedCount } = await IncidentModel.updateOne(
    { _id: incident._id, state: 'releasing', releaseStopped: null, [thirdFail]: { $exists: true } },
    {
      $set: { releaseStopped: { at: now, reason: 'failing' } },
      $inc: { version: 1 },
      $push: { log: { at: now, by: '', event: 'stopped', detail: `${maxFailures} in a row failed` } },
    },
  )
  if (modifiedCount > 0) publishIncidentUpdate(deps)
}

/** Nothing is hold any more. @returns whether it was this caller who ended it */
export async function endIncident(deps: IncidentDeps, { _id, version }: IIncident): Promise<boolean> {
  const now = deps.clock.now()
  const { modifiedCount } = await IncidentModel.updateOne(
    { _id, version, state: 'releasing', releaseStopped: null, ...notFailing },
    {
      $set: { state: 'ended', endedAt: now },
      $inc: { version: 1 },
      $push: { log: { at: now, by: '', event: 'ended', detail: '' } },
    },
  )
  if (modifiedCount > 0) publishIncidentUpdate(deps)
  return modifiedCount > 0
}

/** Workers need not look at it any more. */
export async function markIncidentDrained({ _id }: IIncident): Promise<void> {
  await IncidentModel.updateOne({ _id, state: 'ended' }, { $set: { hasNoHeldOrders: true } })
}
