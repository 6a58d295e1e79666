import { type PaymentTrace, tracePayment } from '@jhatpat/shared/contracts/payment-trace.ts'
import type { ResultOf } from '@jhatpat/shared/contracts/route.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { fulfilOrder, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { JournalEntryModel, verifyBalances } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, ends, giveMoney, orderBody, pay, refusalOf } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { removeRedisKeys } from '../../support/redis-keys-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

type Answer = ResultOf<typeof tracePayment>
type Kinds = Record<'bank' | 'ledger' | 'supplier', PaymentTrace['kind']>

let service: Service
let shop: Shop
let user: IUser
let asha: Person

beforeAll(async () => {
  // No workers run: everything happens in reply to a call.
  service = await startService({ env: { SUPPLIER_TIMEOUT_MS: '20000', PAYMENT_CHECK_GAP_MS: '300' } })
  await service.startAnotherApi()
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('all')
  await removeRedisKeys(service.deps.redis, service.env.QUEUE_PREFIX, 'breaker:')
  await upi({ webhook: { lost: true } })
  await moogold({ webhook: { lost: true } })
  user = await insertCustomer()
  asha = await service.as(user)
})
afterEach(async () => expect((await verifyBalances()).faults).toEqual([]))

const upi = (command: Record<string, unknown>) => service.simulators.control('upigateway', command)
const moogold = (command: Record<string, unknown>) => service.simulators.control('moogold', command)
const trace = (id: string, who = asha) => who.call(tracePayment, { params: { client_txn_id: id } })
const kinds = ({ bank, ledger, supplier }: Answer): Kinds => ({
  bank: bank.kind,
  ledger: ledger.kind,
  supplier: supplier.kind,
})
const byUpi = () => buy(asha, orderBody(user, shop.manual))
const stored = async (id: string) => (await OrderModel.findById(id).lean())!

/** A reply, checked to arrive within the time that customers were promised. */
async function inTime(id: string): Promise<Answer> {
  const begun = performance.now()
  const answer = await trace(id)
  expect(performance.now() - begun).toBeLessThan(8_000)
  return answer
}

/** Ways in which an answer is missing: it comes after ten seconds, is an error, or breaks off. */
const failureModes = [
  ['takes 10 s', { outcome: 'ok', replyDelayMs: 10_000 }],
  ['answers 502', { outcome: 'http500' }],
  ['is cut off', { outcome: 'cut_json' }],
] as const

describe('the gateway', () => {
  it('that has the money lets the order continue, also when its answer takes a second', async () => {
    const id = await byUpi()
    await pay(service, id)
    await upi({ next: { outcome: 'ok', call: 'check_order_status', replyDelayMs: 1_000 } })
    const answer = await inTime(id)
    expect(answer.order).toMatchObject({ status: 'Processing', revision: expect.any(Number) })
    expect(kinds(answer)).toEqual({ bank: 'answered', ledger: 'answered', supplier: 'not_asked' })
    expect(answer.data.status).toBe('paid')
    expect(kinds(await trace(id)).bank).toBe('known')
  })

  it('that has no money is polled until the order expires, and the reply says so', async () => {
    const id = await byUpi()
    const answer = await inTime(id)
    expect(answer.order.status).toBe('Created')
    expect(kinds(answer)).toEqual({ bank: 'answered', ledger: 'answered', supplier: 'not_asked' })
    expect(answer.watchedUntil).toBe((await stored(id)).payment?.payBefore.toISOString())
  })

  it.each(failureModes)(
    'that %s is reported as unresponsive, and nothing is concluded',
    async (_what, fault) => {
      const id = await byUpi()
      await pay(service, id)
      await upi({ next: { ...fault, call: 'check_order_status', times: 3 } })
      const answer = await inTime(id)
      expect(answer.order.status).toBe('Created')
      expect(kinds(answer)).toEqual({ bank: 'silent', ledger: 'answered', supplier: 'not_asked' })
    },
  )

  it('that has money of an expired order credits it to the wallet, once, and the order says so', async () => {
    const id = await byUpi()
    service.clock.advance(service.env.PAYMENT_WINDOW_MS + 1_000)
    await ends(asha, id, 'Failed')
    service.clock.advance(1_000)
    const before = await trace(id)
    expect(before.order.status).toBe('Failed')
    const fiveDaysMs = 120 * 3_600_000
    expect(Date.parse(before.watchedUntil!)).toBe((await stored(id)).createdAt.getTime() + fiveDaysMs)
    await pay(service, id)
    service.clock.advance(1_000)
    const answer = await trace(id)
    expect(answer.order).toMatchObject({ status: 'Refunded', credited: 345 })
    expect(kinds(answer)).toEqual({ bank: 'answered', ledger: 'answered', supplier: 'not_asked' })
    expect(await balanceOf(asha, user)).toBe(345)
    await Promise.all([trace(id), trace(id)])
    expect(await balanceOf(asha, user)).toBe(345)
  })

  it('is asked once for ten calls at once at two processes, and all get its answer', async () => {
    const id = await byUpi()
    await pay(service, id)
    await upi({ next: { outcome: 'ok', call: 'check_order_status', replyDelayMs: 700 } })
    const polls = (await stored(id)).payment?.checkCount ?? 0
    const elsewhere = await service.as(user, 1)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => trace(id, index % 2 ? elsewhere : asha)),
    )
    expect(new Set(answers.map(({ bank }) => bank.kind))).toEqual(new Set(['answered']))
    expect(new Set(answers.map(({ order }) => order.status))).toEqual(new Set(['Processing']))
    expect((await stored(id)).payment?.checkCount).toBe(polls + 1)
    expect(await JournalEntryModel.countDocuments({ _id: { $regex: `^order_payment:${id}/` } })).toBe(1)
  })
})

