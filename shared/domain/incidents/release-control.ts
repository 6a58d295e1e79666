import type { SupplierName } from '../../contracts/api-types.ts'
import { maxFailures } from '../../contracts/incident-states.ts'
import type { Deps } from '../deps.ts'
import { type IncidentDeps, publishIncidentUpdate } from './change-incident.ts'
import { type IIncident, IncidentModel } from './incident-model.ts'
import { type Hold, isFailing, releaseTimeAfter } from './incident-rules.ts'

/** This entry exists once `maxFailures` purchases have failed. */
const lastFailure = `failedAccounts.${maxFailures - 1}`
const notFailing = { [lastFailure]: { $exists: false } }

/**
 * Acquires the right to release one order now. It is written before the order, so that a crash in between
 * wastes one slot and never releases too many.
 * @returns whether this call acquired it
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

/** The result of a released order's purchase. */
export type ReleasedPurchase = { account: SupplierName; sentAt: Date; isGood: boolean }

/**
 * Records the result of a released order's purchase. `maxFailures` failures without a delivery at the same
 * account stop the release in the same write as the last of them; `releaseStopped` is then set for the
 * admins.
 */
export async function recordRelease(
  deps: IncidentDeps,
  hold: Hold | null | undefined,
  { account, sentAt, isGood }: ReleasedPurchase,
): Promise<void> {
  if (!hold?.releasedAt) return
  const release = {
    _id: hold.incident,
    state: 'releasing' as const,
    releaseStartedAt: { $lte: hold.releasedAt },
    $or: [{ releasingSince: null }, { releasingSince: { $lte: sentAt } }],
  }
  if (isGood) {
    // Only an admin restarts a stopped release: a late success does not.
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

/** Marks the release as stopped after `maxFailures` failures, unless it is marked already. */
export async function stopIfFailing(deps: IncidentDeps, incident: IIncident): Promise<void> {
  if (!isFailing(incident) || incident.releaseStopped) return
  const now = deps.clock.now()
  const { modifiedCount } = await IncidentModel.updateOne(
    { _id: incident._id, state: 'releasing', releaseStopped: null, [lastFailure]: { $exists: true } },
    {
      $set: { releaseStopped: { at: now, reason: 'failing' } },
      $inc: { version: 1 },
      $push: { log: { at: now, by: '', event: 'stopped', detail: `${maxFailures} in a row failed` } },
    },
  )
  if (modifiedCount > 0) publishIncidentUpdate(deps)
}

/** Ends an incident that holds no orders. @returns whether this call ended it */
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

/** Workers no longer read this incident. */
export async function markIncidentDrained({ _id }: IIncident): Promise<void> {
  await IncidentModel.updateOne({ _id, state: 'ended' }, { $set: { hasNoHeldOrders: true } })
}
