import { paymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, ends, look, orderBody, pay, startTopUp, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

const minuteMs = 60_000

let service: Service
let shop: Shop
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService({ workers: true, env: { PAYMENT_POLL_MS: '150,60000' } })
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  asha = await service.as(user)
})
afterEach(async () => expect((await verifyLedger()).faults).toEqual([]))

const upi = (command: Record<string, unknown>) => service.simulators.control('upigateway', command)
const stored = async (id: string) => (await OrderModel.findById(id))!
const paymentOf = async (id: string) => (await stored(id)).payment!

/** Checks a payment again and waits until that is done. */
async function checkAgain(id: string): Promise<void> {
  const before = (await paymentOf(id)).checkCount
  await upi({ resendWebhook: { client_txn_id: id } })
  await until(
    async () => (await paymentOf(id)).checkCount,
    (polls) => polls > before,
  )
}

async function paidOrder(): Promise<string> {
  const id = await buy(asha, orderBody(user, shop.manual))
  await pay(service, id)
  await ends(asha, id, 'Processing')
  return id
}

describe('one payment with a varying bank reference', () => {
  it.each(['empty_first', 'changing', 'app_id'])(
    '%s: buys the order once and credits nothing',
    async (reference) => {
      await upi({ reference })
      const id = await paidOrder()
      for (const wait of [2 * minuteMs, 60 * minuteMs]) {
        service.clock.advance(wait)
        await checkAgain(id)
      }
      expect((await paymentOf(id)).captures).toHaveLength(1)
      expect(await balanceOf(asha, user)).toBe(0)
    },
  )

  it('shows the reference once the gateway has one', async () => {
    await upi({ reference: 'empty_first' })
    const id = await paidOrder()
    await checkAgain(id)
    await until(
      async () => (await look(asha, id)).transactionid,
      (reference) => /^\d{12}$/.test(reference),
    )
  })

  it('credits a top-up once', async () => {
    await upi({ reference: 'changing' })
    const id = await startTopUp(asha, user, 500)
    await pay(service, id)
    await until(
      () => balanceOf(asha, user),
      (rupees) => rupees === 500,
    )
    service.clock.advance(2 * minuteMs)
    const polls = async () => (await WalletTransactionModel.findById(id))!.payment!.checkCount
    const before = await polls()
    await upi({ resendWebhook: { client_txn_id: id } })
    await until(polls, (now) => now > before)
    expect(await balanceOf(asha, user)).toBe(500)
  })

  it('is one payment when the gateway has no id of its own for it', async () => {
    await upi({ reference: 'changing', withoutId: true })
    const id = await paidOrder()
    await checkAgain(id)
    await upi({ withoutId: false })
    await checkAgain(id)
    expect((await paymentOf(id)).captures).toHaveLength(1)
    expect(await balanceOf(asha, user)).toBe(0)
  })
})

describe('a payment that a person must check', () => {
  it('is recorded once when a known id has another reference, with both and the gateway’s answer', async () => {
    await upi({ reference: 'changing', secondPaymentId: 'same' })
    const id = await paidOrder()
    const [capture] = (await paymentOf(id)).captures
    await checkAgain(id)
    const [discrepancy] = await until(
      async () => (await paymentOf(id)).discrepancies,
      (discrepancies) => discrepancies.length > 0,
    )
    expect(discrepancy).toMatchObject({
      kind: 'reference_changed',
      known: capture?.bankReference,
      vendorStatus: 'success',
      resolution: null,
      reported: expect.stringMatching(/^\d{12}$/),
      inReviewPaise: 34_500,
      orderRef: id,
    })
  })

  it('buys nothing when its bank reference belongs to another order, and the order’s page says that we check', async () => {
    await upi({ sameReference: '405598765432' })
    const first = await paidOrder()
    const second = await buy(asha, orderBody(user, shop.manual))
    await pay(service, second)
    await until(
      async () => (await paymentOf(second)).discrepancies,
      (discrepancies) => discrepancies.length === 1,
    )
    expect((await paymentOf(second)).discrepancies[0]).toMatchObject({
      kind: 'reference_reused',
      reported: '405598765432',
      orderRef: first,
      inReviewPaise: 34_500,
    })
    expect(await look(asha, second)).toMatchObject({ status: 'Created', isPaymentInReview: true })
    const page = await asha.call(paymentPage, { params: { client_txn_id: second } })
    expect(page.waitingFor).toBe('check')
    service.clock.advance(service.env.PAYMENT_WINDOW_MS + minuteMs)
    await checkAgain(second)
    expect((await stored(second)).status).toBe('Created')
    expect(await balanceOf(asha, user)).toBe(0)
  })

  it('is not credited to a wallet when its bank reference belongs to an order', async () => {
    await upi({ sameReference: '405598765435' })
    await paidOrder()
    const id = await startTopUp(asha, user, 500)
    await pay(service, id)
    const { status, payment } = await until(
      async () => (await WalletTransactionModel.findById(id))!,
      (topUp) => topUp.payment?.discrepancies.length === 1,
    )
    expect(status).not.toBe('Success')
    expect(payment?.discrepancies).toMatchObject([{ kind: 'reference_reused', inReviewPaise: 50_000 }])
    expect(await balanceOf(asha, user)).toBe(0)
  })

  it('buys one of two orders that are paid at once with one reference, however they race', async () => {
    await upi({ sameReference: '405598765433', webhook: { lost: true } })
    const ids = await Promise.all([1, 2, 3].map(() => buy(asha, orderBody(user, shop.manual))))
    for (const id of ids) await pay(service, id)
    const all = await until(
      async () => {
        await Promise.all(ids.map((id) => look(asha, id)))
        return Promise.all(ids.map(stored))
      },
      (orders) =>
        orders.every((one) => one.status === 'Processing' || one.payment?.discrepancies.length === 1),
    )
    expect(all.filter((one) => one.status === 'Processing')).toHaveLength(1)
  })

  it('is recorded when a reference arrives late and belongs to another order, and nothing is reversed', async () => {
    await upi({ sameReference: '405598765434' })
    await paidOrder()
    await upi({ reference: 'empty_first' })
    const second = await paidOrder()
    await checkAgain(second)
    const { captures, discrepancies } = await until(
      () => paymentOf(second),
      (payment) => payment.discrepancies.length > 0,
    )
    expect(captures[0]?.bankReference).toBe('')
    expect(discrepancies).toMatchObject([
      { kind: 'reference_reused', reported: '405598765434', inReviewPaise: 0 },
    ])
  })

  it('is recorded when the amount differs between two checks', async () => {
    const id = await paidOrder()
    await upi({ reportedAmount: '400.00' })
    await checkAgain(id)
    await until(
      async () => (await paymentOf(id)).discrepancies.length,
      (count) => count === 1,
    )
    expect((await paymentOf(id)).discrepancies).toMatchObject([
      { kind: 'amount_changed', known: '345.00', reported: '400.00', inReviewPaise: 5_500 },
    ])
    expect((await paymentOf(id)).captures).toHaveLength(1)
  })
})
