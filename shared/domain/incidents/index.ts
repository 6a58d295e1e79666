export { moveIncident, startIncident, tellIncident } from './change-incident.ts'
export {
  type IIncident,
  IncidentModel,
  openIncidents,
  pastIncidents,
  unclearIncidents,
} from './incident-model.ts'
export { holderOf, isShut, type Parked } from './incident-rules.ts'
export { listDelays } from './list-delays.ts'
export { clearIncident, endIncident, haltIfFailing, noteLetOut, takeSlot } from './turn-valve.ts'
