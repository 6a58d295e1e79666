import { playerName } from '../smileone/smile-players.ts'
import type { Fault, Fields } from '../wire/faults.ts'
import { textFields } from '../wire/read-fields.ts'
import { textOf } from '../wire/text-of.ts'
import { type MooGoldProduct, mooGoldProducts, mooGoldVariations } from './moogold-catalogue.ts'
import { dollars, type MooGoldOrder } from './moogold-orders.ts'
import type { MooGoldStore } from './moogold-store.ts'

export type MooGoldReply = { body: unknown } | { error: string; message: string }
/** `partnerId`: the calling account. */
type Asked = { body: Record<string, unknown>; fault: Fault | undefined; partnerId: string }
type Call = (store: MooGoldStore, asked: Asked) => MooGoldReply | Promise<MooGoldReply>

/** The vendor's calls by their path. */
export const mooGoldCalls: Record<string, Call> = {
  'product/list_product': () => ({
    body: mooGoldProducts.map((product) => ({ ID: String(product.id), post_title: product.name })),
  }),
  'product/product_detail': productDetail,
  'product/server_list': (_store, { body }) => ({ body: findProduct(body)?.servers ?? {} }),
  'product/validate': validate,
  'order/create_order': createOrder,
  'order/order_detail': orderDetail,
  'order/order_detail_partner_id': orderDetailByPartner,
  'order/transaction_history': history,
  'user/balance': (store, { fault }) =>
    fault?.outcome === 'refuse'
      ? refusal(fault)
      : { body: { currency: store.settings().currency, balance: dollars(store.orders.balanceCents) } },
  'user/reload_balance': (_store, { body }) => ({
    body: {
      order_id: 1,
      payment_address: 'T-simulated',
      amount: `${textOf(body.amount)} USDT`,
      wallet_currency: 'USD',
    },
  }),
}

async function createOrder(store: MooGoldStore, { body, fault, partnerId }: Asked): Promise<MooGoldReply> {
  if (fault?.outcome === 'refuse') return refusal(fault)
  const data = textFields((body.data as Record<string, unknown>) ?? {})
  const { category: _category, 'product-id': productId, quantity = '1', ...account } = data
  const partnerOrderId = typeof body.partnerOrderId === 'string' ? body.partnerOrderId : ''
  const wrong = refuseOrder(data)
  if (wrong) return wrong
  const variation = mooGoldVariations.find((each) => String(each.id) === productId)
  if (!variation) return { error: '422', message: 'Wrong product ID or not authorised' }
  if (partnerOrderId !== '' && store.orders.byPartnerId(partnerId, partnerOrderId)) {
    return { error: '420', message: 'Duplicate partnerOrderId' }
  }
  const fields = fieldsOf(store, variation.product)
  if (variation.product.needsPlayer && !account[fields[0] ?? '']) {
    return { error: '422', message: `${fields[0]} is required` }
  }
  const isComplete = fields.every((field) => account[field])
  const statuses = isComplete ? (fault?.statuses ?? store.settings().statuses) : ['processing', 'refunded']
  const codes = codesFor(store, account[fields[0] as string])
  const order = await store.place({
    partnerId,
    partnerOrderId,
    variation,
    account,
    fields,
    statuses,
    codes,
    quantity: Number(quantity),
  })
  if (!order) return { error: '111', message: 'Insufficient balance' }
  return { body: createdReply(store, order, fault) }
}

const codesFor = (store: MooGoldStore, player = '') => store.players()[player]?.codes ?? []

function refuseOrder({ category, 'product-id': productId, quantity = '1' }: Fields) {
  if (!productId) return { error: '113', message: 'Product ID is missing' }
  if (!category) return { error: '423', message: 'Category ID is missing' }
  if (!['1', '2', '50', '51'].includes(category)) return { error: '422', message: 'Invalid category' }
  if (!(Number(quantity) >= 1 && Number(quantity) <= 10))
    return { error: '116', message: 'Quantity exceeds 10' }
  return undefined
}

function createdReply(
  store: MooGoldStore,
  order: MooGoldOrder,
  fault: Fault | undefined,
): Record<string, unknown> {
  const { createReply, echoPartnerId } = store.settings()
  const message = 'Order has been created successfully'
  const echo = echoPartnerId ? { partnerOrderId: order.partnerOrderId } : {}
  if (fault?.outcome === 'no_id') return { status: true, message }
  if (createReply === 'top_level') return { status: true, message, order_id: order.id, ...echo }
  const account_details = { ...understood(order), order_id: String(order.id) }
  return { status: createReply === 'string_status' ? 'processing' : true, message, account_details, ...echo }
}

async function orderDetail(store: MooGoldStore, { body, fault, partnerId }: Asked): Promise<MooGoldReply> {
  if (fault?.outcome === 'refuse') return refusal(fault)
  const order = store.orders.byId.get(Number(body.order_id))
  if (order?.partnerId !== partnerId) return { error: '110', message: 'Order not found' }
  await store.look(order)
  return {
    body: {
      order_id: order.id,
      date_created: shopTime(order),
      order_status: order.status,
      item: [itemReply(order)],
      total: dollars(order.totalCents),
    },
  }
}

