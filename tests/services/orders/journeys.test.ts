import { randomUUID } from 'node:crypto'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import * as board from '@jhatpat/shared/contracts/board.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import * as orders from '@jhatpat/shared/contracts/orders.ts'
import * as wallet from '@jhatpat/shared/contracts/wallet.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { JournalEntryModel, WalletModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, giveMoney, look, orderBody, soldTo, until } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person

beforeAll(async () => {
  service = await startService({
    workers: true,
    env: { PAYMENT_WINDOW_MS: '1500', SUPPLIER_TIMEOUT_MS: '1500' },
  })
  shop = await insertShop()
  meera = await service.as(await insertAdmin({ name: 'Meera' }))
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  asha = await service.as(user)
})

const pay = (client_txn_id: string, amount?: string) =>
  service.simulators.control('upigateway', { pay: { client_txn_id, ...(amount ? { amount } : {}) } })

const ends = (id: string, status: Order['status']) =>
  until(
    () => look(asha, id),
    (order) => order.status === status,
  )

const balance = async () =>
  (await asha.call(wallet.walletBalance, { params: { userid: user.userid } })).balance

const deliveries = (vendor: 'smileone' | 'moogold', playerId: string) => soldTo(service, vendor, playerId)

/** Every journal entry sums to zero and each wallet is the sum of its postings. */
async function ledgerBalances(): Promise<void> {
  const entries = await JournalEntryModel.find().lean()
  const sums = new Map<string, number>()
  for (const entry of entries) {
    expect(entry.postings.reduce((sum, posting) => sum + posting.amountPaise, 0)).toBe(0)
    for (const { account, amountPaise } of entry.postings)
      sums.set(account, (sums.get(account) ?? 0) + amountPaise)
  }
  for (const one of await WalletModel.find().lean()) {
    expect(one.balancePaise).toBe(sums.get(`wallet:${one._id}`) ?? 0)
    expect(one.balancePaise).toBeGreaterThanOrEqual(0)
  }
}

