export { startIncident, transitionIncident, updateIncidentMessage } from './change-incident.ts'
export { type IIncident, IncidentModel, pastIncidents } from './incident-model.ts'
export { type Hold, holdingIncident, isStopped } from './incident-rules.ts'
export { openGateways, openIncidents, readIncident, unfinishedIncidents } from './known-incidents.ts'
export { listDelays } from './list-delays.ts'
export {
  acquireReleaseSlot,
  endIncident,
  markIncidentDrained,
  recordRelease,
  stopIfFailing,
} from './release-control.ts'
