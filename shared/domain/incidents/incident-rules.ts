import { supplierNameFor } from '../../contracts/api-types.ts'
import { maxFailures } from '../../contracts/incident-states.ts'
import type { IIncident } from './incident-model.ts'

/** The incident that an order is on hold for, and since when. `releasedAt` is null until its release. */
export type Hold = { incident: string; at: Date; releasedAt: Date | null }

type Waiting = { item: { apiType: string }; hold?: Hold | null | undefined }

/** Whether the incident concerns purchases of this API type. Manual deliveries are never affected. */
export function isAffected({ scope }: Pick<IIncident, 'scope'>, apiType: string): boolean {
  const account = supplierNameFor(apiType)
  return account !== undefined && (scope === 'ALL' || scope === account)
}

/** Whether too many released purchases have failed. */
export const isFailing = ({ failedAccounts = [] }: Pick<IIncident, 'failedAccounts'>): boolean =>
  failedAccounts.length >= maxFailures
/** Whether the incident releases no orders. */
export const isStopped = (
  incident: Pick<IIncident, 'state' | 'releaseStopped' | 'failedAccounts'>,
): boolean =>
  incident.state === 'active' ||
  (incident.state === 'releasing' && (incident.releaseStopped !== null || isFailing(incident)))

/**
 * Pure. The incident that holds an order now; undefined when it may be bought. An incident that releases
 * nothing comes before one that is releasing; of two that are releasing, the one of the account counts.
 */
export function holdingIncident(order: Waiting, open: readonly IIncident[]): IIncident | undefined {
  const all = open.filter((one) => one.state !== 'ended' && isAffected(one, order.item.apiType))
  const shut = all.find(isStopped)
  if (shut) return shut
  const valve = all.find(({ scope }) => scope !== 'ALL') ?? all[0]
  return valve && isReleased(order.hold, valve) ? undefined : valve
}

/** Whether the order has been released by this incident since its release started. */
function isReleased(hold: Hold | null | undefined, { _id, releaseStartedAt }: IIncident): boolean {
  return (
    hold?.incident === _id &&
    hold.releasedAt !== null &&
    releaseStartedAt !== null &&
    hold.releasedAt >= releaseStartedAt
  )
}

/** Pure. The earliest time for the release after one at `at`: at most `perMinute` within any minute. */
export const releaseTimeAfter = (at: Date, perMinute: number): Date =>
  new Date(at.getTime() + Math.ceil(60_000 / perMinute))