async function orderDetailByPartner(
  store: MooGoldStore,
  { body, fault, partnerId }: Asked,
): Promise<MooGoldReply> {
  if (fault?.outcome === 'refuse') return refusal(fault)
  if (typeof body.partner_order_id !== 'string') return { error: '419', message: 'Missing argument' }
  const order = store.orders.byPartnerId(partnerId, body.partner_order_id)
  if (!order) return { error: '421', message: 'partnerOrderId not found' }
  await store.look(order)
  return {
    body: {
      order_id: String(order.id),
      date_created: { date: `${shopTime(order)}.000000`, timezone_type: 3, timezone: 'Asia/Kuala_Lumpur' },
      order_status: order.status,
      partner_order_id: order.partnerOrderId,
      item: [itemReply(order)],
    },
  }
}

function history(store: MooGoldStore, { body, partnerId }: Asked): MooGoldReply {
  const page = Number(body.page ?? 1)
  const limit = Number(body.limit ?? 100)
  if (!(limit >= 1 && limit <= 100)) return { error: '434', message: 'Limit is not valid' }
  const orders = [...store.orders.byId.values()]
    .filter((order) => order.partnerId === partnerId)
    .filter((order) => body.status === undefined || order.status === body.status)
    .slice((page - 1) * limit, page * limit)
    .map((order) => ({
      order_id: order.id,
      date_created: shopTime(order),
      status: order.status,
      total: dollars(order.totalCents),
      currency: 'USD',
      items: [itemReply(order)],
    }))
  return { body: { status: 'success', page, limit, orders } }
}

const noCheck = {
  not_available: 'Validation is not available for this product',
  kindly_contact: 'Kindly contact your account manager to enable this API',
}

/** Accepts the id of a product page, never that of a variation. */
function validate(store: MooGoldStore, { body, fault }: Asked): MooGoldReply {
  if (fault?.outcome === 'refuse') return refusal(fault)
  const mode = store.settings().validate
  if (mode === 'not_available' || mode === 'kindly_contact') {
    return { body: { status: 'false', message: noCheck[mode] } }
  }
  const { 'product-id': product_id, ...data } = textFields((body.data as Record<string, unknown>) ?? {})
  const product = findProduct({ product_id })
  if (!product) return { error: '422', message: 'Wrong product ID or not authorised' }
  const [playerField = '', ...others] = fieldsOf(store, product)
  const player = data[playerField] ?? ''
  const isKnown = /^\d{4,15}$/.test(player) && !store.players()[player]?.invalid
  if (!isKnown || others.some((field) => !data[field])) {
    return { body: { status: 'false', message: 'Invalid User ID or Server ID' } }
  }
  const status = mode === 'success' ? 'success' : 'true'
  return { body: { status, message: 'Validated', username: playerName(player) } }
}

function productDetail(store: MooGoldStore, { body, fault }: Asked): MooGoldReply {
  if (fault?.outcome === 'refuse') return refusal(fault)
  const product = findProduct(body)
  if (!product) return { error: '422', message: 'Wrong product ID or not authorised' }
  const { priceAsText } = store.settings()
  const Variation = mooGoldVariations
    .filter((each) => each.product === product)
    .map((each) => ({
      variation_name: `${product.name} - ${each.name}`,
      variation_id: each.id,
      variation_price: priceAsText ? each.price : Number(each.price),
      stock_status: 'instock',
    }))
  const fields = fieldsOf(store, product).map((name) => ({ name, type: 'text' }))
  return { body: { Product_Name: product.name, Image_URL: '', Variation, fields } }
}

const fieldsOf = (store: MooGoldStore, product: MooGoldProduct): readonly string[] =>
  store.settings().fields[String(product.id)] ?? product.fields

const findProduct = (body: Record<string, unknown>) =>
  mooGoldProducts.find((product) => String(product.id) === String(body.product_id))

/** Fields that were not understood are not echoed. */
function understood({ account, fields: [player = '', server = ''] }: MooGoldOrder) {
  return { player_id: account[player] ?? '', server_id: account[server] ?? '' }
}

const refusal = (fault: Fault): MooGoldReply => ({
  error: fault.code ?? '114',
  message: fault.message ?? 'Product is out of stock',
})

const shopTime = (order: MooGoldOrder) => {
  const shifted = new Date(Date.parse(order.createdAt) + 8 * 3_600_000)
  return shifted.toISOString().slice(0, 19).replace('T', ' ')
}

function itemReply(order: MooGoldOrder): Record<string, unknown> {
  return {
    product: order.product,
    variation_id: order.variationId,
    quantity: order.quantity,
    price: dollars(order.totalCents),
    ...understood(order),
    voucher_code: order.status === 'completed' ? order.codes : [],
  }
}
