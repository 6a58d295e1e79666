export type { Notice, NoticeFacts, NoticeKind, OrderStage, RefundCause } from './notice.ts'
export { type INotice, NoticeModel, noticeId } from './notice-model.ts'
export { type NotifyResult, notifyCustomer } from './notify-customer.ts'
