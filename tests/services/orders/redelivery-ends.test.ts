import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import * as redeliveries from '@jhatpat/shared/contracts/redeliveries.ts'
import type { BodyInputOf } from '@jhatpat/shared/contracts/route.ts'
import * as tickets from '@jhatpat/shared/contracts/tickets.ts'
import { revealSecret } from '@jhatpat/shared/contracts/vault.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { notifyOrder, type OrderDoc, OrderModel, VaultModel } from '@jhatpat/shared/domain/orders/index.ts'
import { supplierConflictOf } from '@jhatpat/shared/domain/orders/rules/supplier-conflict.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buy, ends, giveMoney, look, orderBody, refusalOf } from '../../support/buying.ts'
import { noTimeouts, setUpUnresolved } from '../board/unresolved-orders.ts'
import { approveRefund, replyAs, reportAs } from './ticket-calls.ts'

const at = setUpUnresolved(noTimeouts)
afterEach(async () => expect((await verifyLedger()).faults).toEqual([]))

const text = 'The supplier found nothing.'
const code = [{ label: 'Code', value: 'X7KQ2-M4TDV-9PRHC' }]
const hourMs = 3_600_000
const mine = () => at.customer.asha
const meera = () => at.staff.meera
const find = async (id: string) => (await OrderModel.findById(id).lean<OrderDoc>())!
const key = () => ({ idempotencyKey: randomUUID() })

type Again = Partial<BodyInputOf<typeof redeliveries.redeliverOrder>>
const again = (id: string, more: Again = {}) =>
  meera().call(redeliveries.redeliverOrder, {
    params: { id },
    body: { text, readCount: 0, ...more },
    ...key(),
  })
const giveUp = (id: string, more: { readCount?: number; codeRevealed?: true } = {}) =>
  meera().call(redeliveries.giveUpRedelivery, {
    params: { id },
    body: { text, readCount: 0, ...more },
    ...key(),
  })
const refund = (id: string, more: { codeRevealed?: true; requestApproval?: true } = {}) =>
  meera().call(tickets.resolveTicket, {
    params: { id },
    body: { resolution: 'refunded' as const, text, ...more },
    ...key(),
  })
/** The refund of what the customer has or has revealed needs two people. */
async function refundByTwo(id: string): Promise<void> {
  expect(await codeOf(refund(id, { codeRevealed: true }))).toBe('approval_required')
  await refund(id, { codeRevealed: true, requestApproval: true })
  await approveRefund(at.staff.imran, id)
}
const reveal = (id: string) => mine().call(revealSecret, { body: { client_txn_id: id, secret: 0 } })
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code

/** Delivered by an admin, with a code or without. */
async function complete(id: string, codes?: typeof code): Promise<void> {
  const { version } = await find(id)
  // A code is delivered with one order only.
  const own = codes?.map(({ label, value }) => ({ label, value: `${value}-${id}` }))
  const body = { to: 'Completed' as const, version, ...(own ? { codes: own } : {}) }
  await meera().call(admin.transitionOrder, { params: { id }, body, ...key() })
}

async function reported(codes?: typeof code): Promise<string> {
  const id = await buy(mine(), orderBody(at.customer.user, at.shop.manual, { paymentmode: 'wallet' }))
  await complete(id, codes)
  await reportAs(mine(), id, {})
  return id
}

/** Redelivered, with a manual delivery. */
async function arrived(codes?: typeof code): Promise<{ first: string; second: string }> {
  const first = await reported()
  await again(first)
  const second = (await find(first)).redelivery!.orderid
  await complete(second, codes)
  return { first, second }
}

async function notify(id: string): Promise<void> {
  await OrderModel.updateOne({ _id: id }, { $set: { 'due.notify.at': new Date() } })
  await notifyOrder(at.service.deps, id, (await find(id)).due.notify.seq)
}

