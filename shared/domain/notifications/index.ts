export { durationText, packsText } from './format-text.ts'
export { addressOfSender } from './mail-texts.ts'
export type {
  Notification,
  NotificationFacts,
  NotificationKind,
  OrderStage,
  PartialRedelivery,
  RefundCause,
} from './notification.ts'
export { NotificationModel } from './notification-model.ts'
export { customerMessages, type NotifyResult, notifyCustomer } from './notify-customer.ts'
export {
  isIndianMobile,
  releaseSms,
  reserveSms,
  SmsNumberModel,
  smsWaitMs,
} from './reserve-sms.ts'
export {
  type OutgoingMessage,
  type SendingStart,
  type SendResult,
  sendStarted,
} from './send-started.ts'
export {
  lostAnswer,
  nextAttempt,
  type SendAnswer,
  type Sending,
  sendingFields,
  sendingId,
  sentOf,
} from './sending.ts'
