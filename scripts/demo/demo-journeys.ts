import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import { NetworkError } from '@jhatpat/shared/contracts/client.ts'
import type { OrderStatus } from '@jhatpat/shared/contracts/order-status.ts'
import * as orders from '@jhatpat/shared/contracts/orders.ts'
import * as wallet from '@jhatpat/shared/contracts/wallet.ts'
import { type Person, personOf } from '../../tests/support/person.ts'
import { createNetworkLink } from '../../tests/support/tcp-proxy.ts'
import type { Shop, Wish } from './shop.ts'
import { type Note, subscribeBoard, subscribeOrder } from './watch.ts'

export type Journey = { letter: string; title: string; run(shop: Shop, note: Note): Promise<void> }

const diamonds: Wish = {
  product: 'mobile-legends',
  item: '86 Diamonds',
  input1: '612000001',
  input2: '2001',
  paymentmode: 'upi',
}

export const journeys: readonly Journey[] = [
  {
    letter: 'a',
    title: 'UPI, Mobile Legends (SMILEBR), 86 diamonds, id checked first',
    run: checkedDiamonds,
  },
  { letter: 'b', title: 'UPI, three units at SMILEPH', run: threeUnits },
  { letter: 'c', title: 'Wallet, Genshin at MooGold, processing twice', run: genshinFromWallet },
  { letter: 'd', title: 'UPI, delivered manually from the admins’ board', run: deliverManually },
  { letter: 'e', title: 'The supplier refuses the id for its region', run: refused },
  {
    letter: 'f',
    title: 'The order is never paid',
    run: (shop, note) => leaveUnpaid(shop, note).then(() => undefined),
  },
  { letter: 'g', title: 'The money comes after the order was closed', run: lateMoney },
  { letter: 'h', title: 'Top-up of ₹500', run: topUp },
  { letter: 'i', title: 'The same createOrder twice with one Idempotency-Key', run: sameKey },
  { letter: 'j', title: 'The reply to a wallet order is cut, and the button tapped again', run: cutReply },
]

async function checkedDiamonds(shop: Shop, note: Note): Promise<void> {
  const items = { selectedProduct: diamonds.product, selectedItem: 1001 }
  const check = await shop.customer.call(orders.checkId, {
    body: { userid: diamonds.input1, zoneid: diamonds.input2, ...items },
  })
  expect(check.message === 'success' && check.username !== '', 'the id is found')
  note(`Username: ${check.username}`)
  await payAndFollow(shop, note, { wish: diamonds, ending: 'Completed' })
  expect((await shop.delivered('smileone', diamonds.input1)) === 1, 'one supplier order')
}

async function threeUnits(shop: Shop, note: Note): Promise<void> {
  const wish: Wish = { ...diamonds, product: 'mobile-legends-ph', item: '669 Diamonds', input1: '612000002' }
  await payAndFollow(shop, note, { wish, ending: 'Completed' })
  const count = await shop.delivered('smileone', wish.input1)
  note(`${count} supplier orders`)
  expect(count === 3, 'three supplier orders')
}

async function genshinFromWallet(shop: Shop, note: Note): Promise<void> {
  await fillWallet(shop, note, 1_000)
  await shop.set('moogold', { statuses: ['processing', 'processing', 'completed'] })
  const before = await shop.balance()
  const id = await shop.buy({
    product: 'genshin-impact',
    item: '60 Genesis Crystals',
    input1: '812000003',
    input2: 'Asia',
    paymentmode: 'wallet',
  })
  note(`${id} placed and paid`)
  const page = await subscribeOrder(shop.customer, id, note)
  const order = await page.until(isNow('Completed'), 'Completed')
  expect(cents(await shop.balance()) === cents(before) - cents(order.value), 'the wallet paid the price once')
}

async function deliverManually(shop: Shop, note: Note): Promise<void> {
  const board = await subscribeBoard(shop.admin)
  const wish: Wish = {
    product: 'sitara-plus',
    item: 'Premium, 1 month',
    input1: 'asha@mail.test',
    input2: '9000000001',
    paymentmode: 'upi',
  }
  const { id, page } = await order(shop, note, wish)
  await shop.pay(id)
  const row = await board.until((one) => one.orderid === id, 'the row on the board')
  note(`on the board: ${row.pendingReason.kind}`)
  await shop.admin.call(admin.assignOrder, { params: { id }, body: { action: 'assign' } })
  const body = { to: 'Completed' as const, version: row.version }
  await shop.admin.call(admin.transitionOrder, { params: { id }, body, idempotencyKey: randomUUID() })
  await page.until(isNow('Completed'), 'Completed')
}

async function refused(shop: Shop, note: Note): Promise<void> {
  const before = await shop.balance()
  await payAndFollow(shop, note, { wish: { ...diamonds, input1: '10000004' }, ending: 'Refunded' })
  const after = await shop.balance()
  note(`wallet ₹${before} → ₹${after}`)
  expect(cents(after) - cents(before) === 109_00, 'the wallet has the price back, once')
}

