export { sendPush } from './send-push.ts'
export { subscribe, currentSubscription, unsubscribe } from './subscribe.ts'
export { PushSubscriptionModel } from './subscription-model.ts'
