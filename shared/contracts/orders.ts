import * as z from 'zod/mini'
import {
  clientTxnId,
  idText,
  isoTime,
  itemNumber,
  playerText,
  rupees,
  shortText,
  wireDate,
} from './fields.ts'
import { LateDeliveryOffer } from './late-offer.ts'
import { dayRange, ListCount, pageQuery, searchText } from './list-queries.ts'
import { OrderRedelivery } from './order-redelivery.ts'
import { GatewayCheck, OrderState } from './order-state.ts'
import { orderStatuses } from './order-status.ts'
import { OrderTicket } from './order-ticket.ts'
import { TimelineEntry } from './order-timeline.ts'
import { route } from './route.ts'
import { VaultView } from './vault.ts'

export const OrderStatusWord = z.enum(orderStatuses)
export const PaymentMode = z.enum(['upi', 'wallet'])

/** An order as its customer sees it. Times are ISO 8601 UTC, `value` is rupees. */
export const Order = z.object({
  _id: z.string(),
  orderid: z.string(),
  client_txn_id: z.string(),
  itemname: z.string(),
  /** The shop's number of the item. */
  itemid: z.optional(z.number()),
  status: OrderStatusWord,
  reason: z.string(),
  input1: z.string(),
  input2: z.string(),
  value: z.number(),
  paymentmode: PaymentMode,
  useremail: z.string(),
  createdAt: isoTime(),
  updatedAt: isoTime(),
  /**
   * The bank's reference once paid by UPI, the wallet transaction for wallet orders, else empty.
   */
  transactionid: z.string(),
  /**
   * Rises with every visible change; an event with a revision not above the current one is
   * outdated.
   */
  revision: z.number(),
  version: z.number(),
  product: z.object({
    _id: z.string(),
    productid: z.string(),
    name: z.string(),
    imgpath: z.string(),
    inputs: z.array(z.object({ label: z.string() })),
  }),
  itemimg: z.string(),
  /** The player's name from the supplier, or empty. */
  username: z.string(),
  delivery: z.enum(['instant', 'manual']),
  /** When a Created order expires without a payment. */
  payBefore: z.optional(isoTime()),
  /** A payment that may belong to this order is in review by a person. */
  isPaymentInReview: z.optional(z.boolean()),
  /** The promised time of a Processing order. */
  promisedBy: z.optional(isoTime()),
  units: z.object({ total: z.number(), delivered: z.number() }),
  /**
   * Rupees credited to the wallet because of this order (refund, late, double or wrong payment).
   */
  credited: z.number(),
  /** Reward points: offered for the delivery, earned, revoked. Absent where none were offered. */
  points: z.optional(
    z.object({
      offered: z.number(),
      earned: z.number(),
      revoked: z.number(),
      /** For a late delivery. Absent where there were none. */
      late: z.optional(z.number()),
    }),
  ),
  timeline: z.array(TimelineEntry),
  /**
   * Until when a delivery can be reported as not received; absent where it cannot be, or has been.
   */
  canReportUntil: z.optional(isoTime()),
  ticket: z.optional(OrderTicket),
  /** Of an open order, after `promisedBy` has passed. */
  lateOffer: z.optional(LateDeliveryOffer),
  /** The order that this one sends again, free of charge. */
  redeliveryOf: z.optional(z.string()),
  /**
   * The number of units of that order, of which these are some; absent where it sends all of them
   * again.
   */
  unitsOfOriginal: z.optional(z.number()),
  /** The second delivery of this order, free of charge. */
  redelivery: z.optional(OrderRedelivery),
  /** The current state. */
  state: z.optional(OrderState),
  /** The delivered secrets; absent where there are none. `revealSecret` reveals one. */
  vault: z.optional(VaultView),
})
export type Order = z.output<typeof Order>

/** The payment of an order or top-up. `status` is our own word: created, paid, failed. */
export const PaymentData = z.object({
  client_txn_id: z.string(),
  status: z.enum(['created', 'paid', 'failed', 'none']),
  amount: z.number(),
  upi_txn_id: z.string(),
  createdAt: isoTime(),
  paidAt: z.optional(isoTime()),
  /** Absent before the first check, and for a wallet payment. */
  asked: z.optional(GatewayCheck),
})
export type PaymentData = z.output<typeof PaymentData>

