import { randomUUID } from 'node:crypto'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import * as tickets from '@jhatpat/shared/contracts/tickets.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { auditTarget } from '@jhatpat/shared/domain/audit/index.ts'
import { notifyOrder, type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { verifyBalances } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { balanceOf, buy, giveMoney, look, orderBody, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { emitRequest } from '../realtime/socket-requests.ts'
import { decideAs, replyAs, reportAs, resolveAs, writeAs } from './ticket-calls.ts'

const hourMs = 3_600_000
const longer = 'We need more time; the supplier hasn’t replied yet.'

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
const ticketOf = async (id: string) => (await look(asha, id)).ticket!
const textsOf = ({ messages = [] }: NonNullable<Order['ticket']>) =>
  messages.map(({ from, text }) => `${from}: ${text}`)

async function reported(): Promise<string> {
  const id = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
  await decideAs(meera, id, 'Completed')
  await reportAs(asha, id)
  return id
}

/** Resolved that long ago. */
async function answeredBefore(hours: number): Promise<string> {
  const id = await reported()
  await resolveAs(meera, id, 'explained')
  const at = new Date(Date.now() - hours * hourMs)
  await OrderModel.updateOne({ _id: id }, { $set: { 'ticket.resolution.at': at } })
  return id
}

async function runDueTask(id: string): Promise<Date | null> {
  const { due } = await find(id)
  await notifyOrder(service.deps, id, due.notify.seq)
  return (await find(id)).due.notify.at
}
const mailsTo = (address: string) =>
  service.simulators.journal('mail').filter(({ to }) => String(to).includes(address))

describe('a message of staff', () => {
  it('leaves the ticket open, is listed in order, and does not name its author', async () => {
    const id = await reported()
    await writeAs(meera, id, 'We have asked the supplier.')
    await replyAs(asha, id, 'Thank you, I wait.')
    await writeAs(meera, id, longer)
    const ticket = await ticketOf(id)
    expect(ticket.status).toBe('open')
    expect(textsOf(ticket)).toEqual([
      'team: We have asked the supplier.',
      'customer: Thank you, I wait.',
      `team: ${longer}`,
    ])
    expect(JSON.stringify(await look(asha, id))).not.toContain('Meera')
    const rows = await auditRows({ action: 'order.ticket_message', target: auditTarget.order(id) })
    expect(rows.map(({ reason }) => reason)).toEqual(['We have asked the supplier.', longer])
  })

  it('is written once when it is sent ten times with one key', async () => {
    const id = await reported()
    const once = { text: 'Once.', key: randomUUID() }
    await Promise.allSettled(Array.from({ length: 10 }, () => writeAs(meera, id, once)))
    expect(textsOf(await ticketOf(id))).toEqual(['team: Once.'])
    expect((await find(id)).staffActions.filter(({ action }) => action === 'ticket_message')).toHaveLength(1)
  })

  it('is sent by mail once, in the customer’s language where it is a canned one', async () => {
    const id = await reported()
    await replyAs(asha, id, 'कुछ नहीं मिला')
    await writeAs(meera, id, longer)
    await runDueTask(id)
    await OrderModel.updateOne({ _id: id }, { $set: { 'due.notify.at': new Date() } })
    await runDueTask(id)
    const mails = mailsTo(user.email).filter(({ subject }) =>
      String(subject).startsWith('New message about your ticket'),
    )
    expect(mails).toHaveLength(1)
    expect(String(mails[0]?.text)).toContain('हमें थोड़ा और समय चाहिए')
  })

  it('is for open tickets and their assignees only, up to twenty', async () => {
    const id = await reported()
    await imran.call(tickets.assignTicket, { params: { id }, body: { action: 'assign' } })
    expect(await refusalOf(writeAs(meera, id, 'Mine too.'))).toMatchObject({ code: 'order_assigned' })
    for (let at = 0; at < 20; at += 1) await writeAs(imran, id, `News ${at}`)
    expect(await refusalOf(writeAs(imran, id, 'One more'))).toMatchObject({
      status: 409,
      code: 'message_limit_reached',
    })
    await resolveAs(imran, id, 'explained')
    expect(await refusalOf(writeAs(imran, id, 'After the end'))).toMatchObject({ code: 'ticket_closed' })
  })
})

describe('a customer’s reply', () => {
  it.each([['', 'x', 'x'.repeat(501)]])(
    'is refused when its text is %j, and names the field',
    async (...texts) => {
      const id = await reported()
      for (const text of texts) {
        expect(await refusalOf(replyAs(asha, id, text))).toMatchObject({ status: 400, field: 'text' })
      }
      expect(textsOf(await ticketOf(id))).toEqual([])
    },
  )

  it('is accepted from the order’s customer, and for reported orders only', async () => {
    const id = await reported()
    for (const who of [meera, await service.as(await insertCustomer())]) {
      expect(await refusalOf(replyAs(who, id, 'Me too'))).toMatchObject({ status: 404, code: 'not_found' })
    }
    const unreported = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    expect(await refusalOf(replyAs(asha, unreported, 'Hello'))).toMatchObject({ code: 'replies_closed' })
  })

  it('is unread for staff until it was shown, and is pushed to their queue live', async () => {
    const id = await reported()
    const socket = await meera.socket()
    expect(await emitRequest(socket, 'tickets.subscribe', {})).toMatchObject({ ok: true })
    const received = new Promise<{ orderid: string }>((resolve) => socket.once('ticket.updated', resolve))
    await replyAs(asha, id, 'It came to my brother')
    expect(await received).toMatchObject({ orderid: id })
    const row = async () =>
      (await meera.call(tickets.tickets, { query: {} })).tickets.find(({ orderid }) => orderid === id)
    expect((await row())?.ticketFacts).toMatchObject({ unread: 1, language: 'hi' })
    await meera.call(tickets.markTicketRead, { params: { id }, body: { messages: 1 } })
    expect((await row())?.ticketFacts?.unread).toBe(0)
    // A page that shows fewer messages than were read marks none as unread.
    await meera.call(tickets.markTicketRead, { params: { id }, body: { messages: 0 } })
    expect((await find(id)).ticket?.readCount).toBe(1)
  })

  it('ticket queues are for staff with the permission to resolve them', async () => {
    expect(await emitRequest(await asha.socket(), 'tickets.subscribe', {})).toMatchObject({ ok: false })
  })

  it('reopens a resolved ticket within 48 hours, with a promised reply and a mail of its own, and not after', async () => {
    const id = await answeredBefore(47)
    const before = await find(id)
    await replyAs(asha, id, 'That is not right')
    const ticket = await ticketOf(id)
    expect(ticket).toMatchObject({
      status: 'open',
      messages: [
        { from: 'team', text: 'The supplier found no delivery', resolution: 'explained' },
        { from: 'customer', text: 'That is not right' },
      ],
    })
    expect(ticket.resolution).toBeUndefined()
    expect(Date.parse(ticket.replyDueAt)).toBeGreaterThan(before.ticket!.replyDueAt.getTime() - 1)
    expect((await look(asha, id)).timeline.map(({ step }) => step)).toContain('resolved')
    await runDueTask(id)
    await resolveAs(meera, id, 'delivered')
    await runDueTask(id)
    const answers = mailsTo(user.email).filter(({ subject }) =>
      String(subject).startsWith('Reply to your ticket'),
    )
    expect(answers).toHaveLength(1)
    expect(
      mailsTo('support@jhatpat.test')
        .map(({ text }) => String(text))
        .join(),
    ).toContain('That is not right')
    const late = await answeredBefore(49)
    expect(await refusalOf(replyAs(asha, late, 'Too late'))).toMatchObject({
      status: 409,
      code: 'replies_closed',
    })
  })

  it('reopens no ticket whose order was refunded', async () => {
    const id = await reported()
    await resolveAs(meera, id, 'refunded')
    expect(await refusalOf(replyAs(asha, id, 'And again'))).toMatchObject({ code: 'replies_closed' })
    expect((await look(asha, id)).status).toBe('Refunded')
    expect(await balanceOf(asha, user)).toBe(1_000)
  })
})

describe('concurrent resolution, message and reply', () => {
  it('are all recorded, and the ticket ends once at most', async () => {
    const id = await reported()
    const texts = ['One', 'Two', 'Three', 'Four', 'Five']
    const done = await Promise.allSettled([
      ...texts.map((text) => replyAs(asha, id, text)),
      ...texts.map((text, at) => writeAs(at % 2 ? meera : imran, id, `Team ${text}`)),
      resolveAs(meera, id, 'refunded'),
      resolveAs(imran, id, 'refunded'),
    ])
    const { ticket, status, staffActions } = await find(id)
    const written = done.slice(0, 10).filter((one) => one.status === 'fulfilled')
    expect(ticket?.messages).toHaveLength(written.length)
    expect(new Set(ticket?.messages.map(({ id: own }) => own)).size).toBe(written.length)
    const refunds = done.slice(10).filter((one) => one.status === 'fulfilled')
    expect(refunds.length).toBeLessThanOrEqual(1)
    expect(staffActions.filter(({ action }) => action === 'refund')).toHaveLength(refunds.length)
    expect(status).toBe(refunds.length === 1 ? 'Refunded' : 'Completed')
    expect(await balanceOf(asha, user)).toBe(refunds.length === 1 ? 1_000 : 655)
  })

  it('refuse a resolution that did not include the customer’s latest message', async () => {
    const id = await reported()
    await replyAs(asha, id, 'It is here now, thank you')
    const answer = (readCount: number) =>
      meera.call(tickets.resolveTicket, {
        params: { id },
        body: { resolution: 'refunded', text: 'You were right', readCount },
        idempotencyKey: `seen-${readCount}-${id}`,
      })
    expect(await refusalOf(answer(0))).toMatchObject({ status: 409, code: 'ticket_unread_messages' })
    expect(await balanceOf(asha, user)).toBe(655)
    await answer(1)
    expect(await balanceOf(asha, user)).toBe(1_000)
  })
})
