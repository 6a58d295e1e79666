export type { Notice, NoticeFacts, NoticeKind, OrderStage, RefundCause } from './notice.ts'
export { NoticeModel } from './notice-model.ts'
export { type NotifyResult, notifyCustomer } from './notify-customer.ts'
