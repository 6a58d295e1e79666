import { randomUUID } from 'node:crypto'
import * as payments from '@jhatpat/shared/contracts/payments.ts'
import { walletTransactions } from '@jhatpat/shared/contracts/wallet.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { JournalEntryModel, WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import {
  balanceOf,
  buy,
  ends,
  look,
  orderBody,
  pay,
  refusalOf,
  startTopUp,
  until,
} from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person
let reference = 405_588_000_000

beforeAll(async () => {
  service = await startService({ workers: true, env: { PAYMENT_POLL_MS: '60000' } })
  shop = await insertShop()
  meera = await service.as(await insertAdmin())
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  asha = await service.as(user)
  reference += 1
  await upi({ sameReference: String(reference) })
})
afterEach(async () => expect((await verifyLedger()).faults).toEqual([]))

const upi = (command: Record<string, unknown>) => service.simulators.control('upigateway', command)
const listed = async (id: string) =>
  (await meera.call(payments.paymentDiscrepancies)).filter((discrepancy) => discrepancy.client_txn_id === id)
const close = (id: string, answer: 'dismiss' | 'credit', person = meera) =>
  person.call(payments.resolveDiscrepancy, {
    params: { id },
    body: { answer, reason: 'asked the gateway' },
    idempotencyKey: randomUUID(),
  })

/** An order with a payment in review: its bank reference belongs to another order. */
async function orderInReview(): Promise<{ id: string; first: string; discrepancy: string }> {
  const first = await buy(asha, orderBody(user, shop.manual))
  await pay(service, first)
  await ends(asha, first, 'Processing')
  const id = await buy(asha, orderBody(user, shop.manual))
  await pay(service, id)
  const [discrepancy] = await until(
    () => listed(id),
    (discrepancies) => discrepancies.length === 1,
  )
  return { id, first, discrepancy: discrepancy!.id }
}

/** The same for a top-up of ₹500. */
async function topUpInReview(): Promise<{ id: string; discrepancy: string }> {
  await orderInReview()
  const id = await startTopUp(asha, user, 500)
  await pay(service, id)
  const [discrepancy] = await until(
    () => listed(id),
    (discrepancies) => discrepancies.length === 1,
  )
  return { id, discrepancy: discrepancy!.id }
}