describe('an admin who redelivers or gives up', () => {
  it('has to read the customer’s messages first', async () => {
    const id = await reported()
    await replyAs(mine(), id, 'It came after all, thank you')
    expect(await codeOf(again(id))).toBe('ticket_unread_messages')
    expect((await find(id)).redelivery).toBeNull()
    await again(id, { readCount: 1 })
    const second = (await find(id)).redelivery!.orderid
    await complete(second)
    await reportAs(mine(), second, {})
    await replyAs(mine(), second, 'Now it is here')
    expect(await codeOf(giveUp(second))).toBe('ticket_unread_messages')
    expect((await find(id)).redelivery?.state).toBe('arrived')
    await giveUp(second, { readCount: 1 })
  })

  it('is shown that the customer has revealed a code', async () => {
    const id = await reported(code)
    await reveal(id)
    expect(await codeOf(again(id))).toBe('code_revealed')
    expect(await codeOf(again(id, { codeRevealed: true }))).toBe('approval_required')
    expect((await find(id)).redelivery).toBeNull()
    const other = await reported()
    await again(other)
    const second = (await find(other)).redelivery!.orderid
    await complete(second, code)
    await reveal(second)
    await reportAs(mine(), second, {})
    expect(await codeOf(giveUp(second))).toBe('code_revealed')
    await giveUp(second, { codeRevealed: true })
  })

  it('has to wait while a supplier may still deliver a unit, whose late delivery raises a conflict', async () => {
    const id = await buy(mine(), orderBody(at.customer.user, at.shop.diamonds, { paymentmode: 'wallet' }))
    await ends(mine(), id, 'Completed')
    await reportAs(mine(), id, {})
    await OrderModel.updateOne({ _id: id }, { $set: { 'units.0.state': 'unknown' } })
    expect(await refusalOf(again(id))).toMatchObject({
      message: expect.stringContaining('may still be delivered'),
    })
    await OrderModel.updateOne({ _id: id }, { $set: { 'units.0.state': 'delivered' } })
    await again(id)
    const first = await find(id)
    const found = supplierConflictOf(first, first.units[0]!, new Date())
    expect(found).toMatchObject({ kind: 'delivered_twice', unit: first.units[0]!.ref })
    const other = { ...first, redelivery: { ...first.redelivery!, units: ['another'] } }
    expect(supplierConflictOf(other, first.units[0]!, new Date())).toBeUndefined()
    await ends(mine(), first.redelivery!.orderid, 'Completed')
  })
})

describe('a code', () => {
  it('that was redelivered unrevealed can be read in the redelivery only', async () => {
    const id = await reported(code)
    await again(id)
    expect(await codeOf(reveal(id))).toBe('secrets_unavailable')
    await complete((await find(id)).redelivery!.orderid, code)
    await reveal((await find(id)).redelivery!.orderid)
  })

  it('of a redelivery that was given up is closed, and a revealed one needs confirmation for a refund of the original price', async () => {
    const { first, second } = await arrived(code)
    await reveal(second)
    await reportAs(mine(), second, {})
    await giveUp(second, { codeRevealed: true })
    expect(await codeOf(reveal(second))).toBe('secrets_unavailable')
    expect(await codeOf(refund(first))).toBe('code_revealed')
    await refundByTwo(first)
    expect((await find(first)).status).toBe('Refunded')
  })

  it('is either revealed or its delivery given up when both happen at once', async () => {
    await giveMoney(at.customer.user, 200_000)
    for (let round = 0; round < 6; round += 1) {
      const { second } = await arrived(code)
      await reportAs(mine(), second, {})
      const [readCount, up] = await Promise.allSettled([reveal(second), giveUp(second)])
      expect([readCount.status, up.status].filter((status) => status === 'fulfilled')).toHaveLength(1)
      const { vault, givenUpAt } = await find(second)
      expect(vault[0]!.secrets[0]!.revealedAt === null).toBe(givenUpAt !== null)
    }
  })

  it('is not revealed from a read of the order before its delivery was given up', async () => {
    const { second } = await arrived(code)
    await reportAs(mine(), second, {})
    const read = VaultModel.findById.bind(VaultModel)
    vi.spyOn(VaultModel, 'findById').mockImplementationOnce(((part: string) => ({
      lean: () => giveUp(second).then(() => read(part).lean()),
    })) as never)
    expect(await codeOf(reveal(second))).toBe('secrets_unavailable')
    expect((await find(second)).vault[0]!.secrets[0]!.revealedAt).toBeNull()
  })

  it('of a redelivery that ended undelivered is closed with it', async () => {
    const first = await reported()
    await again(first)
    const second = (await find(first)).redelivery!.orderid
    const { version } = await find(second)
    const body = { to: 'Cancelled' as const, version, reason: 'Nobody has it' }
    await meera().call(admin.transitionOrder, { params: { id: second }, body, ...key() })
    // Written as by the supplier's late answer.
    const delivery = { deliveryId: `${second}-1`, secrets: [{ label: 'Code', revealedAt: null }] }
    await OrderModel.updateOne({ _id: second }, { $push: { vault: delivery } })
    expect(await codeOf(reveal(second))).toBe('secrets_unavailable')
  })
})

