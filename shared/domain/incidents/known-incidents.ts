import { type IIncident, IncidentModel } from './incident-model.ts'

/** That there is none may be as old as this, in ms, when something is sent. */
const maxCacheMs = 1_500

/** When it was asked that there is none, and when this process has started one, by its own clock. */
let noneAt = Number.NEGATIVE_INFINITY
let startedAt = Number.NEGATIVE_INFINITY

/** Those that are on or draining, or have ended so lately that something may still be hold for them. */
export async function unfinishedIncidents(): Promise<IIncident[]> {
  const askedAt = performance.now()
  const all = await IncidentModel.find({ hasNoHeldOrders: false }).lean<IIncident[]>()
  noneAt = all.length === 0 && askedAt > startedAt ? askedAt : Number.NEGATIVE_INFINITY
  return all
}

/**
 * Those that are on or draining, for who is about to send. While there is one each call reads; that there is none a
 * worker asks by the clock, so that purchases of quiet days read nothing.
 */
export async function openIncidents(): Promise<IIncident[]> {
  if (performance.now() - noneAt < maxCacheMs) return []
  return (await unfinishedIncidents()).filter(({ state }) => state !== 'ended')
}

export function clearIncidentCache(): void {
  startedAt = performance.now()
  noneAt = Number.NEGATIVE_INFINITY
}

/** As it is now, whoever knew what of it before. */
export const readIncident = (id: string): Promise<IIncident | null> =>
  IncidentModel.findById(id).lean<IIncident | null>()

/**
 * Whether no UPI payment is begun now, because somebody has switched that off. What was begun before is looked at, paid
 * and delivered as ever, and wallets go on.
 */
export async function isUpiPaused(): Promise<boolean> {
  return (await openIncidents()).some(({ scope, state }) => scope === 'GATEWAY' && state === 'active')
}
