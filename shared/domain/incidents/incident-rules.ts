import { supplierNameFor } from '../../contracts/api-types.ts'
import { maxFailures } from '../../contracts/incident-states.ts'
import type { IIncident } from './incident-model.ts'

/** That an order was hold: for which incident, since when, and when it was let out; null while it waits. */
export type Hold = { incident: string; at: Date; releasedAt: Date | null }

type Waiting = { item: { apiType: string }; hold?: Hold | null | undefined }

/** Whether what a supplier delivers under this type is bought there. What people deliver goes on. */
export function isAffected({ scope }: Pick<IIncident, 'scope'>, apiType: string): boolean {
  const account = supplierNameFor(apiType)
  return account !== undefined && (scope === 'ALL' || scope === account)
}

/** Whether too much that was let out has failed. */
export const isFailing = ({ failedAccounts = [] }: Pick<IIncident, 'failedAccounts'>): boolean =>
  failedAccounts.length >= maxFailures
/** Whether it lets nothing out. */
export const isStopped = (
  incident: Pick<IIncident, 'state' | 'releaseStopped' | 'failedAccounts'>,
): boolean =>
  incident.state === 'active' ||
  (incident.state === 'releasing' && (incident.releaseStopped !== null || isFailing(incident)))

/**
 * Pure. The incident for which an order has to wait now; undefined when it may be bought. One that lets nothing out goes
 * before one that drains; of two that drain, that of the account alone lets out.
 */
export function holdingIncident(order: Waiting, open: readonly IIncident[]): IIncident | undefined {
  const all = open.filter((one) => one.state !== 'ended' && isAffected(one, order.item.apiType))
  const shut = all.find(isStopped)
  if (shut) return shut
  const valve = all.find(({ scope }) => scope !== 'ALL') ?? all[0]
  return valve && isReleased(order.hold, valve) ? undefined : valve
}

/** Whether it has gone through this valve, since it was opened last. */
function isReleased(hold: Hold | null | undefined, { _id, releaseStartedAt }: IIncident): boolean {
  return (
    hold?.incident === _id &&
    hold.releasedAt !== null &&
    releaseStartedAt !== null &&
    hold.releasedAt >= releaseStartedAt
  )
}

/** Pure. When the next may be let out after one at `at`: never more than `perMinute` within any minute. In ms apart. */
export const releaseTimeAfter = (at: Date, perMinute: number): Date =>
  new Date(at.getTime() + Math.ceil(60_000 / perMinute))
