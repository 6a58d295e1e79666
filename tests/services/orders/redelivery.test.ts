import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { orderReceipt } from '@jhatpat/shared/contracts/receipts.ts'
import * as redeliveries from '@jhatpat/shared/contracts/redeliveries.ts'
import { auditTarget } from '@jhatpat/shared/domain/audit/index.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { notifyOrder, type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { BalanceModel } from '@jhatpat/shared/domain/purchasing/index.ts'
import { readBalanceNow } from '@jhatpat/shared/domain/suppliers/index.ts'
import { JournalEntryModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { IdempotencyKeyModel } from '@jhatpat/shared/platform/idempotency-model.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { balanceOf, buy, ends, giveMoney, look, orderBody, refusalOf, until } from '../../support/buying.ts'
import { insertAdmin } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { noTimeouts, setUpUnresolved } from '../board/unresolved-orders.ts'
import { emitRequest } from '../realtime/socket-requests.ts'
import { giveUpAs, type RedeliveryMore, redeliverAs, againText as text } from './redelivery-calls.ts'
import { decideAs, replyAs, reportAs, resolveAs } from './ticket-calls.ts'

const at = setUpUnresolved(noTimeouts)
afterEach(async () => expect((await verifyLedger()).faults).toEqual([]))

const find = async (id: string) => (await OrderModel.findById(id).lean<OrderDoc>())!
const rupees = () => balanceOf(at.customer.asha, at.customer.user)
const mine = () => at.customer.asha
let players = 0
const aPlayer = () => String(881_000_000 + ++players)

/** Delivered by its supplier, or by an admin, and reported. */
async function reported(listing: Listing = at.shop.diamonds, player = aPlayer()): Promise<string> {
  const body = orderBody(at.customer.user, listing, { input1: player, paymentmode: 'wallet' })
  const id = await buy(mine(), body)
  if (listing === at.shop.manual) await decideAs(at.staff.meera, id, 'Completed')
  await ends(mine(), id, 'Completed')
  await reportAs(mine(), id, {})
  return id
}
/** The same as a manual order, so that nothing changes by itself. */
const reportedManualOrder = () => reported(at.shop.manual)

type RedeliverInput = RedeliveryMore & { who?: Person }
const again = (id: string, { who = at.staff.meera, ...more }: RedeliverInput = {}) =>
  redeliverAs(who, id, more)
const giveUp = (id: string, who = at.staff.meera, readCount = 0) => giveUpAs(who, id, readCount)
const termsOf = (id: string) => at.staff.meera.call(redeliveries.redeliveryQuote, { params: { id } })
const secondOf = async (id: string) => (await find(id)).redelivery!.orderid
const refuseNext = (player: string, outcomes: readonly string[] = ['refuse']) =>
  at.service.simulators.control('smileone', {
    next: outcomes.map((outcome) => ({ outcome, match: { userid: player } })),
  })
const postingsOf = (id: string) => JournalEntryModel.countDocuments({ ref: id })
const succeeded = (calls: readonly PromiseSettledResult<unknown>[]) =>
  calls.filter(({ status }) => status === 'fulfilled')
async function mailsAbout(id: string): Promise<string[]> {
  const { _id, due } = await find(id)
  await notifyOrder(at.service.deps, _id, due.notify.seq)
  const all = at.service.simulators
    .journal('mail')
    .map(({ to, subject }) => ({ to: String(to), subject: String(subject) }))
  return all
    .filter(({ to, subject }) => to.includes(at.customer.user.email) && subject.includes(id))
    .map(({ subject }) => subject.split(':')[0]!)
}

describe('a ticket that is resolved by a redelivery', () => {
  it('makes an order that costs nothing, is bought at the supplier, and names the order it replaces', async () => {
    const player = aPlayer()
    const id = await reported(at.shop.diamonds, player)
    const socket = await mine().socket()
    await emitRequest(socket, 'order.subscribe', { client_txn_id: id })
    const live = new Promise<Order>((resolve) => socket.once('order.updated', resolve))
    const before = await rupees()
    const answered = await again(id)
    expect(answered).toMatchObject({ status: 'Completed', nextSteps: [], ticket: { status: 'resolved' } })
    const second = await secondOf(id)
    expect((await live).redelivery).toMatchObject({ orderid: second, state: 'in_progress' })
    const done = await ends(mine(), second, 'Completed')
    expect(done).toMatchObject({
      redeliveryOf: id,
      value: 0,
      credited: 0,
      input1: player,
      itemname: '86 Diamonds',
      units: { total: 1, delivered: 1 },
    })
    expect(done.points).toBeUndefined()
    expect(done.timeline.map(({ step }) => step)).not.toContain('paid')
    expect(at.staff.sold(player)).toBe(2)
    expect([await rupees(), await postingsOf(second)]).toEqual([before, 0])
    const first = await look(mine(), id)
    expect(first.redelivery).toMatchObject({ orderid: second, state: 'arrived' })
    expect(first.timeline.slice(-2)).toMatchObject([
      { step: 'redelivered', reason: text, reference: second },
      { step: 'redelivery_arrived', reference: second },
    ])
    expect(JSON.stringify(first)).not.toContain('Meera')
    const params = { params: { client_txn_id: second } }
    expect(await refusalOf(mine().call(orderReceipt, params))).toMatchObject({ code: 'not_paid' })
    const acts = await auditRows({ target: auditTarget.order(id) })
    expect(acts.map(({ action }) => action)).toContain('order.ticket_redeliver')
    await until(
      () => mailsAbout(id),
      (mails) => mails.includes('Reply to your ticket'),
    )
  })

  it('shows its cost and the supplier’s balance first, and is refused where that is too little', async () => {
    const id = await reported(at.shop.bundle)
    await readBalanceNow(at.service.deps, 'SMILEPH')
    const { blockedReason, cost, balance, units } = await termsOf(id)
    expect({ blockedReason, packs: units.length }).toEqual({ blockedReason: '', packs: 3 })
    expect(cost!.amount).toBeGreaterThan(0)
    expect(cost!.unit).toBe(balance!.unit)
    await BalanceModel.updateOne({ _id: 'SMILEPH' }, { $set: { amount: '0.5', forecast: null } })
    expect((await termsOf(id)).blockedReason).toContain('SMILEPH has 0.5')
    expect(await refusalOf(again(id))).toMatchObject({ status: 409, code: 'transition_not_allowed' })
    expect((await find(id)).redelivery).toBeNull()
    await BalanceModel.updateOne({ _id: 'SMILEPH' }, { $set: { amount: '900' } })
    expect((await termsOf(id)).blockedReason).toBe('')
  })

  it('waits until the customer’s latest message was read, and so does giving it up', async () => {
    const id = await reportedManualOrder()
    await replyAs(mine(), id, 'It is here now, thank you')
    expect(await refusalOf(again(id, { readCount: 0 }))).toMatchObject({
      status: 409,
      code: 'ticket_unread_messages',
    })
    expect(await OrderModel.countDocuments({ redeliveryOf: id })).toBe(0)
    await again(id, { readCount: 1 })
    const second = await secondOf(id)
    await decideAs(at.staff.meera, second, 'Completed')
    await reportAs(mine(), second, {})
    await replyAs(mine(), second, 'It came after all')
    expect(await refusalOf(giveUp(second))).toMatchObject({ status: 409, code: 'ticket_unread_messages' })
    expect((await find(id)).redelivery?.state).toBe('arrived')
    await giveUp(second, at.staff.meera, 1)
    expect((await find(id)).redelivery?.state).toBe('failed')
  })

  it('is refused to staff who may not refund as much alone, to support, and for an order that was not reported', async () => {
    const id = await reportedManualOrder()
    const sana = await at.service.as(await insertAdmin({ name: 'Sana', staffRole: 'support' }))
    expect(await refusalOf(again(id, { who: sana }))).toMatchObject({ status: 403 })
    await OrderModel.updateOne({ _id: id }, { $set: { partlyRefundedPaise: -100_000_000 } })
    expect(await refusalOf(again(id))).toMatchObject({ code: 'approval_required' })
    await OrderModel.updateOne({ _id: id }, { $set: { partlyRefundedPaise: 0 } })
    await resolveAs(at.staff.meera, id, 'explained')
    expect(await refusalOf(again(id))).toMatchObject({ code: 'ticket_closed' })
  })

  it('is refused for an order whose player was erased, with a sentence that says so', async () => {
    for (const id of [await reportedManualOrder(), await reported()]) {
      await OrderModel.updateOne({ _id: id }, { $set: { clearedAt: new Date(), input1: 'Erased' } })
      const sentence = 'Its player was erased, so there’s no account to resend to. Refund it instead.'
      expect(await refusalOf(again(id))).toMatchObject({ code: 'transition_not_allowed', message: sentence })
      expect(await termsOf(id)).toMatchObject({ blockedReason: sentence, units: [] })
      expect((await find(id)).redelivery).toBeNull()
    }
  })
})

describe('concurrent redelivery and refund', () => {
  it('end in one of the two when two admins press both ten times at once', async () => {
    await giveMoney(at.customer.user, 100_000)
    for (let round = 0; round < 3; round += 1) {
      const id = await reportedManualOrder()
      const before = await rupees()
      const calls = Array.from({ length: 12 }, (_, index) => {
        const who = index % 2 ? at.staff.meera : at.staff.imran
        if (index % 3 === 0) return resolveAs(who, id, 'refunded')
        return index % 3 === 1 ? again(id, { who }) : decideAs(who, id, 'Refunded')
      })
      expect(succeeded(await Promise.allSettled(calls))).toHaveLength(1)
      const { status, redelivery } = await find(id)
      expect(status === 'Refunded').toBe(redelivery === null)
      expect(await OrderModel.countDocuments({ redeliveryOf: id })).toBe(redelivery ? 1 : 0)
      expect(await rupees()).toBe(before + (status === 'Refunded' ? 345 : 0))
    }
  })

  it('make one order for one key, and for many keys at once', async () => {
    const id = await reportedManualOrder()
    const key = randomUUID()
    await Promise.allSettled(Array.from({ length: 8 }, (_, place) => again(id, place % 2 ? { key } : {})))
    expect(await OrderModel.countDocuments({ redeliveryOf: id })).toBe(1)
  })

  it('return the order again for its key when the reply was lost', async () => {
    const id = await reportedManualOrder()
    const key = randomUUID()
    await again(id, { key })
    const second = await secondOf(id)
    const route = 'POST /admin/orders/:id/redelivery'
    await IdempotencyKeyModel.updateMany(
      { route },
      { $set: { state: 'open' }, $unset: { status: 1, reply: 1 } },
    )
    expect(await again(id, { key })).toMatchObject({ orderid: id, redelivery: { orderid: second } })
    expect(await OrderModel.countDocuments({ redeliveryOf: id })).toBe(1)
  })

  it('cannot refund the original order while the redelivery is in progress or was delivered', async () => {
    const id = await reportedManualOrder()
    await again(id)
    const second = await secondOf(id)
    const everywhere = async () => {
      const { version } = await find(id)
      const old = { params: { orderId: id, newStatus: 'Refunded', reason: 'x' } } as const
      const request = { to: 'Refunded', version, requestApproval: true } as const
      return Promise.all([
        refusalOf(decideAs(at.staff.imran, id, 'Refunded')),
        refusalOf(at.staff.imran.call(admin.updateOrder, old)),
        refusalOf(
          at.staff.imran.call(admin.transitionOrder, {
            params: { id },
            body: request,
            idempotencyKey: randomUUID(),
          }),
        ),
        refusalOf(resolveAs(at.staff.imran, id, 'refunded')),
        refusalOf(decideAs(at.staff.imran, second, 'Refunded')),
      ])
    }
    expect((await everywhere()).map(({ code }) => code)).toEqual([
      'transition_not_allowed',
      'transition_not_allowed',
      'transition_not_allowed',
      'ticket_closed',
      'transition_not_allowed',
    ])
    await decideAs(at.staff.meera, second, 'Completed')
    expect((await find(id)).redelivery?.state).toBe('arrived')
    expect((await everywhere()).map(({ status }) => status)).toEqual([409, 409, 409, 409, 409])
  })
})

describe('a redelivery that fails', () => {
  it('costs and refunds nothing, reopens the ticket, and the original order can be refunded: once', async () => {
    const player = aPlayer()
    const id = await reported(at.shop.diamonds, player)
    await refuseNext(player)
    const before = await rupees()
    await again(id)
    const second = await secondOf(id)
    const failed = await ends(mine(), second, 'Cancelled')
    expect(failed).toMatchObject({ credited: 0, value: 0 })
    const first = await look(mine(), id)
    expect(first).toMatchObject({
      status: 'Completed',
      redelivery: { state: 'failed' },
      ticket: { status: 'open' },
    })
    expect(Date.parse(first.ticket!.replyDueAt)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    expect(await rupees()).toBe(before)
    await until(
      () => mailsAbout(id),
      (mails) => mails.includes('Replacement not delivered'),
    )
    expect(await refusalOf(again(id))).toMatchObject({ message: 'It was already resent once.' })
    const calls = [at.staff.meera, at.staff.imran].map((who) => resolveAs(who, id, 'refunded'))
    expect(succeeded(await Promise.allSettled(calls))).toHaveLength(1)
    expect(await rupees()).toBe(before + 345)
    expect((await look(mine(), id)).status).toBe('Refunded')
  })

  it('in part is ended by an admin on the board, without a refund of its own', async () => {
    const player = aPlayer()
    const id = await reported(at.shop.bundle, player)
    await refuseNext(player, ['ok', 'refuse'])
    await again(id)
    const second = await secondOf(id)
    const row = await at.staff.waitsAs(second, 'partly_delivered')
    const unit = row.unitList.find(({ state }) => state === 'rejected')!
    const before = await rupees()
    await at.staff.resolve({ id: second, unit }, 'refund')
    expect(await find(second)).toMatchObject({
      status: 'Cancelled',
      creditedPaise: 0,
      partlyRefundedPaise: 0,
    })
    expect(await rupees()).toBe(before)
    expect(await find(id)).toMatchObject({ redelivery: { state: 'failed' }, ticket: { status: 'open' } })
  })

  it('is reported by its customer: an admin gives it up, and the original ticket is open again', async () => {
    const id = await reportedManualOrder()
    expect(await refusalOf(giveUp(id))).toMatchObject({ code: 'transition_not_allowed' })
    await again(id)
    const second = await secondOf(id)
    await decideAs(at.staff.meera, second, 'Completed')
    await reportAs(mine(), second, {})
    expect(await refusalOf(again(second))).toMatchObject({ code: 'transition_not_allowed' })
    const calls = Array.from({ length: 6 }, (_, place) =>
      giveUp(second, place % 2 ? at.staff.meera : at.staff.imran),
    )
    expect(succeeded(await Promise.allSettled(calls))).toHaveLength(1)
    expect((await find(second)).ticket?.status).toBe('resolved')
    expect(await find(id)).toMatchObject({
      redelivery: { state: 'failed' },
      ticket: { status: 'open', resolution: null },
    })
    await resolveAs(at.staff.imran, id, 'refunded')
    expect((await look(mine(), id)).status).toBe('Refunded')
  })

  it('has no late offer, since it was not paid', async () => {
    const id = await reportedManualOrder()
    await again(id)
    const second = await look(mine(), await secondOf(id))
    expect(second.status).toBe('Processing')
    expect(second.lateOffer).toBeUndefined()
  })
})

describe('the ledger verification', () => {
  it('reports a refund together with a redelivery, and a free order that replaces nothing', async () => {
    const id = await reportedManualOrder()
    await again(id)
    const second = await secondOf(id)
    await OrderModel.updateOne({ _id: second }, { $set: { redeliveryOf: '' } })
    expect((await verifyLedger()).faults).toContainEqual({
      kind: 'order_contradicts_itself',
      orderid: second,
    })
    await OrderModel.updateOne({ _id: second }, { $set: { redeliveryOf: id } })
    await OrderModel.updateOne({ _id: id }, { $set: { status: 'Refunded' } })
    expect((await verifyLedger()).faults).toContainEqual({ kind: 'order_contradicts_itself', orderid: id })
    await OrderModel.updateOne({ _id: id }, { $set: { status: 'Completed' } })
    await until(verifyLedger, ({ faults }) => faults.length === 0)
  })
})
