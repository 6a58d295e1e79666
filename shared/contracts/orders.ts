import * as z from 'zod/mini'
import { clientTxnId, idText, isoTime, itemNumber, rupees, shortText, wireDate } from './fields.ts'
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
  /** The shop's number of the item. Absent only from an api of the release before. */
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
  /** The bank's reference once paid by UPI, the wallet transaction for wallet orders, else empty. */
  transactionid: z.string(),
  /** Rises with every change anyone can see; an event with a revision not above mine is old news. */
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
  /** The player's name as the supplier told it, or empty. */
  username: z.string(),
  delivery: z.enum(['instant', 'manual']),
  /** When a Created order closes without money. */
  payBefore: z.optional(isoTime()),
  /** Money came that may be this order's, and a person looks at it. */
  isPaymentInReview: z.optional(z.boolean()),
  /** When a Processing order is promised. */
  promisedBy: z.optional(isoTime()),
  units: z.object({ total: z.number(), delivered: z.number() }),
  /** Rupees that went to the wallet because of this order (refund, late, double or wrong payment). */
  credited: z.number(),
  /** Reward points: promised with the delivery, given, taken back. Absent where none were promised. */
  points: z.optional(
    z.object({
      offered: z.number(),
      earned: z.number(),
      revoked: z.number(),
      /** Given because it came late. Absent where none were. */
      late: z.optional(z.number()),
    }),
  ),
  timeline: z.array(TimelineEntry),
  /** Until when a delivery can be reported as not received; absent where it can't, or was. */
  canReportUntil: z.optional(isoTime()),
  ticket: z.optional(OrderTicket),
  /** Of an open order; offered once `promisedBy` is over. */
  lateOffer: z.optional(LateDeliveryOffer),
  /** The order that it sends again, free of charge. */
  redeliveryOf: z.optional(z.string()),
  /** So many packs that one has, of which these are some; absent where it sends all of them again. */
  unitsOfOriginal: z.optional(z.number()),
  /** That it was sent again, free of charge. */
  redelivery: z.optional(OrderRedelivery),
  /** Where it stands. Absent only from an api of the release before, while both are running. */
  state: z.optional(OrderState),
  /** What was delivered to be read; absent where nothing was. `revealSecret` opens it. */
  vault: z.optional(VaultView),
})
export type Order = z.output<typeof Order>

/** The payment behind an order or top-up. `status` is our word: created, paid, failed. */
export const PaymentData = z.object({
  client_txn_id: z.string(),
  status: z.enum(['created', 'paid', 'failed', 'none']),
  amount: z.number(),
  upi_txn_id: z.string(),
  createdAt: isoTime(),
  paidAt: z.optional(isoTime()),
  /** Absent before the first time, of a wallet's payment, and from an api of the release before. */
  asked: z.optional(GatewayCheck),
})
export type PaymentData = z.output<typeof PaymentData>

const OrderBody = z.strictObject({
  itemid: itemNumber(),
  product_id: idText(),
  userid: idText(),
  input1: shortText(100),
  input2: shortText(100),
  paymentmode: PaymentMode,
  key: shortText(100),
  /** The price that the customer saw, in rupees. An order at any other is refused: 409 `price_changed`. */
  expectedPrice: z.optional(rupees()),
})
export type OrderBody = z.input<typeof OrderBody>

const placingErrors = [
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
  summary: 'Ask the supplier whose account an id is',
  body: z.strictObject({
    userid: shortText(40),
    zoneid: shortText(40),
    selectedProduct: idText(),
    selectedItem: itemNumber(),
  }),
  result: z.object({
    message: z.string(),
    use: z.string(),
    username: z.string(),
    /** The player exists, but the supplier does not sell to the region or, by its policy, to this player. */
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

/** Which of a customer’s orders: a part of their OrderId or of their Uid/Email, a status, the days they were placed on. */
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
  summary: 'How many orders a customer has, and how many of them are asked for',
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
  summary: 'Ask whether an order’s money has come, and where the order is',
  body: z.strictObject({ client_txn_id: clientTxnId(), date: wireDate(), key: shortText(100) }),
  result: z.object({ order: Order, data: PaymentData }),
  errors: ['not_found', 'unknown_application_key'],
  errorField: 'message',
})