async function leaveUnpaid(shop: Shop, note: Note): Promise<string> {
  const { id, page } = await order(shop, note, { ...diamonds, input1: '612000006' })
  await page.until(isNow('Failed'), 'Failed')
  return id
}

async function lateMoney(shop: Shop, note: Note): Promise<void> {
  const before = await shop.balance()
  const id = await leaveUnpaid(shop, note)
  const page = await subscribeOrder(shop.customer, id, note)
  await shop.pay(id)
  await page.until(isNow('Refunded'), 'Refunded')
  expect(cents(await shop.balance()) - cents(before) === 109_00, 'the late money is in the wallet, once')
  expect((await shop.delivered('smileone', '612000006')) === 0, 'nothing was bought')
}

async function topUp(shop: Shop, note: Note): Promise<void> {
  const before = await shop.balance()
  await fillWallet(shop, note, 500)
  expect(cents(await shop.balance()) - cents(before) === 500_00, 'the balance rose by exactly 500.00')
}

async function sameKey(shop: Shop, note: Note): Promise<void> {
  const before = await countOrders(shop)
  const key = randomUUID()
  const first = await shop.buy(diamonds, key)
  const second = await shop.buy(diamonds, key)
  note(`${first} and ${second}`)
  expect(first === second && (await countOrders(shop)) === before + 1, 'one order')
}

async function cutReply(shop: Shop, note: Note): Promise<void> {
  await fillWallet(shop, note, 200)
  const wish: Wish = { ...diamonds, input1: '612000010', paymentmode: 'wallet' }
  const before = { orders: await countOrders(shop), balance: await shop.balance() }
  const wire = await openBreakableConnection(shop)
  const key = randomUUID()
  try {
    wire.cutReplyTo('createWalletOrder')
    const failure = await shop.buy(wish, key, wire.person).catch((error: unknown) => error)
    expect(failure instanceof NetworkError, 'no answer came')
    note(`the order was sent, its reply was cut: ${String(failure)}`)
    wire.mend()
    const id = await shop.buy(wish, key, wire.person)
    note(`${id} by the second request`)
    const page = await subscribeOrder(shop.customer, id, note)
    const order = await page.until(isNow('Completed'), 'Completed')
    expect((await countOrders(shop)) === before.orders + 1, 'one order')
    expect(cents(await shop.balance()) === cents(before.balance) - cents(order.value), 'paid once')
    expect((await shop.delivered('smileone', wish.input1)) === 1, 'one supplier order')
  } finally {
    await wire.close()
  }
}

async function countOrders(shop: Shop): Promise<number> {
  return (await shop.customer.call(orders.orderList, { params: { userId: shop.user.userid } })).length
}

async function order(shop: Shop, note: Note, wish: Wish) {
  const id = await shop.buy(wish)
  note(`${id} placed`)
  return { id, page: await subscribeOrder(shop.customer, id, note) }
}

async function payAndFollow(
  shop: Shop,
  note: Note,
  plan: { wish: Wish; ending: OrderStatus },
): Promise<void> {
  const { id, page } = await order(shop, note, plan.wish)
  await shop.pay(id)
  note('paid in the UPI app')
  await page.until(isNow(plan.ending), plan.ending)
}

async function fillWallet(shop: Shop, note: Note, rupees: number): Promise<void> {
  const body = { value: rupees, userid: shop.user.userid }
  const { data } = await shop.customer.call(wallet.topUp, { body, idempotencyKey: randomUUID() })
  const socket = await shop.customer.socket()
  const arrived = new Promise<void>((done) => {
    socket.on('topup.updated', (line) => {
      if (line.txnid === data.client_txn_id && line.status === 'Success') done()
    })
  })
  await new Promise((done) => socket.emit('topup.subscribe', { client_txn_id: data.client_txn_id }, done))
  await shop.pay(data.client_txn_id)
  await arrived
  note(`${data.client_txn_id} Success: ₹${rupees} in the wallet`)
}

const isNow = (status: OrderStatus) => (view: { status: OrderStatus }) => view.status === status

const cents = (rupees: number) => Math.round(rupees * 100)

function expect(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`failed: ${what}`)
}

type BreakableConnection = {
  /** The demo's customer, through this connection. */
  person: Person
  /** Forwards the next request that contains this text and breaks the connection when its reply arrives. */
  cutReplyTo(word: string): void
  mend(): void
  close(): Promise<void>
}

/** A TCP connection to the shop that can be broken between a request and its reply. */
async function openBreakableConnection(shop: Pick<Shop, 'port' | 'customer'>): Promise<BreakableConnection> {
  const link = await createNetworkLink(shop.port)
  const person = personOf(`http://127.0.0.1:${link.port}`, shop.customer.token)
  return {
    person,
    cutReplyTo: (word) => {
      let isSent = false
      link.filter((data, way) => {
        if (way === 'out' && data.includes(word)) isSent = true
        if (way === 'out' || !isSent) return 'pass'
        link.reset()
        return 'drop'
      })
    },
    mend: () => link.filter(undefined),
    close: async () => {
      person.close()
      await link.close()
    },
  }
}
