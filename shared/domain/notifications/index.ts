export { cancelSending, recordSending, type SendAnswer, startSending } from './deliver-once.ts'
export { durationText, packsText } from './format-text.ts'
export type {
  Notification,
  NotificationFacts,
  OrderStage,
  PartialRedelivery,
  RefundCause,
} from './notification.ts'
export { NotificationModel } from './notification-model.ts'
export { type NotifyResult, notifyCustomer } from './notify-customer.ts'
export {
  isIndianMobile,
  releaseSms,
  reserveSms,
  SmsNumberModel,
  smsWaitMs,
} from './reserve-sms.ts'