describe('an order until its delivery', () => {
  it('PIPE-03 PIPE-04 completes a UPI order at Smile.one once it is paid, by its own polls', async () => {
    // The row is about polls: a callback would complete the order without them.
    await service.simulators.control('upigateway', { webhook: { lost: true } })
    const id = await buy(asha, orderBody(user, shop.diamonds, { input1: '700000001' }))
    expect((await look(asha, id)).status).toBe('Created')
    await pay(id)
    const order = await ends(id, 'Completed')
    expect(order.username).not.toBe('')
    expect(order.timeline.map((entry) => entry.step)).toEqual([
      'ordered',
      'paid',
      'sent',
      'unit_delivered',
      'completed',
    ])
    expect(deliveries('smileone', '700000001')).toHaveLength(1)
  })

  it('buys every unit of a bundle, one supplier order each', async () => {
    const id = await buy(asha, orderBody(user, shop.bundle, { input1: '700000002' }))
    await pay(id)
    const order = await ends(id, 'Completed')
    expect(order.units).toEqual({ total: 3, delivered: 3 })
    expect(deliveries('smileone', '700000002')).toHaveLength(3)
  })

  it('PIPE-05 waits for MooGold through processing until it has delivered', async () => {
    await giveMoney(user, 50_000)
    await service.simulators.control('moogold', { statuses: ['processing', 'processing', 'completed'] })
    const body = orderBody(user, shop.crystals, {
      input1: '700000003',
      input2: 'Asia',
      paymentmode: 'wallet',
    })
    const id = await buy(asha, body)
    await ends(id, 'Completed')
    expect(await balance()).toBe(155)
  })

  it('shows a manual order on the board, and its completion on the customer’s page', async () => {
    const board = await meera.socket()
    const rows: BoardOrder[] = []
    board.on('board.order_updated', (order) => rows.push(order))
    await new Promise((done) => board.emit('board.subscribe', {}, done))
    const id = await buy(
      asha,
      orderBody(user, shop.manual, { input1: 'neha.r@mail.test', input2: '9000000000' }),
    )
    const page = await asha.socket()
    const received: Order[] = []
    page.on('order.updated', (order) => received.push(order))
    await new Promise((done) => page.emit('order.subscribe', { client_txn_id: id }, done))
    await pay(id)
    const row = await until(
      async () => rows.find((one) => one.orderid === id),
      (one) => one?.status === 'Processing',
    )
    await meera.call(admin.assignOrder, { params: { id }, body: { action: 'assign' } })
    const body = { to: 'Completed' as const, version: row?.version ?? -1 }
    await meera.call(admin.transitionOrder, { params: { id }, body, idempotencyKey: randomUUID() })
    const last = await until(
      async () => received.at(-1),
      (order) => order?.status === 'Completed',
    )
    expect(received.map((order) => order.revision)).toEqual(
      [...received.map((order) => order.revision)].sort((a, b) => a - b),
    )
    expect(last?.timeline.at(-1)?.step).toBe('completed')
  })

  it('refunds once to the wallet when the supplier rejects the id for its region', async () => {
    const id = await buy(asha, orderBody(user, shop.diamonds, { input1: '10000004' }))
    await pay(id)
    const order = await ends(id, 'Refunded')
    expect(order.credited).toBe(345)
    expect(await balance()).toBe(345)
    await ledgerBalances()
  })

  it('fails an unpaid order, and credits a later payment, once', async () => {
    const id = await buy(asha, orderBody(user, shop.diamonds))
    await ends(id, 'Failed')
    await pay(id)
    await ends(id, 'Refunded')
    await service.simulators.control('upigateway', { resendWebhook: { client_txn_id: id } })
    expect(await balance()).toBe(345)
    await ledgerBalances()
  })

  it.each(['300', '400.50'])(
    'credits ₹%s paid for a ₹345 order to the wallet and buys nothing',
    async (amount) => {
      const id = await buy(asha, orderBody(user, shop.diamonds, { input1: '700000009' }))
      await pay(id, amount)
      await ends(id, 'Refunded')
      expect(await balance()).toBe(Number(amount))
      expect(deliveries('smileone', '700000009')).toHaveLength(0)
    },
  )

  it('leaves an order with unknown delivery to an admin, and buys nothing twice', async () => {
    const id = await buy(asha, orderBody(user, shop.diamonds, { input1: '10000005' }))
    await pay(id)
    const row = await until(
      async () => (await meera.call(board.processing)).find((one) => one.orderid === id),
      (one) => one?.pendingReason.kind === 'outcome_unknown',
    )
    expect(row?.status).toBe('Processing')
    expect(deliveries('smileone', '10000005')).toHaveLength(1)
  })

  it('adopts a MooGold order whose answer was lost, instead of ordering again', async () => {
    await giveMoney(user, 50_000)
    const body = orderBody(user, shop.crystals, { input1: '20000004', input2: 'Asia', paymentmode: 'wallet' })
    const id = await buy(asha, body)
    await ends(id, 'Completed')
    expect(deliveries('moogold', '20000004')).toHaveLength(1)
  })
})

describe('wallet top-up', () => {
  it('raises the balance by exactly the amount', async () => {
    const { data } = await asha.call(wallet.topUp, {
      body: { value: 500, userid: user.userid },
      idempotencyKey: randomUUID(),
    })
    await pay(data.client_txn_id)
    await until(balance, (rupees) => rupees === 500)
    const [transaction] = await asha.call(wallet.walletTransactions, { params: { userid: user.userid } })
    expect(transaction).toMatchObject({
      txnid: data.client_txn_id,
      type: 'Credit',
      status: 'Success',
      amount: 500,
    })
    await ledgerBalances()
  })
})

describe('a repeated request', () => {
  it('makes one order for one Idempotency-Key, however many arrive at once', async () => {
    const body = orderBody(user, shop.diamonds)
    const idempotencyKey = randomUUID()
    const replies = await Promise.allSettled(
      Array.from({ length: 20 }, () => asha.call(orders.createOrder, { body, idempotencyKey })),
    )
    const ids = replies.flatMap((reply) =>
      reply.status === 'fulfilled' ? [reply.value.data.client_txn_id] : [],
    )
    expect(ids.length).toBeGreaterThan(0)
    expect(new Set(ids).size).toBe(1)
    expect(await asha.call(orders.orderList, { params: { userId: user.userid } })).toHaveLength(1)
  })

  it('spends the last money of a wallet once when 20 orders race for it', async () => {
    await giveMoney(user, 34_500)
    const body = orderBody(user, shop.manual, { paymentmode: 'wallet' })
    const replies = await Promise.allSettled(Array.from({ length: 20 }, () => buy(asha, body)))
    expect(replies.filter((reply) => reply.status === 'fulfilled')).toHaveLength(1)
    expect(await balance()).toBe(0)
    await ledgerBalances()
  })
})
