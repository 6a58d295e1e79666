import { delays } from '@jhatpat/shared/contracts/delays.ts'
import * as calls from '@jhatpat/shared/contracts/incidents.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import * as incidents from '@jhatpat/shared/domain/incidents/index.ts'
import {
  incidentDetails,
  nextHeldOrders,
  openIncidentSummaries,
  pastIncidentDetails,
} from '@jhatpat/shared/domain/orders/index.ts'
import { listIdCheckOutages } from '@jhatpat/shared/domain/suppliers/index.ts'
import { coalesce } from '@jhatpat/shared/platform/coalesce.ts'
import { actorOf } from '../http/actor-of.ts'
import type { Mount } from '../http/mount.ts'
import type { ApiDeps } from '../realtime/api-deps.ts'
import { currentDelays } from './current-delays.ts'

const nextShown = 20
const pastShown = 10

export function mountIncidents(mount: Mount, deps: ApiDeps): void {
  mount(delays, async () => (await Promise.all([currentDelays(deps), listIdCheckOutages(deps)])).flat())

  mount(calls.incidents, () => coalesce('incidents', () => listIncidents(deps)))

  mount(calls.incidentsNow, () =>
    coalesce('incidents now', async () => openIncidentSummaries(deps, await incidents.openIncidents())),
  )

  mount(calls.startIncident, async ({ caller, body, ip }) =>
    viewOf(deps, await incidents.startIncident(deps, actorOf(caller, ip), body)),
  )

  mount(calls.transitionIncident, async ({ caller, params, body: { version, ...transition }, ip }) => {
    const target = { id: params.incident, expectedVersion: version }
    return viewOf(
      deps,
      await incidents.transitionIncident(deps, actorOf(caller, ip), { ...target, ...transition }),
    )
  })

  mount(calls.updateIncidentMessage, async ({ caller, params, body: { version, ...message }, ip }) => {
    const target = { id: params.incident, expectedVersion: version }
    return viewOf(
      deps,
      await incidents.updateIncidentMessage(deps, actorOf(caller, ip), { ...target, ...message }),
    )
  })
}

/** Polled by open screens, so concurrent requests share one run. */
async function listIncidents(deps: Deps) {
  // One after the other, so that one that ends meanwhile is in the first, and in both at most.
  const open = await incidents.openIncidents()
  const isOpen = new Set(open.map(({ _id }) => _id))
  const past = (await incidents.pastIncidents(pastShown)).filter(({ _id }) => !isOpen.has(_id))
  const [views, pastDetails] = await Promise.all([
    incidentDetails(deps, open),
    pastIncidentDetails(deps, past),
  ])
  const next = await Promise.all(open.map((one) => nextHeldOrders(one, nextShown)))
  return { open: views.map((view, index) => ({ ...view, next: next[index] ?? [] })), past: pastDetails }
}

async function viewOf(deps: Deps, incident: incidents.IIncident) {
  const [view] = await incidentDetails(deps, [incident])
  if (!view) throw new Error(`incident ${incident._id} has no view`)
  return view
}