describe('payment discrepancies', () => {
  it('are shown to admins only, with both references, the amount and the gateway’s answer', async () => {
    const { id, first } = await orderInReview()
    expect(await listed(id)).toMatchObject([
      {
        id: `${id}-D1`,
        kind: 'reference_reused',
        of: 'order',
        status: 'Created',
        gateway: 'upigateway',
        reported: String(reference),
        orderRef: first,
        vendorStatus: 'success',
        amount: 345,
        inReview: 345,
      },
    ])
    expect(await refusalOf(asha.call(payments.paymentDiscrepancies))).toMatchObject({ status: 403 })
    expect(await refusalOf(close(`${id}-D1`, 'credit', asha))).toMatchObject({ status: 403 })
  })

  it('are read by an index', async () => {
    for (const model of [OrderModel, WalletTransactionModel]) {
      const find = (model as typeof OrderModel).find({ 'payment.discrepancyAt': { $type: 'date' } })
      const plan = JSON.stringify(await find.sort({ 'payment.discrepancyAt': -1 }).explain('queryPlanner'))
      expect(plan).toContain('"indexName":"payment_discrepancies"')
      expect(plan).not.toContain('"stage":"SORT"')
    }
  })

  it('resolved as a credit pay the customer once when two admins resolve at once, and end the order', async () => {
    const { id, discrepancy } = await orderInReview()
    const other = await service.as(await insertAdmin())
    const people = Array.from({ length: 10 }, (_, index) => (index % 2 ? meera : other))
    const replies = await Promise.allSettled(people.map((person) => close(discrepancy, 'credit', person)))
    expect(replies.filter((reply) => reply.status === 'fulfilled')).toHaveLength(1)
    for (const reply of replies) {
      if (reply.status === 'rejected') expect(reply.reason).toMatchObject({ code: 'discrepancy_resolved' })
    }
    expect(await balanceOf(asha, user)).toBe(345)
    expect(await JournalEntryModel.countDocuments({ kind: 'reviewed_payment', ref: `${id}/D1` })).toBe(1)
    const order = await look(asha, id)
    expect(order).toMatchObject({ status: 'Refunded', credited: 345 })
    const credits = order.timeline.filter(({ amount }) => amount !== undefined)
    expect(credits).toMatchObject([{ step: 'refunded', amount: 345 }])
    expect(await listed(id)).toEqual([])
  })

  it('dismissed leave the order waiting for its own payment until it expires', async () => {
    const { id, discrepancy } = await orderInReview()
    expect(await close(discrepancy, 'dismiss')).toEqual({ id: discrepancy, credited: 0 })
    const order = await look(asha, id)
    expect(order).toMatchObject({ status: 'Created', credited: 0 })
    expect(order.isPaymentInReview).toBeUndefined()
    expect(await refusalOf(close(discrepancy, 'credit'))).toMatchObject({
      status: 409,
      code: 'discrepancy_resolved',
    })
    service.clock.advance(service.env.PAYMENT_WINDOW_MS + 1_000)
    await ends(asha, id, 'Failed')
    expect(await balanceOf(asha, user)).toBe(0)
  })

  it('are not reverted by a payment check that is running while they are resolved', async () => {
    const { id, discrepancy } = await orderInReview()
    for (let count = 0; count < 5; count += 1) {
      await upi({ resendWebhook: { client_txn_id: id } })
    }
    await Promise.all([close(discrepancy, 'credit'), look(asha, id), look(asha, id)])
    service.clock.advance(3_000)
    await look(asha, id)
    const { payment } = (await OrderModel.findById(id))!
    expect(payment?.discrepancies[0]?.resolution).toMatchObject({
      answer: 'credit',
      reason: 'asked the gateway',
    })
    expect(await balanceOf(asha, user)).toBe(345)
  })

  it('on an order that was bought are credited separately, and the customer is notified', async () => {
    await upi({ sameReference: '', reference: 'changing' })
    const id = await buy(asha, orderBody(user, shop.manual))
    await pay(service, id)
    await ends(asha, id, 'Processing')
    await upi({ resendWebhook: { client_txn_id: id } })
    const [discrepancy] = await until(
      () => listed(id),
      (discrepancies) => discrepancies.length > 0,
    )
    await close(discrepancy!.id, 'credit')
    expect(await look(asha, id)).toMatchObject({ status: 'Processing', credited: 345 })
    const mailTexts = () => service.simulators.journal('mail').map((entry) => String(entry.text))
    await until(
      async () => mailTexts().filter((text) => text.includes(id) && text.includes('The second ₹345')).length,
      (count) => count === 1,
    )
  })

  it('without money in review cannot be credited', async () => {
    await upi({ sameReference: '' })
    const id = await buy(asha, orderBody(user, shop.manual))
    await pay(service, id)
    await ends(asha, id, 'Processing')
    await upi({ reportedAmount: '300.00', resendWebhook: { client_txn_id: id } })
    const [discrepancy] = await until(
      () => listed(id),
      (discrepancies) => discrepancies.length === 1,
    )
    expect(discrepancy).toMatchObject({
      kind: 'amount_changed',
      known: '345.00',
      reported: '300.00',
      inReview: 0,
    })
    expect(await refusalOf(close(discrepancy!.id, 'credit'))).toMatchObject({
      code: 'discrepancy_without_money',
    })
    await close(discrepancy!.id, 'dismiss')
    expect(await listed(id)).toEqual([])
  })

  it('of a top-up credit the wallet in a transaction of their own', async () => {
    const { id, discrepancy } = await topUpInReview()
    expect(await listed(id)).toMatchObject([{ of: 'topup', inReview: 500, status: 'Created' }])
    expect(await close(discrepancy, 'credit')).toEqual({ id: discrepancy, credited: 500 })
    expect(await balanceOf(asha, user)).toBe(500)
    const transactions = await asha.call(walletTransactions, { params: { userid: user.userid } })
    expect(
      transactions.map((transaction) => [transaction.amount, transaction.status, transaction.note]),
    ).toContainEqual([500, 'Success', `Payment for ${id}, checked by our team`])
    const mailTexts = await until(
      async () => service.simulators.journal('mail').filter(({ subject }) => String(subject).endsWith(id)),
      (mails) => mails.length > 0,
    )
    expect(mailTexts.map(({ text }) => text)).toEqual([
      expect.stringContaining('We confirmed your payment of ₹500'),
    ])
  })
})

describe('a resolved discrepancy leaves one row in the audit log', () => {
  const cases = [
    { of: 'order', answer: 'credit', held: orderInReview, paise: 34_500 },
    { of: 'order', answer: 'dismiss', held: orderInReview, paise: 34_500 },
    { of: 'topup', answer: 'credit', held: topUpInReview, paise: 50_000 },
    { of: 'topup', answer: 'dismiss', held: topUpInReview, paise: 50_000 },
  ] as const
  it.each(cases)(
    'of $of, $answer: actor, address, reason and amount',
    async ({ of, answer, held: inReview, paise }) => {
      const { id, discrepancy } = await inReview()
      await close(discrepancy, answer)
      await refusalOf(close(discrepancy, answer))
      const rows = await auditRows({ target: `${of}:${id}` })
      expect(rows).toHaveLength(1)
      const [row] = rows
      expect(row).toMatchObject({ action: `discrepancy.${answer}`, reason: 'asked the gateway' })
      expect(row?.by.userId).toMatch(/^[0-9a-f]{24}$/)
      expect(row?.from).toMatch(/127\.0\.0\.1$/)
      expect(row?.requestId).toMatch(/^[0-9a-f-]{36}$/)
      expect(row?.before).toEqual({ discrepancy: 'D1', kind: 'reference_reused', amountPaise: paise })
      const credited = answer === 'credit' ? { creditedPaise: paise } : {}
      expect(row?.after).toEqual({ discrepancy: 'D1', resolution: answer, ...credited })
    },
  )
})
