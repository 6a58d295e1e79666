import type { Incident } from '../../../contracts/incidents.ts'
import type { IIncident } from '../../incidents/index.ts'
import { incidentDetails } from './parked-figures.ts'
import type { CooldownDeps } from './under-way.ts'

/** The figures of an incident that is long over hardly change, and may be as old as this, in ms. */
const keptMs = 60_000
let kept: { by: string; at: number; views: Promise<Incident[]> } | undefined

/**
 * Incidents that have ended, as they were given. What became of thousands of orders of each is counted anew only while
 * something may still be hold for it; of the others once a minute in each process.
 */
export async function pastIncidentDetails(deps: CooldownDeps, past: readonly IIncident[]): Promise<Incident[]> {
  const [clear, fresh] = await Promise.all([
    longOver(
      deps,
      past.filter(({ hasNoHeldOrders }) => hasNoHeldOrders),
    ),
    incidentDetails(
      deps,
      past.filter(({ hasNoHeldOrders }) => !hasNoHeldOrders),
    ),
  ])
  const all = new Map([...clear, ...fresh].map((view) => [view.id, view]))
  return past.flatMap(({ _id }) => all.get(_id) ?? [])
}

function longOver(deps: CooldownDeps, clear: readonly IIncident[]): Promise<Incident[]> {
  const by = clear.map(({ _id, startedAt }) => `${_id} ${startedAt.getTime()}`).join()
  const at = performance.now()
  if (kept?.by === by && at - kept.at < keptMs) return kept.views
  const views = incidentDetails(deps, clear)
  kept = { by, at, views }
  views.catch(() => {
    kept = undefined
  })
  return views
}
