// cspell:ignore JPMANY
import type { Resolution } from '@jhatpat/shared/contracts/order-ticket.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import * as tickets from '@jhatpat/shared/contracts/tickets.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { decideOrder } from '@jhatpat/shared/domain/orders/board/decide-order.ts'
import { notifyOrder, type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { verifyBalances } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, giveMoney, look, orderBody, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { emitRequest } from '../realtime/socket-requests.ts'
import { decideAs, type ReportMore, reportAs, resolveAs } from './ticket-calls.ts'

const hourMs = 3_600_000

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person
let imran: Person

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  meera = await service.as(await insertAdmin({ name: 'Meera' }))
  imran = await service.as(await insertAdmin({ name: 'Imran' }), await service.startAnotherApi())
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('all')
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 100_000)
})
afterEach(async () => expect((await verifyBalances()).faults).toEqual([]))

const find = async (id: string) => (await OrderModel.findById(id).lean<OrderDoc>())!

const decide = (id: string, to: 'Completed' | 'Refunded', who = meera) => decideAs(who, id, to)

async function delivered(): Promise<string> {
  const id = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
  await decide(id, 'Completed')
  return id
}

const report = (id: string, more: ReportMore = {}, who = asha) => reportAs(who, id, more)
const reported = async () => {
  const id = await delivered()
  await report(id)
  return id
}
const answer = (id: string, kind: Resolution, who = meera) => resolveAs(who, id, kind)

/** Runs the order's due notification task as a worker does. */
async function notifyWhenDue(id: string): Promise<Date | null> {
  const { _id, due } = await find(id)
  await notifyOrder(service.deps, _id, due.notify.seq)
  return (await find(id)).due.notify.at
}
const mails = () => service.simulators.journal('mail').map(({ to, subject, text }) => ({ to, subject, text }))

describe('“Not received”', () => {
  it('opens a ticket by one tap without text, and promises a reply', async () => {
    const id = await delivered()
    const before = await look(asha, id)
    expect(Date.parse(before.canReportUntil!)).toBe((await find(id)).completedAt!.getTime() + 48 * hourMs)
    const after = await report(id)
    const openedAt = Date.parse(after.ticket!.openedAt)
    expect(after.ticket).toEqual({
      status: 'open',
      issue: 'not_received',
      note: '',
      openedAt: expect.any(String),
      replyDueAt: new Date(openedAt + 24 * hourMs).toISOString(),
      messages: [],
      replies: { left: 10 },
    })
    expect(after.canReportUntil).toBeUndefined()
    expect(after.timeline.at(-1)).toMatchObject({ step: 'reported' })
    expect(await look(asha, id)).toEqual(after)
  })

  it('opens one ticket when it is sent ten times at once, with other texts, and again', async () => {
    const id = await delivered()
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) => report(id, { note: `Tap number ${index}` })),
    )
    expect(new Set(all.map(({ ticket }) => JSON.stringify(ticket))).size).toBe(1)
    expect((await report(id, { note: 'Later' })).ticket).toEqual(all[0]?.ticket)
    expect((await look(asha, id)).timeline.filter(({ step }) => step === 'reported')).toHaveLength(1)
  })

  it('is shown live on the order’s page', async () => {
    const id = await delivered()
    const socket = await asha.socket()
    await emitRequest(socket, 'order.subscribe', { client_txn_id: id })
    const arrived = new Promise<Order>((resolve) => socket.once('order.updated', resolve))
    await report(id)
    expect((await arrived).ticket?.status).toBe('open')
  })

  it('is accepted for 48 hours after the delivery, and explains the rule afterwards', async () => {
    const id = await delivered()
    await OrderModel.updateOne(
      { _id: id },
      { $set: { 'ended.at': new Date(Date.now() - 48 * hourMs - 1_000) } },
    )
    expect(await refusalOf(report(id))).toMatchObject({
      status: 409,
      code: 'ticket_too_late',
      message: 'Issues can be reported within 48 hours of delivery. That time is over.',
    })
    expect((await find(id)).ticket).toBeNull()
  })

  it('is refused for an order that was not delivered, or was refunded', async () => {
    const open = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    const refunded = await delivered()
    await decide(refunded, 'Refunded')
    for (const id of [open, refunded]) {
      expect(await refusalOf(report(id))).toMatchObject({ status: 409, code: 'ticket_too_early' })
      expect((await look(asha, id)).canReportUntil).toBeUndefined()
    }
  })

  it('is accepted for one’s own orders only, for admins too', async () => {
    const id = await delivered()
    for (const who of [meera, await service.as(await insertCustomer())]) {
      expect(await refusalOf(report(id, {}, who))).toMatchObject({ status: 404, code: 'not_found' })
    }
  })
})

