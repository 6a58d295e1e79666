import { readAfterWrites } from '../../platform/read-after-writes.ts'
import { type IIncident, IncidentModel } from './incident-model.ts'
import { gatewaysWithoutIncident } from './incident-rules.ts'

/** How long the result "no incident" is reused before a purchase, in ms. */
const maxCacheMs = 1_500

/** When "no incident" was last read, and when this process last started one (`performance.now()`). */
let noneAt = Number.NEGATIVE_INFINITY
let startedAt = Number.NEGATIVE_INFINITY

const readUnfinished = () => IncidentModel.find({ hasNoHeldOrders: false }).lean<IIncident[]>()
const pollUnfinished = readAfterWrites(readUnfinished)

/** Incidents that are active or releasing, or that have ended while orders may still be on hold for them. */
export const unfinishedIncidents = (): Promise<IIncident[]> => noteNone(pollUnfinished)

async function noteNone(read: () => Promise<IIncident[]>): Promise<IIncident[]> {
  const askedAt = performance.now()
  const all = await read()
  noneAt = all.length === 0 && askedAt > startedAt ? askedAt : Number.NEGATIVE_INFINITY
  return all
}

/**
 * Incidents that are active or releasing, read before a purchase. "No incident" is cached for `maxCacheMs`,
 * so that purchases on normal days cause no reads; an open incident is never cached.
 */
export async function openIncidents(): Promise<IIncident[]> {
  if (performance.now() - noneAt < maxCacheMs) return []
  return (await noteNone(readUnfinished)).filter(({ state }) => state !== 'ended')
}

export function clearIncidentCache(): void {
  startedAt = performance.now()
  noneAt = Number.NEGATIVE_INFINITY
}

/** The incident as stored now, without a cache. */
export const readIncident = (id: string): Promise<IIncident | null> =>
  IncidentModel.findById(id).lean<IIncident | null>()

/**
 * The gateways of `names` at which no incident stops new payments. At a stopped gateway, payments that exist
 * are checked and delivered as usual.
 */
export async function openGateways<Name extends string>(names: readonly Name[]): Promise<Name[]> {
  return gatewaysWithoutIncident(names, await openIncidents())
}
