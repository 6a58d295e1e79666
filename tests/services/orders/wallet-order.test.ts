import { randomUUID } from 'node:crypto'
import { createWalletOrder } from '@jhatpat/shared/contracts/orders.ts'
import * as wallet from '@jhatpat/shared/contracts/wallet.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import {
  JournalEntryModel,
  verifyBalances,
  WalletTransactionModel,
} from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, giveMoney, look, orderBody, refusalOf } from '../../support/buying.ts'
import { insertCustomer, insertReseller } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  user = await insertCustomer()
  asha = await service.as(user)
})

const fromWallet = (listing = shop.manual, buyer = user) =>
  orderBody(buyer, listing, { paymentmode: 'wallet' })
const place = (body: ReturnType<typeof orderBody>, person = asha) =>
  person.call(createWalletOrder, { body, idempotencyKey: randomUUID() })

describe('POST /order/createWalletOrder', () => {
  it('CALL-13 takes the money, and leads to the order’s page', async () => {
    await giveMoney(user, 50_000)
    const reply = await place(fromWallet())
    const id = reply.client_txn_id
    expect(reply.msg).toBe('Order placed.')
    expect(reply.redirect_url).toBe(`/confirmation?client_txn_id=${id}`)
    const order = await look(asha, id)
    expect(order).toMatchObject({ status: 'Processing', paymentmode: 'wallet', value: 345 })
    expect(await balanceOf(asha, user)).toBe(155)
    const [transaction] = await asha.call(wallet.walletTransactions, { params: { userid: user.userid } })
    expect(transaction).toMatchObject({ type: 'Debit', status: 'Success', amount: 345, orderid: id })
    expect(order.transactionid).toBe(transaction?.txnid)
    expect(order.timeline.map((entry) => entry.step)).toEqual(['ordered', 'paid', 'manual'])
  })

  it('CALL-13 needs a token', async () => {
    expect(await refusalOf(place(fromWallet(), service.guest))).toMatchObject({ status: 401 })
  })

  it('ROLE-03 ROLE-05 takes the resell price from resellers and the discounted price from all others', async () => {
    const ravi = await insertReseller()
    const reseller = await service.as(ravi)
    await Promise.all([giveMoney(ravi, 34_500), giveMoney(user, 34_500)])
    await place(fromWallet(shop.manual, ravi), reseller)
    await place(fromWallet())
    expect(await balanceOf(reseller, ravi)).toBe(20)
    expect(await balanceOf(asha, user)).toBe(0)
  })
})

describe('a wallet order that is refused', () => {
  it('for lack of money leads to the page that says so, and takes none', async () => {
    await giveMoney(user, 34_499)
    const refusal = await refusalOf(place(fromWallet()))
    expect(refusal).toMatchObject({ status: 402, code: 'insufficient_balance' })
    expect(refusal.reply).toMatchObject({
      redirect_url: '/balanceerror',
      msg: 'Please add funds to your wallet to complete the transaction.',
    })
    expect(await balanceOf(asha, user)).toBe(344.99)
    expect(await OrderModel.countDocuments({ userId: user._id })).toBe(0)
  })

  it.each([
    ['a wrong application key', { key: 'other' }, 'unknown_application_key'],
    ['the wrong payment mode', { paymentmode: 'upi' as const }, 'payment_mode_not_supported'],
    ['an unknown product', { product_id: 'no-such-product' }, 'product_not_found'],
    ['an unknown item', { itemid: 999_999 }, 'item_not_found'],
    ['an Indonesian id', { input1: '10000001' }, 'indonesian_id'],
    ['an id that the supplier refuses', { input1: '10000002' }, 'player_not_eligible'],
  ])('for %s says so in msg, and takes no money', async (_what, more, code) => {
    await giveMoney(user, 50_000)
    const refusal = await refusalOf(place({ ...fromWallet(shop.diamonds), ...more }))
    expect(refusal.code).toBe(code)
    expect(refusal.reply.msg).toBe(refusal.message)
    expect(await balanceOf(asha, user)).toBe(500)
  })

  it('for another customer’s user id, even with a full wallet', async () => {
    await giveMoney(user, 50_000)
    const other = await insertCustomer()
    await giveMoney(other, 50_000)
    expect(await refusalOf(place(fromWallet(shop.manual, other)))).toMatchObject({ status: 404 })
    expect(await balanceOf(asha, user)).toBe(500)
  })
})

describe('concurrent wallet orders', () => {
  it('spend the last money of a wallet exactly once', async () => {
    await giveMoney(user, 3 * 34_500 + 34_499)
    const replies = await Promise.allSettled(Array.from({ length: 50 }, () => buy(asha, fromWallet())))
    const refused = replies.flatMap((reply) => (reply.status === 'rejected' ? [reply.reason.code] : []))
    expect(replies.length - refused.length).toBe(3)
    expect(new Set(refused)).toEqual(new Set(['insufficient_balance']))
    expect(await balanceOf(asha, user)).toBe(344.99)
    expect(await JournalEntryModel.countDocuments({ 'postings.account': `wallet:${user._id}` })).toBe(4)
    expect((await verifyBalances()).faults).toEqual([])
  })

  it('each return the balance after them, and a refused one delays no other', async () => {
    const poor = await insertCustomer()
    const ben = await service.as(poor)
    await giveMoney(user, 40 * 34_500)
    const [ids, refused] = await Promise.all([
      Promise.all(Array.from({ length: 40 }, () => buy(asha, fromWallet()))),
      Promise.allSettled(Array.from({ length: 10 }, () => buy(ben, fromWallet(shop.manual, poor)))),
    ])
    expect(refused.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(
      Array.from({ length: 10 }, () => 'insufficient_balance'),
    )
    const transactions = await WalletTransactionModel.find({ userId: user._id }).lean()
    const afters = transactions
      .map(({ after }) => after!)
      .toSorted((one, other) => one.version - other.version)
    expect(afters.map(({ version, balancePaise }) => [version, balancePaise])).toEqual(
      Array.from({ length: 40 }, (_, index) => [index + 2, (39 - index) * 34_500]),
    )
    expect(transactions.map(({ orderid }) => orderid).toSorted()).toEqual(ids.toSorted())
    expect(await WalletTransactionModel.countDocuments({ userId: poor._id })).toBe(0)
    expect(await OrderModel.countDocuments({ userId: { $in: [user._id, poor._id] } })).toBe(40)
    expect((await verifyBalances()).faults).toEqual([])
  })

  it('are stored as their schemas would store them, though written past them', async () => {
    await giveMoney(user, 3 * 34_500)
    const ids = await Promise.all([1, 2, 3].map(() => buy(asha, fromWallet(shop.diamonds))))
    const stored = [
      ...(await OrderModel.find({ _id: { $in: ids } }).lean()).map(
        (one) => [one, new OrderModel(one)] as const,
      ),
      ...(await WalletTransactionModel.find({ userId: user._id }).lean()).map(
        (one) => [one, new WalletTransactionModel(one)] as const,
      ),
      ...(await JournalEntryModel.find({ ref: { $in: ids } }).lean()).map(
        (one) => [one, new JournalEntryModel(one)] as const,
      ),
    ]
    expect(stored).toHaveLength(9)
    for (const [raw, hydrated] of stored) {
      await hydrated.validate()
      expect(raw).toEqual(hydrated.toObject())
    }
  })
})
