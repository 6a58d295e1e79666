export { closeApprovalRequest } from './close-request.ts'
export {
  addToDayTotals,
  type DayLimits,
  DayTotalModel,
  remainingDayLimitPaise,
  type TransitionSource,
  openDayTotals,
} from './day-totals.ts'
export { ApprovalRequestModel, type IApprovalRequest, isOpenAt, type RefundAsked } from './request-model.ts'
export { createApprovalRequest } from './write-request.ts'