describe('the resolution of a ticket', () => {
  it.each(['delivered', 'explained'] as const)(
    '“%s” is shown on the page with its text and without a name',
    async (kind) => {
      const id = await reported()
      await answer(id, kind)
      const { ticket, status, timeline } = await look(asha, id)
      expect(status).toBe('Completed')
      expect(ticket).toMatchObject({
        status: 'resolved',
        resolution: { kind, text: 'The supplier found no delivery' },
      })
      expect(timeline.at(-1)).toMatchObject({ step: 'resolved', reason: 'The supplier found no delivery' })
      expect(JSON.stringify(await look(asha, id))).not.toContain('Meera')
      expect(await balanceOf(asha, user)).toBe(655)
    },
  )

  it('“refunded” writes order, money and ticket in one step, and the money once', async () => {
    const id = await reported()
    await answer(id, 'refunded')
    const { ticket, status, credited } = await look(asha, id)
    expect({ status, credited, ticket: ticket?.status, kind: ticket?.resolution?.kind }).toEqual({
      status: 'Refunded',
      credited: 345,
      ticket: 'resolved',
      kind: 'refunded',
    })
    expect(await refusalOf(answer(id, 'refunded'))).toMatchObject({ status: 409, code: 'ticket_closed' })
    expect(await balanceOf(asha, user)).toBe(1_000)
  })

  it('is one, with its money, when two admins resolve ten times at once in different ways', async () => {
    const id = await reported()
    const kinds = ['refunded', 'explained', 'delivered'] as const
    const calls = Array.from({ length: 12 }, (_, index) =>
      answer(id, kinds[index % 3]!, index % 2 ? meera : imran),
    )
    const done = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled')
    expect(done).toHaveLength(1)
    const { ticket, status } = await look(asha, id)
    expect(status).toBe(ticket?.resolution?.kind === 'refunded' ? 'Refunded' : 'Completed')
    expect(await balanceOf(asha, user)).toBe(status === 'Refunded' ? 1_000 : 655)
    const rows = (await find(id)).staffActions.filter(({ action }) => action !== 'complete')
    expect(rows).toHaveLength(1)
  })

  it.each(['explained', 'delivered'] as const)('%s is not followed by a refund', async (kind) => {
    const id = await reported()
    await answer(id, kind)
    expect(await refusalOf(answer(id, 'refunded'))).toMatchObject({ code: 'ticket_closed' })
    // Two admins read the ticket while it was open.
    const caller = { userId: String((await insertAdmin())._id), name: 'Meera', role: 'admin' } as never
    const late = { orderid: id, to: 'Refunded', version: undefined, resolvesTicket: true } as const
    expect(await refusalOf(decideOrder(service.deps, caller, late))).toMatchObject({ code: 'ticket_closed' })
    expect(await balanceOf(asha, user)).toBe(655)
  })

  it('refunds what was reported in time also after the 48 hours, and nothing else', async () => {
    const [mine, unreported] = [await reported(), await delivered()]
    const at = new Date(Date.now() - 60 * hourMs)
    await OrderModel.updateMany({ _id: { $in: [mine, unreported] } }, { $set: { 'ended.at': at } })
    await OrderModel.updateOne(
      { _id: mine },
      { $set: { 'ticket.openedAt': new Date(at.getTime() + 47 * hourMs) } },
    )
    expect(await refusalOf(decide(unreported, 'Refunded'))).toMatchObject({ code: 'transition_not_allowed' })
    await answer(mine, 'refunded')
    expect((await look(asha, mine)).status).toBe('Refunded')
  })

  it('is also recorded when an admin refunds the order without opening the ticket', async () => {
    const id = await reported()
    await decide(id, 'Refunded')
    expect((await look(asha, id)).ticket).toMatchObject({
      status: 'resolved',
      resolution: { kind: 'refunded' },
    })
  })
})

describe('the admins’ ticket list', () => {
  it('lists open tickets the oldest first, with all known facts, and resolved ones apart', async () => {
    const [first, second] = [await reported(), await reported()]
    const listed = async (status?: 'open' | 'resolved') =>
      (await meera.call(tickets.tickets, { query: status ? { status } : {} })).tickets
    const mine = (rows: { orderid: string }[]) =>
      rows.map(({ orderid }) => orderid).filter((id) => id === first || id === second)
    expect(mine(await listed())).toEqual([first, second])
    const row = (await listed('open')).find(({ orderid }) => orderid === first)!
    expect(row).toMatchObject({
      customer: { name: user.name },
      input1: '123456789',
      ticket: { status: 'open' },
      timeline: [{ step: 'ordered' }, { step: 'paid', reference: expect.stringMatching(/^JW/) }, {}, {}],
    })
    await answer(first, 'explained')
    expect(mine(await listed())).toEqual([second])
    expect(mine(await listed('resolved'))).toEqual([first])
  })

  it('is read page by page from its index, by the earliest reply due, each once, and counted from it alone', async () => {
    const start = Date.now() - 1_000 * hourMs
    const model = await find(await reported())
    const many = Array.from({ length: 120 }, (_, place) => ({
      ...model,
      _id: `JPMANY${String(place).padStart(4, '0')}`,
      assignee: null,
      ticket: { ...model.ticket!, replyDueAt: new Date(start + (place % 7) * hourMs) },
    }))
    await OrderModel.collection.insertMany(many as never[])
    const listedTickets: { id: string; at: string }[] = []
    for (let cursor: string | undefined; cursor !== ''; ) {
      const page = await meera.call(tickets.tickets, { query: cursor ? { cursor } : {} })
      listedTickets.push(
        ...page.tickets.map(({ orderid, ticket }) => ({ id: orderid, at: ticket!.replyDueAt })),
      )
      cursor = page.next
    }
    expect(new Set(listedTickets.map(({ id }) => id)).size).toBe(listedTickets.length)
    expect(listedTickets.map(({ at }) => at)).toEqual(listedTickets.map(({ at }) => at).toSorted())
    expect(listedTickets.filter(({ id }) => id.startsWith('JPMANY'))).toHaveLength(120)
    const counts = await meera.call(tickets.ticketCounts, {})
    expect(counts).toMatchObject({ open: listedTickets.length, unassigned: listedTickets.length, mine: 0 })
    expect(counts.late).toBeGreaterThanOrEqual(120)
    await OrderModel.collection.deleteMany({ _id: /^JPMANY/ as never })
  })
})

