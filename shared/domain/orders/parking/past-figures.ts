import type { Incident } from '../../../contracts/incidents.ts'
import type { IIncident } from '../../incidents/index.ts'
import { incidentViews } from './parked-figures.ts'
import type { RestDeps } from './under-way.ts'

/** The figures of an incident that is long over hardly change, and may be as old as this, in ms. */
const keptMs = 60_000
let kept: { by: string; at: number; views: Promise<Incident[]> } | undefined

/**
 * Incidents that have ended, as they were given. What became of thousands of orders of each is counted anew only while
 * something may still be parked for it; of the others once a minute in each process.
 */
export async function pastViews(deps: RestDeps, past: readonly IIncident[]): Promise<Incident[]> {
  const [clear, fresh] = await Promise.all([
    longOver(
      deps,
      past.filter(({ isClear }) => isClear),
    ),
    incidentViews(
      deps,
      past.filter(({ isClear }) => !isClear),
    ),
  ])
  const all = new Map([...clear, ...fresh].map((view) => [view.id, view]))
  return past.flatMap(({ _id }) => all.get(_id) ?? [])
}

function longOver(deps: RestDeps, clear: readonly IIncident[]): Promise<Incident[]> {
  const by = clear.map(({ _id, startedAt }) => `${_id} ${startedAt.getTime()}`).join()
  const at = performance.now()
  if (kept?.by === by && at - kept.at < keptMs) return kept.views
  const views = incidentViews(deps, clear)
  kept = { by, at, views }
  views.catch(() => {
    kept = undefined
  })
  return views
}
