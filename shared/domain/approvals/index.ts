export {
  type ActingAdmin as TransitionSource,
  addToDayTotals,
  createDayTotals as openDayTotals,
  type DayLimits,
  DayTotalModel,
  remainingDayLimitPaise,
} from './day-totals.ts'
export {
  ApprovalRequestModel,
  type IApprovalRequest,
  isOpenAt,
  type RequestedRefund as RefundAsked,
} from './request-model.ts'
export { closeApprovalRequest, createApprovalRequest } from './write-request.ts'
