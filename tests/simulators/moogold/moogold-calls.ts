import { playerName } from '../smileone/smile-players.ts'
import type { Fault } from '../wire/faults.ts'
import { textFields } from '../wire/read-fields.ts'
import { textOf } from '../wire/text-of.ts'
import { mooGoldProducts, mooGoldVariations } from './moogold-catalogue.ts'
import type { MooGoldDesk } from './moogold-desk.ts'
import { dollars, type MooGoldOrder } from './moogold-orders.ts'

export type MooGoldReply = { body: unknown } | { error: string; message: string }
type Asked = { body: Record<string, unknown>; fault: Fault | undefined }
type Call = (desk: MooGoldDesk, asked: Asked) => MooGoldReply | Promise<MooGoldReply>

/** The vendor's calls by their path. */
export const mooGoldCalls: Record<string, Call> = {
  'product/list_product': () => ({
    body: mooGoldProducts.map((product) => ({ ID: String(product.id), post_title: product.name })),
  }),
  'product/product_detail': productDetail,
  'product/server_list': (_desk, { body }) => ({ body: findProduct(body)?.servers ?? {} }),
  'product/validate': validate,
  'order/create_order': createOrder,
  'order/order_detail': orderDetail,
  'order/order_detail_partner_id': orderDetailByPartner,
  'order/transaction_history': history,
  'user/balance': (desk, { fault }) =>
    fault?.outcome === 'refuse'
      ? refusal(fault)
      : { body: { currency: 'USD', balance: dollars(desk.orders.balanceCents) } },
  'user/reload_balance': (_desk, { body }) => ({
    body: {
      order_id: 1,
      payment_address: 'T-simulated',
      amount: `${textOf(body.amount)} USDT`,
      wallet_currency: 'USD',
    },
  }),
}

async function createOrder(desk: MooGoldDesk, { body, fault }: Asked): Promise<MooGoldReply> {
  if (fault?.outcome === 'refuse') return refusal(fault)
  const data = textFields((body.data as Record<string, unknown>) ?? {})
  const { category, 'product-id': productId, quantity = '1', ...account } = data
  const partnerOrderId = typeof body.partnerOrderId === 'string' ? body.partnerOrderId : ''
  if (!productId) return { error: '113', message: 'Product ID is missing' }
  if (!category) return { error: '423', message: 'Category ID is missing' }
  if (!['1', '2', '50', '51'].includes(category)) return { error: '422', message: 'Invalid category' }
  if (!(Number(quantity) >= 1 && Number(quantity) <= 10))
    return { error: '116', message: 'Quantity exceeds 10' }
  const variation = mooGoldVariations.find((each) => String(each.id) === productId)
  if (!variation) return { error: '422', message: 'Wrong product ID or not authorised' }
  if (partnerOrderId !== '' && desk.orders.byPartnerId(partnerOrderId)) {
    return { error: '420', message: 'Duplicate partnerOrderId' }
  }
  const isWhole = variation.product.fields.every((field) => account[field])
  const statuses = isWhole ? (fault?.statuses ?? desk.settings().statuses) : ['processing', 'refunded']
  const order = await desk.place({ partnerOrderId, variation, account, quantity: Number(quantity), statuses })
  if (!order) return { error: '111', message: 'Insufficient balance' }
  return { body: tellCreated(desk, order, fault) }
}

function tellCreated(
  desk: MooGoldDesk,
  order: MooGoldOrder,
  fault: Fault | undefined,
): Record<string, unknown> {
  const { createReply, echoPartnerId } = desk.settings()
  const message = 'Order has been created successfully'
  const echo = echoPartnerId ? { partnerOrderId: order.partnerOrderId } : {}
  if (fault?.outcome === 'no_id') return { status: true, message }
  if (createReply === 'top_level') return { status: true, message, order_id: order.id, ...echo }
  const [player_id, server_id] = Object.values(order.account)
  const account_details = { player_id, server_id, order_id: String(order.id) }
  return { status: createReply === 'string_status' ? 'processing' : true, message, account_details, ...echo }
}

