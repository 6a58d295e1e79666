export {
  addToDayTotals,
  type DayLimits,
  DayTotalModel,
  openDayTotals,
  remainingDayLimitPaise,
  type TransitionSource,
} from './day-totals.ts'
export { ApprovalRequestModel, type IApprovalRequest, isOpenAt, type RefundAsked } from './request-model.ts'
export { closeApprovalRequest, createApprovalRequest } from './write-request.ts'
