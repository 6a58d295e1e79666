export { pushNotice } from './push-notice.ts'
export { subscribe, subscriptionHere, unsubscribe } from './subscribe.ts'
export { PushSubscriptionModel } from './subscription-model.ts'
