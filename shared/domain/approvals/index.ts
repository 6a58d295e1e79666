export {
  type ActingAdmin,
  addToDayTotals,
  createDayTotals,
  type DayLimits,
  DayTotalModel,
  remainingDayLimitPaise,
} from './day-totals.ts'
export {
  ApprovalRequestModel,
  type IApprovalRequest,
  isOpenAt,
  type RequestedRefund,
} from './request-model.ts'
export { closeApprovalRequest, createApprovalRequest } from './write-request.ts'