async function orderDetail(desk: MooGoldDesk, { body, fault }: Asked): Promise<MooGoldReply> {
  if (fault?.outcome === 'refuse') return refusal(fault)
  const order = desk.orders.byId.get(Number(body.order_id))
  if (!order) return { error: '110', message: 'Order not found' }
  await desk.look(order)
  return {
    body: {
      order_id: order.id,
      date_created: shopTime(order),
      order_status: order.status,
      item: [tellItem(order)],
      total: dollars(order.totalCents),
    },
  }
}

async function orderDetailByPartner(desk: MooGoldDesk, { body, fault }: Asked): Promise<MooGoldReply> {
  if (fault?.outcome === 'refuse') return refusal(fault)
  if (typeof body.partner_order_id !== 'string') return { error: '419', message: 'Missing argument' }
  const order = desk.orders.byPartnerId(body.partner_order_id)
  if (!order) return { error: '421', message: 'partnerOrderId not found' }
  await desk.look(order)
  return {
    body: {
      order_id: String(order.id),
      date_created: { date: `${shopTime(order)}.000000`, timezone_type: 3, timezone: 'Asia/Kuala_Lumpur' },
      order_status: order.status,
      partner_order_id: order.partnerOrderId,
      item: [tellItem(order)],
    },
  }
}

function history(desk: MooGoldDesk, { body }: Asked): MooGoldReply {
  const page = Number(body.page ?? 1)
  const limit = Number(body.limit ?? 100)
  if (!(limit >= 1 && limit <= 100)) return { error: '434', message: 'Limit is not valid' }
  const orders = [...desk.orders.byId.values()]
    .filter((order) => body.status === undefined || order.status === body.status)
    .slice((page - 1) * limit, page * limit)
    .map((order) => ({
      order_id: order.id,
      date_created: shopTime(order),
      status: order.status,
      total: dollars(order.totalCents),
      currency: 'USD',
      items: [tellItem(order)],
    }))
  return { body: { status: 'success', page, limit, orders } }
}

function validate(desk: MooGoldDesk, { body, fault }: Asked): MooGoldReply {
  if (fault?.outcome === 'refuse') return refusal(fault)
  if (desk.settings().validate === 'not_available') {
    return { body: { status: 'false', message: 'Validation is not available for this product' } }
  }
  const data = textFields((body.data as Record<string, unknown>) ?? {})
  const player = data['User ID'] ?? data['Player ID'] ?? ''
  if (!/^\d{4,15}$/.test(player) || desk.players()[player]?.invalid) {
    return { body: { status: 'false', message: 'Invalid User ID or Server ID' } }
  }
  return { body: { status: 'true', message: 'Validated', username: playerName(player) } }
}

function productDetail(_desk: MooGoldDesk, { body }: Asked): MooGoldReply {
  const product = findProduct(body)
  if (!product) return { error: '422', message: 'Wrong product ID or not authorised' }
  const Variation = mooGoldVariations
    .filter((each) => each.product === product)
    .map((each) => ({
      variation_name: `${product.name} - ${each.name}`,
      variation_id: each.id,
      variation_price: each.price,
      stock_status: 'instock',
    }))
  const fields = product.fields.map((name) => ({ name, type: 'text' }))
  return { body: { Product_Name: product.name, Image_URL: '', Variation, fields } }
}

const findProduct = (body: Record<string, unknown>) =>
  mooGoldProducts.find((product) => String(product.id) === String(body.product_id))

const refusal = (fault: Fault): MooGoldReply => ({
  error: fault.code ?? '114',
  message: fault.message ?? 'Product is out of stock',
})

const shopTime = (order: MooGoldOrder) => {
  const shifted = new Date(Date.parse(order.createdAt) + 8 * 3_600_000)
  return shifted.toISOString().slice(0, 19).replace('T', ' ')
}

function tellItem(order: MooGoldOrder): Record<string, unknown> {
  const [player_id = '', server_id = ''] = Object.values(order.account)
  return {
    product: order.product,
    variation_id: order.variationId,
    quantity: order.quantity,
    price: dollars(order.totalCents),
    player_id,
    server_id,
    voucher_code: [],
  }
}