const OrderBody = z.strictObject({
  itemid: itemNumber(),
  product_id: idText(),
  userid: idText(),
  input1: playerText(100),
  input2: playerText(100),
  paymentmode: PaymentMode,
  key: shortText(100),
  /**
   * The price that the customer saw, in rupees. If it differs from the current one the order is
   * refused: 409 `price_changed`.
   */
  expectedPrice: z.optional(rupees()),
})
export type OrderBody = z.input<typeof OrderBody>

const placingErrors = [
  'shop_busy',
  'ordered_already',
  'stopped_by_customer',
  'unknown_application_key',
  'product_not_found',
  'item_not_found',
  'out_of_stock',
  'price_changed',
  'payment_mode_not_supported',
  'player_not_verified',
  'id_check_unavailable',
  'player_not_eligible',
  'player_not_found',
  'indonesian_id',
  'price_changed_at_supplier',
  'supplier_fields_changed',
  'not_found',
] as const

export const checkId = route({
  method: 'POST',
  path: '/order/checkid',
  auth: 'public',
  knowsCaller: true,
  summary: 'Look up the player of an id at the supplier',
  body: z.strictObject({
    userid: playerText(40),
    zoneid: playerText(40),
    selectedProduct: idText(),
    selectedItem: itemNumber(),
  }),
  result: z.object({
    message: z.string(),
    use: z.string(),
    username: z.string(),
    /**
     * The player exists, but the supplier does not sell to the region or, by its policy, to this
     * player.
     */
    kind: z.optional(z.literal('region_not_eligible')),
  }),
  errors: [
    'product_not_found',
    'item_not_found',
    'too_many_requests',
    'supplier_unavailable',
    'price_changed_at_supplier',
    'supplier_fields_changed',
  ],
  errorField: 'message',
})

export const createOrder = route({
  method: 'POST',
  path: '/order/createOrder',
  auth: 'session',
  summary: 'Place an order to be paid by UPI',
  body: OrderBody,
  result: z.object({
    status: z.boolean(),
    message: z.string(),
    data: z.object({ payment_url: z.string(), client_txn_id: z.string() }),
  }),
  errors: [...placingErrors, 'payment_rejected', 'payment_unavailable', 'upi_paused', 'too_many_unpaid'],
  errorField: 'error',
  idempotent: true,
  asksBack: true,
})

export const createWalletOrder = route({
  method: 'POST',
  path: '/order/createWalletOrder',
  auth: 'session',
  summary: 'Place an order paid from the wallet',
  body: OrderBody,
  result: z.object({ msg: z.string(), redirect_url: z.string(), client_txn_id: z.string() }),
  errors: [...placingErrors, 'insufficient_balance', 'contact_frozen'],
  errorField: 'msg',
  idempotent: true,
  asksBack: true,
})

/**
 * Filters of a customer’s orders: a part of their OrderId or of their Uid/Email, a status, the days
 * of the order.
 */
const orderFilters = {
  by: z.optional(z.enum(['Uid/Email', 'OrderId'])),
  q: searchText(),
  status: z.optional(OrderStatusWord),
  ...dayRange,
}

export const orderList = route({
  method: 'GET',
  path: '/order/:userId',
  auth: 'session',
  summary: 'A customer’s orders, newest first',
  params: z.strictObject({ userId: idText() }),
  query: z.strictObject({ ...pageQuery, ...orderFilters }),
  result: z.array(Order),
  errors: ['not_found'],
  errorField: 'message',
})

export const orderCount = route({
  method: 'GET',
  path: '/order/:userId/count',
  auth: 'session',
  summary: 'How many orders a customer has, and how many of them match',
  params: z.strictObject({ userId: idText() }),
  query: z.strictObject(orderFilters),
  result: ListCount,
  errors: ['not_found'],
  errorField: 'message',
})

export const orderStatus = route({
  method: 'POST',
  path: '/order/orderstatus',
  auth: 'session',
  summary: 'Check whether an order’s payment has arrived, and return its state',
  body: z.strictObject({ client_txn_id: clientTxnId(), date: wireDate(), key: shortText(100) }),
  result: z.object({ order: Order, data: PaymentData }),
  errors: ['not_found', 'unknown_application_key'],
  errorField: 'message',
})
