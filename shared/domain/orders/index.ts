export { assignOrder } from './board/assign-order.ts'
export { decideOrder, type OrderDecisionInput } from './board/decide-order.ts'
export { deliverCodesLater } from './board/deliver-codes-later.ts'
export { countBoard, listBoard } from './board/list-board.ts'
export { listEnded } from './board/list-ended.ts'
export { addNote, notesView } from './board/order-notes.ts'
export { commitCompletion, undoCompletion } from './board/pending-completion.ts'
export { replaceCode } from './board/replace-code.ts'
export { listSupplierConflicts, resolveSupplierConflict } from './board/resolve-supplier-conflict.ts'
export { resolveUnit, type UnitDecision } from './board/resolve-unit.ts'
export { listUnclearBatches, readBatchList, resolveBatch } from './board/settle-unclear-batch.ts'
export { takeNext } from './board/take-next-order.ts'
export { isPlacedNotification } from './change/publish-order.ts'
export { knownCostPaise } from './fulfil/below-cost.ts'
export { markTaskFailed } from './fulfil/delay-fulfilment.ts'
export { fulfilOrder } from './fulfil/fulfil-order.ts'
export { createPoller } from './fulfil/poll-orders.ts'
export { retryDeferredUnits } from './fulfil/retry-waiting.ts'
export { distrustUnsentUnits } from './fulfil/verify-restored-unit.ts'
export {
  incidentDetails,
  openIncidentSummaries,
  pastIncidentDetails,
} from './hold/held-order-counts.ts'
export { nextHeldOrders, releaseHeldOrders } from './hold/release-orders.ts'
export { findOrder } from './model/find-order.ts'
export { listingCopy, newOrder } from './model/new-order.ts'
export {
  allOrdersIndexes,
  boardIndex,
  boardSort,
  changedOrdersIndex,
  customerIndex,
  deliveryTimesIndex,
  holdIndex,
  orderCountersIndex,
  playerIndex,
} from './model/order-indexes.ts'
export {
  checkOrderPayment,
  completeOrderJob,
  fulfilOrderJob,
  fulfilOrderName,
  notifyOrderJob,
} from './model/order-jobs.ts'
export { type OrderDoc, OrderModel } from './model/order-model.ts'
export { notifyOrder } from './notify/notify-order.ts'
export { confirmOrderPayment } from './payment/confirm-order-payment.ts'
export { resolveOrderDiscrepancy } from './payment/resolve-order-discrepancy.ts'
export { tracePayment } from './payment/trace-payment.ts'
export { idCheckReply } from './place/check-player.ts'
export { closeOrderKey, listOpenKeys, lookUpOrderKey } from './place/order-keys.ts'
export { placeUpiOrder } from './place/place-upi-order.ts'
export { placeWalletOrder } from './place/place-wallet-order.ts'
export { requireInputs } from './place/require-inputs.ts'
export { customerTickets, customerTotals, playersOf } from './queries/customer-history.ts'
export { deliveryTimesOf, measureDeliveryTimes, measureEveryMs } from './queries/delivery-times.ts'
export { DeliveryTimeModel } from './queries/delivery-times-model.ts'
export { unitsOfAccounts, unitsOfEarlierAccounts } from './queries/earlier-accounts.ts'
export { expectedOrderEntries, expectedOrderPoints, inconsistentOrders } from './queries/expected-postings.ts'
export { isBuyersMobile } from './queries/is-buyers-mobile.ts'
export { countListed, listOrders } from './queries/list-orders.ts'
export {
  countOpenOrders,
  countPromises,
  countUnknownUnits,
  type OpenOrders,
  type PromiseCounts,
  type RecentPayment,
  recentPayments,
  type UnknownUnits,
} from './queries/monitored-orders.ts'
export {
  countUnpaidOrders,
  demandBySupplier,
  hasOpenOrders,
  type SupplierDemand,
} from './queries/open-orders.ts'
export { countOrders, orderStats, recountEveryMs, recountOrders } from './queries/order-counters.ts'
export { OrderCountersModel } from './queries/order-counters-model.ts'
export { readOrderMoney } from './queries/order-money.ts'
export { withPaidPrice } from './queries/paid-price.ts'
export { giveUpRedelivery } from './redelivery/give-up-redelivery.ts'
export { redeliverOrder } from './redelivery/redeliver-order.ts'
export { redeliveryQuoteView } from './redelivery/redelivery-quote.ts'
export { changesSinceRequest, type RequestChanges, refundLimitPaise } from './refund/refund-approval.ts'
export { refundEvidence } from './refund/refund-evidence.ts'
export { chooseLateOffer } from './refund/refund-late-order.ts'
export { foldOrder } from './replay/fold-order.ts'
export { holdViolation } from './replay/hold-violation.ts'
export { type ReplayFault, replayedDaily, replayOrders } from './replay/replay-orders.ts'
export { hasOpenMatter, orderTasks } from './rules/open-matter.ts'
export { isUnresolved } from './rules/open-units.ts'
export { isCancelledRedelivery } from './rules/redelivery-rules.ts'
export { countTickets, listTickets } from './tickets/list-tickets.ts'
export { openTicket } from './tickets/open-ticket.ts'
export { resolveTicket } from './tickets/resolve-ticket.ts'
export { markTicketRead, replyToTicket, writeToTicket } from './tickets/ticket-messages.ts'
export { clearOrder } from './vault/clear-order.ts'
export { DeliveredCodeModel } from './vault/delivered-codes.ts'
export { revealSecret } from './vault/reveal-secret.ts'
export { reencryptVaults } from './vault/store-secrets.ts'
export { VaultModel } from './vault/vault-model.ts'
export { boardView, boardViewFor } from './views/board-view.ts'
export { orderView, paymentData } from './views/order-view.ts'
export { receiptView } from './views/receipt-view.ts'
