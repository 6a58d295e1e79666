export { boardView } from './board/board-view.ts'
export { claimOrder } from './board/claim-order.ts'
export { listContradictions, lookInto } from './board/look-into.ts'
export { type AdminMove, moveByAdmin } from './board/move-by-admin.ts'
export { resolveUnit, type UnitDecision } from './board/resolve-unit.ts'
export { fulfilOrder } from './fulfil/fulfil-order.ts'
export { markStuck } from './fulfil/mark-stuck.ts'
export {
  checkOrderPayment,
  fulfilOrderJob,
  fulfilOrderName,
  fulfilQueues,
  notifyOrderJob,
} from './jobs.ts'
export { contradictoryOrders, expectedOrderEntries } from './ledger/expected-order-entries.ts'
export { notifyOrder } from './notify/notify-order.ts'
export { type OrderDoc, OrderModel } from './order-model.ts'
export { closeOrderDoubt } from './pay/close-order-doubt.ts'
export { confirmOrderPayment } from './pay/confirm-order-payment.ts'
export { answerIdCheck } from './place/answer-id-check.ts'
export { countUnpaidOrders } from './place/count-unpaid-orders.ts'
export { placeUpiOrder } from './place/place-upi-order.ts'
export { placeWalletOrder } from './place/place-wallet-order.ts'
export { findOrder, listOrders, listProcessing } from './views/find-orders.ts'
export { countOrders, orderStats } from './views/order-stats.ts'
export { orderView, paymentData } from './views/order-view.ts'
