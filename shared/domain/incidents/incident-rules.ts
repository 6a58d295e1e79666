import { supplierNameFor } from '../../contracts/api-types.ts'
import { failsAtMost } from '../../contracts/incident-words.ts'
import type { IIncident } from './incident-model.ts'

/** That an order was parked: for which incident, since when, and when it was let out; null while it waits. */
export type Parked = { incident: string; at: Date; outAt: Date | null }

type Waiting = { item: { apiType: string }; parked?: Parked | null | undefined }

/** Whether what a supplier delivers under this type is bought there. What people deliver goes on. */
export function isConcerned({ scope }: Pick<IIncident, 'scope'>, apiType: string): boolean {
  const account = supplierNameFor(apiType)
  return account !== undefined && (scope === 'ALL' || scope === account)
}

/** Whether too much that was let out has failed. */
export const isFailing = ({ failsOf = [] }: Pick<IIncident, 'failsOf'>): boolean =>
  failsOf.length >= failsAtMost
/** Whether it lets nothing out. */
export const isShut = (incident: Pick<IIncident, 'state' | 'halted' | 'failsOf'>): boolean =>
  incident.state === 'on' ||
  (incident.state === 'draining' && (incident.halted !== null || isFailing(incident)))

/**
 * Pure. The incident for which an order has to wait now; undefined when it may be bought. One that lets nothing out goes
 * before one that drains; of two that drain, that of the account alone lets out.
 */
export function holderOf(order: Waiting, open: readonly IIncident[]): IIncident | undefined {
  const all = open.filter((one) => one.state !== 'ended' && isConcerned(one, order.item.apiType))
  const shut = all.find(isShut)
  if (shut) return shut
  const valve = all.find(({ scope }) => scope !== 'ALL') ?? all[0]
  return valve && isLetOut(order.parked, valve) ? undefined : valve
}

/** Whether it has gone through this valve, since it was opened last. */
function isLetOut(parked: Parked | null | undefined, { _id, drainingAt }: IIncident): boolean {
  return (
    parked?.incident === _id && parked.outAt !== null && drainingAt !== null && parked.outAt >= drainingAt
  )
}

/** Pure. When the next may be let out after one at `at`: never more than `perMinute` within any minute. In ms apart. */
export const nextAfter = (at: Date, perMinute: number): Date =>
  new Date(at.getTime() + Math.ceil(60_000 / perMinute))
