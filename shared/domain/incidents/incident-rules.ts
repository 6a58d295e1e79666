import { supplierNameFor } from '../../contracts/api-types.ts'
import { maxFailures } from '../../contracts/incident-states.ts'
import type { IIncident } from './incident-model.ts'

/** The incident that an order is on hold for, and since when. `releasedAt` is null until its release. */
export type Hold = { incident: string; at: Date; releasedAt: Date | null }

type HoldableOrder = { item: { apiType: string }; hold?: Hold | null | undefined }

/** Whether the incident concerns purchases of this API type. Manual deliveries are never affected. */
export function isAffected({ scope }: Pick<IIncident, 'scope'>, apiType: string): boolean {
  const account = supplierNameFor(apiType)
  return account !== undefined && (scope === 'ALL' || scope === account)
}

/** Pure. The gateways of `names` at which no incident stops new payments. */
export const gatewaysWithoutIncident = <Name extends string>(
  names: readonly Name[],
  open: readonly Pick<IIncident, 'scope' | 'state'>[],
): Name[] => names.filter((name) => !open.some(({ scope, state }) => scope === name && state === 'active'))

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
export function holdingIncident(order: HoldableOrder, open: readonly IIncident[]): IIncident | undefined {
  const affecting = open.filter(
    (incident) => incident.state !== 'ended' && isAffected(incident, order.item.apiType),
  )
  const stopped = affecting.find(isStopped)
  if (stopped) return stopped
  const releasing = affecting.find(({ scope }) => scope !== 'ALL') ?? affecting[0]
  return releasing && isReleased(order.hold, releasing) ? undefined : releasing
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
