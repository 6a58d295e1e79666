export { closeRequest } from './close-request.ts'
export {
  addToDayTotals,
  type DayLimits,
  DayTotalModel,
  remainingDayLimitPaise,
  type TransitionSource,
  openDayTotals,
} from './day-totals.ts'
export { AdminRequestModel, type IAdminRequest, openAt, type RefundAsked } from './request-model.ts'
export { writeRequest } from './write-request.ts'