describe('the supplier', () => {
  let players = 0
  /** An order that MooGold has accepted and will not report by a callback. */
  async function atMooGold(statuses: readonly string[]): Promise<string> {
    await giveMoney(user, 34_500)
    await moogold({ statuses })
    players += 1
    const input1 = String(861_000_000 + players)
    const body = orderBody(user, shop.crystals, { input1, input2: 'Asia', paymentmode: 'wallet' })
    const id = await buy(asha, body)
    await fulfilOrder(service.deps, id, (await stored(id)).due.fulfil.seq)
    expect((await stored(id)).units[0]).toMatchObject({ state: 'sending' })
    return id
  }

  it('that has delivered completes the order', async () => {
    const id = await atMooGold(['processing', 'completed'])
    // The simulator advances one status with each poll.
    await trace(id)
    const answer = await inTime(id)
    expect(answer.order.status).toBe('Completed')
    expect(kinds(answer)).toEqual({ bank: 'not_asked', ledger: 'answered', supplier: 'answered' })
    expect(answer.watchedUntil).toBeUndefined()
    expect(kinds(await trace(id)).supplier).toBe('known')
  })

  it('that refunded the purchase ends the order with a refund, once for ten calls at once', async () => {
    const id = await atMooGold(['processing', 'refunded'])
    await trace(id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => trace(id)))
    expect(new Set(answers.map(({ order }) => order.status))).toEqual(new Set(['Refunded']))
    expect(await balanceOf(asha, user)).toBe(345)
  })

  it('that has not decided is polled further, until the promised time', async () => {
    const id = await atMooGold(['processing'])
    const due = (await stored(id)).due.fulfil
    const answer = await inTime(id)
    expect(answer.order.status).toBe('Processing')
    expect(kinds(answer).supplier).toBe('answered')
    expect(answer.watchedUntil).toBe(answer.order.promisedBy)
    expect((await stored(id)).due.fulfil).toEqual(due)
  })

  it.each(failureModes)('that %s is reported as unresponsive, and changes nothing', async (_what, fault) => {
    const id = await atMooGold(['processing', 'completed'])
    const { units, due } = await stored(id)
    await moogold({ next: { ...fault, call: '*', times: 3 } })
    const answer = await inTime(id)
    expect(kinds(answer)).toEqual({ bank: 'not_asked', ledger: 'answered', supplier: 'silent' })
    expect(await stored(id)).toMatchObject({ status: 'Processing', units, due })
  })
})

describe('our ledger', () => {
  it('that contradicts the order is reported', async () => {
    await giveMoney(user, 34_500)
    const id = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    await OrderModel.updateOne({ _id: id }, { $set: { pricePaise: 34_400 } })
    expect(kinds(await trace(id)).ledger).toBe('differ')
    await OrderModel.updateOne({ _id: id }, { $set: { pricePaise: 34_500 } })
    expect(kinds(await trace(id)).ledger).toBe('answered')
  })
})

it('limits one person to twelve calls a minute', async () => {
  const id = await byUpi()
  const refused = await Promise.allSettled(Array.from({ length: 14 }, () => trace(id)))
  expect(refused.filter(({ status }) => status === 'rejected')).toHaveLength(2)
  expect(await refusalOf(trace(id))).toMatchObject({ status: 429, code: 'too_many_requests' })
})