describe('a ticket’s assignment', () => {
  const assign = (id: string, action: 'assign' | 'reassign' | 'unassign' = 'assign', who = meera) =>
    who.call(tickets.assignTicket, { params: { id }, body: { action } })

  it('is one admin’s when two take it ten times at once, and no other admin resolves it meanwhile', async () => {
    const id = await reported()
    await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => assign(id, 'assign', at % 2 ? meera : imran)),
    )
    const holder = (await find(id)).assignee?.name
    const [has, other] = holder === 'Meera' ? [meera, imran] : [imran, meera]
    for (const kind of ['delivered', 'explained', 'refunded'] as const) {
      expect(await refusalOf(answer(id, kind, other))).toMatchObject({
        status: 409,
        code: 'order_assigned',
        message: expect.stringContaining(`${holder}`),
      })
    }
    expect(await has.call(tickets.ticketCounts, {})).toMatchObject({ mine: 1 })
    const mine = await has.call(tickets.tickets, { query: { mine: '1' } })
    expect(mine.tickets.map(({ orderid }) => orderid)).toEqual([id])
    expect((await other.call(tickets.tickets, { query: { mine: '1' } })).tickets).toEqual([])
    await answer(id, 'explained', has)
    expect((await find(id)).assignee).toBeNull()
  })

  it('can be reassigned, expires, and exists for open tickets only', async () => {
    const id = await reported()
    await assign(id)
    expect(await refusalOf(assign(id, 'assign', imran))).toMatchObject({ code: 'order_assigned' })
    await assign(id, 'reassign', imran)
    await OrderModel.updateOne({ _id: id }, { $set: { 'assignee.until': new Date(Date.now() - 1) } })
    await answer(id, 'delivered')
    expect(await refusalOf(assign(id))).toMatchObject({ status: 409, code: 'ticket_closed' })
    const onBoard = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    const sana = await service.as(await insertAdmin({ staffRole: 'support' }))
    expect(await refusalOf(assign(onBoard, 'assign', sana))).toMatchObject({ code: 'ticket_closed' })
  })
})

describe('mails about a ticket', () => {
  it('send the customer the resolution; of a refund only the mail about the money', async () => {
    const [resolved, refunded] = [await reported(), await reported()]
    await answer(resolved, 'delivered')
    await answer(refunded, 'refunded')
    await notifyWhenDue(resolved)
    await notifyWhenDue(refunded)
    const mine = mails().filter(({ to }) => String(to).includes(user.email))
    const about = (id: string) => mine.filter(({ subject }) => String(subject).includes(id))
    const subjects = (id: string) => about(id).map(({ subject }) => String(subject).split(':')[0])
    expect(subjects(resolved).sort()).toEqual(['Delivered', 'Reply to your ticket'])
    expect(subjects(refunded)).toHaveLength(1)
    expect(String(about(refunded)[0]?.text)).toContain('₹345')
  })

  it('alert operations at once, with all facts, and once more when the reply is due', async () => {
    const id = await delivered()
    await notifyWhenDue(id)
    await report(id, { note: 'Not even after a restart' })
    const again = await notifyWhenDue(id)
    const { ticket } = await find(id)
    expect(again).toEqual(ticket?.replyDueAt)
    const team = () => mails().filter(({ to }) => String(to).includes('support@jhatpat.test'))
    expect(team()).toHaveLength(1)
    for (const fact of [
      id,
      'Premium, 1 month',
      '₹345',
      '123456789 (1234)',
      user.email,
      'JW',
      'after a restart',
    ]) {
      expect(`${team()[0]?.subject} ${team()[0]?.text}`).toContain(fact)
    }
    service.clock.advance(24 * hourMs)
    expect(await notifyWhenDue(id)).toEqual(new Date(ticket!.deadlineAt.getTime() - 6 * hourMs))
    expect(team().map(({ subject }) => String(subject).split(':')[0])).toEqual([
      'New ticket',
      'Ticket overdue',
    ])
  })
})
