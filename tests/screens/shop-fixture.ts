import type { BrowserUser } from '@jhatpat/shared/contracts/accounts.ts'
import type { Item, Product } from '@jhatpat/shared/contracts/catalogue.ts'
import type { HomeGallery } from '@jhatpat/shared/contracts/gallery.ts'
import type { OrderState } from '@jhatpat/shared/contracts/order-state.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import type { PaymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
import type { WalletTransaction } from '@jhatpat/shared/contracts/wallet.ts'

/** Data of a shop for screen tests; a test sets what it is about. */

export function makeUser(more: Partial<BrowserUser> = {}): BrowserUser {
  return {
    _id: '665000000000000000000001',
    userid: 'U1001',
    name: 'Asha Rao',
    email: 'asha@jhatpat.test',
    mobilenumber: '9800000001',
    role: 'user',
    balance: 0,
    verified: 'true',
    isBlocked: 'false',
    ...more,
  }
}

export function makeProduct(more: Partial<Product> = {}): Product {
  return {
    _id: '665000000000000000000a01',
    productid: 'mobile-legends',
    name: 'Mobile Legends',
    type: 'MLBB',
    category: 'games',
    imgpath: '/media/mobile-legends.svg',
    importantnote: '',
    inputs: [{ label: 'User ID' }, { label: 'Zone ID' }],
    items: [1001],
    istrending: true,
    instock: true,
    isApi: true,
    apiType: 'SMILEBR',
    ...more,
  }
}

/** A product that our team delivers by hand, with no id check. */
export function makeManualProduct(more: Partial<Product> = {}): Product {
  const manual = { name: 'Free Fire', type: 'OTHER', isApi: false, apiType: 'OTHER' } as const
  return makeProduct({ ...manual, inputs: [{ label: 'Player ID' }, { label: 'In-game name' }], ...more })
}

let itemCount = 0

export function makeItem(more: Partial<Item> = {}): Item {
  itemCount += 1
  return {
    _id: `item-${itemCount}`,
    id: '13',
    itemid: 1000 + itemCount,
    name: `${itemCount} Diamonds`,
    imgpath: '/media/diamonds.svg',
    originalprice: 130,
    discountedprice: 109,
    resellprice: 104,
    inStock: true,
    isApi: true,
    apiType: 'SMILEBR',
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    __v: 0,
    ...more,
  }
}

export function makeGallery(more: Partial<HomeGallery> = {}): HomeGallery {
  const slides = (size: string) =>
    ['one', 'two', 'three'].map((name) => ({
      url: `/media/${name}-${size}.svg`,
      redirectUrl: name === 'two' ? '' : `/product/${name}`,
      title: `Offer ${name}`,
    }))
  return { CarouselMb: slides('mobile'), CarouselPc: slides('wide'), Popup: [], ...more }
}

/** The fields of an order, and of its state, that a test sets. */
export type OrderFacts = Partial<Omit<Order, 'state'>> & { state?: Partial<OrderState> | undefined }

/** @param hasState whether its state is included; an earlier version of the api sends none */
export function makeOrder({ state, ...facts }: OrderFacts = {}, hasState = true): Order {
  const order = plainOrder(facts)
  return hasState ? { ...order, state: { ...stateFor(order), ...state } } : order
}

/** The server's state of such an order, unless a test sets another. */
function stateFor(order: Order): OrderState {
  const { status, createdAt, updatedAt, delivery, units } = order
  const isOpen = status === 'Created' || status === 'Processing'
  const until = status === 'Processing' ? order.promisedBy : order.payBefore
  const pendingKind = delivery === 'manual' ? ('manual' as const) : ('supplier_answer' as const)
  return {
    waitingFor: status === 'Created' ? 'payment' : status === 'Processing' ? pendingKind : 'nothing',
    since: isOpen ? createdAt : updatedAt,
    ...(isOpen && until ? { until } : {}),
    units: { ...units, atSupplier: 0, unclear: 0, rejected: 0 },
    ...(status === 'Completed' ? { deliveredAt: updatedAt } : {}),
    partlyRefunded: 0,
    ...(isOpen ? {} : { endedAt: updatedAt }),
  }
}

function plainOrder(more: Partial<Order>): Order {
  const id = more.orderid ?? 'JP261121K7Q2MD'
  return {
    _id: `order-${id}`,
    orderid: id,
    client_txn_id: id,
    itemname: '284 Diamonds',
    status: 'Created',
    reason: '',
    input1: '123456789',
    input2: '1234',
    value: 345,
    paymentmode: 'upi',
    useremail: 'asha@jhatpat.test',
    createdAt: '2026-11-21T15:12:10.000Z',
    updatedAt: '2026-11-21T15:12:10.000Z',
    transactionid: '',
    revision: 1,
    version: 1,
    product: {
      _id: '665000000000000000000a01',
      productid: 'mobile-legends',
      name: 'Mobile Legends',
      imgpath: '/media/mobile-legends.svg',
      inputs: [{ label: 'User ID' }, { label: 'Zone ID' }],
    },
    itemimg: '/media/diamonds.svg',
    username: 'RaviOP',
    delivery: 'instant',
    units: { total: 1, delivered: 0 },
    credited: 0,
    timeline: [{ step: 'ordered', at: '2026-11-21T15:12:10.000Z' }],
    ...more,
  }
}

export function makeTransaction(more: Partial<WalletTransaction> = {}): WalletTransaction {
  return {
    txnid: 'JT261121K7Q2MD',
    type: 'Credit',
    status: 'Success',
    amount: 500,
    orderid: '',
    userid: 'U1001',
    useremail: 'asha@jhatpat.test',
    createdAt: '2026-11-21T14:00:00.000Z',
    updatedAt: '2026-11-21T14:00:00.000Z',
    note: 'Top-up by UPI',
    revision: 1,
    ...more,
  }
}

export function makePaymentPage(more: Partial<PaymentPage> = {}): PaymentPage {
  const link = 'upi://pay?pa=jhatpat@demobank&pn=Jhatpat&tr=JP261121K7Q2MD&am=345.00&cu=INR'
  return {
    client_txn_id: 'JP261121K7Q2MD',
    kind: 'order',
    status: 'created',
    amount: 345,
    title: '284 Diamonds',
    subtitle: 'Mobile Legends',
    imgpath: '/media/mobile-legends.svg',
    payee: 'Jhatpat',
    payBefore: new Date(Date.now() + 27 * 60_000).toISOString(),
    waitingFor: 'payer',
    upi: { bhim: link, gpay: `gpay:${link}`, phonepe: `phonepe:${link}`, paytm: `paytm:${link}` },
    gatewayUrl: 'http://gateway.test/pay/1',
    details: [{ label: 'User ID', value: '123456789' }],
    changeUrl: '/product/665000000000000000000a01',
    simulated: false,
    ...more,
  }
}