describe('a redelivery that did not arrive either', () => {
  it('is given up when its customer says so in the original ticket', async () => {
    const { first, second } = await arrived()
    expect(await codeOf(giveUp(second))).toBe('ticket_closed')
    await replyAs(mine(), first, 'It has not come again')
    const { replyDueAt, messages } = (await find(first)).ticket!
    expect(await codeOf(giveUp(second))).toBe('ticket_unread_messages')
    await giveUp(second, { readCount: messages.length })
    const after = await find(first)
    expect(after).toMatchObject({ redelivery: { state: 'failed' }, ticket: { status: 'open', replyDueAt } })
    expect(after.ticket!.messages).toHaveLength(messages.length)
    expect((await look(mine(), second)).ticket).toBeUndefined()
    expect(await codeOf(reportAs(mine(), second, {}))).toBe('ticket_too_early')
  })

  it('is given up when its supplier says so, and accepts no more replies', async () => {
    const { first, second } = await arrived()
    await reportAs(mine(), second, {})
    await meera().call(tickets.resolveTicket, {
      params: { id: second },
      body: { resolution: 'explained' as const, text },
      ...key(),
    })
    const denied = { kind: 'not_delivered', at: new Date(), unit: `${second}-1`, attempt: 1, amountPaise: 0 }
    const conflict = { supplierOrderId: '', supplierMessage: '', closedAt: null }
    await OrderModel.updateOne(
      { _id: second },
      { $push: { supplierConflicts: { ...denied, ...conflict } as never } },
    )
    await giveUp(second)
    expect((await find(first)).redelivery?.state).toBe('failed')
    expect((await look(mine(), second)).ticket?.replies).toBeUndefined()
    expect(await codeOf(replyAs(mine(), second, 'And now?'))).toBe('replies_closed')
  })

  it('but was partly delivered says so, and only a confirmed refund pays the whole original price', async () => {
    const player = '882000001'
    const body = orderBody(at.customer.user, at.shop.bundle, { input1: player, paymentmode: 'wallet' })
    const id = await buy(mine(), body)
    await ends(mine(), id, 'Completed')
    await reportAs(mine(), id, {})
    await at.service.simulators.control('smileone', {
      next: ['ok', 'refuse'].map((outcome) => ({ outcome, match: { userid: player } })),
    })
    await again(id)
    const second = (await find(id)).redelivery!.orderid
    const row = await at.staff.waitsAs(second, 'partly_delivered')
    await at.staff.resolve(
      { id: second, unit: row.unitList.find(({ state }) => state === 'rejected')! },
      'refund',
    )
    expect((await look(mine(), id)).redelivery?.units).toEqual({ delivered: 1, total: 3 })
    expect(await refusalOf(refund(id))).toMatchObject({
      code: 'code_revealed',
      message: expect.stringContaining('1 of 3 units'),
    })
    await refundByTwo(id)
  })
})

describe('the original ticket', () => {
  it('is open again with a full reply term, its alerts rescheduled, and the resolution among its messages', async () => {
    const { first, second } = await arrived()
    await replyAs(mine(), first, 'Nothing yet')
    const openedAt = new Date(Date.now() - 40 * hourMs)
    await OrderModel.updateOne(
      { _id: first },
      { $set: { 'ticket.openedAt': openedAt, 'ticket.deadlineAt': new Date(), 'ticket.alerted': 'over' } },
    )
    await meera().call(tickets.resolveTicket, {
      params: { id: first },
      body: { resolution: 'explained' as const, text: 'It is there.' },
      ...key(),
    })
    await reportAs(mine(), second, {})
    await giveUp(second)
    const { ticket } = await find(first)
    expect(ticket).toMatchObject({ status: 'open', resolution: null, alerted: '' })
    expect(ticket!.messages.at(-1)).toMatchObject({
      from: 'team',
      text: 'It is there.',
      resolution: 'explained',
    })
    const hours = (ticket!.replyDueAt.getTime() - Date.now()) / hourMs
    expect(hours).toBeGreaterThan(23)
    expect(hours).toBeLessThan(25)
    expect(ticket!.deadlineAt.getTime()).toBeGreaterThanOrEqual(ticket!.replyDueAt.getTime())
  })

  it('is updated by a redelivery that a process of the previous version has ended', async () => {
    const first = await reported()
    await again(first)
    const second = (await find(first)).redelivery!.orderid
    const ended = { status: 'Completed', completedAt: new Date(), pendingReason: null }
    await OrderModel.updateOne({ _id: second }, { $set: ended, $inc: { version: 1, revision: 1 } })
    await notify(first)
    expect((await find(first)).redelivery?.state).toBe('arrived')
  })
})
