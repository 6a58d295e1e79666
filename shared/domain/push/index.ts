export { pushMessages } from './send-push.ts'
export { currentSubscription, subscribe, unsubscribe } from './subscribe.ts'
export { PushSubscriptionModel } from './subscription-model.ts'
