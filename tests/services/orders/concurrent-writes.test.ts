import { randomUUID } from 'node:crypto'
import { decideApprovalRequest } from '@jhatpat/shared/contracts/approval-decisions.ts'
import { approvalRequests } from '@jhatpat/shared/contracts/approval-requests.ts'
import * as tickets from '@jhatpat/shared/contracts/tickets.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, giveMoney, orderBody, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { decideAs, replyAs, reportAs, writeAs } from './ticket-calls.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person
let sana: Person

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  meera = await service.as(await insertAdmin({ name: 'Meera', staffRole: 'operations' }))
  sana = await service.as(await insertAdmin({ name: 'Sana', staffRole: 'support' }))
})
afterAll(() => service.stop())
beforeEach(async () => {
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 100_000)
})
afterEach(async () => expect((await verifyLedger()).faults).toEqual([]))

const rupees = () => balanceOf(asha, user)

async function reported(): Promise<string> {
  const id = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
  await decideAs(meera, id, 'Completed')
  await reportAs(asha, id)
  return id
}

describe('a customer’s message while a refund waits for approval', () => {
  const requestRefund = (id: string) =>
    sana.call(tickets.resolveTicket, {
      params: { id },
      body: { resolution: 'refunded', text: 'You were right', requestApproval: true },
      idempotencyKey: randomUUID(),
    })
  const waiting = async (id: string) =>
    (await meera.call(approvalRequests, { query: {} })).find(({ refund }) => refund?.orderid === id)!
  const agree = (id: string) =>
    meera.call(decideApprovalRequest, {
      params: { id },
      body: { decision: 'approve' },
      idempotencyKey: randomUUID(),
    })

  it('has to be read first: an approval is refused after “it came”, and must be requested anew', async () => {
    const id = await reported()
    await requestRefund(id)
    const before = await waiting(id)
    expect(before.refund?.hasNewMessages).toBeUndefined()
    await replyAs(asha, id, 'It came')
    expect((await waiting(id)).refund).toMatchObject({ isChanged: true, hasNewMessages: true })
    expect(await refusalOf(agree(before.id))).toMatchObject({ status: 409, code: 'order_changed' })
    expect(await rupees()).toBe(655)
    await requestRefund(id)
    const anew = await waiting(id)
    expect(anew.id).not.toBe(before.id)
    await agree(anew.id)
    expect(await rupees()).toBe(1_000)
  })
})

describe('a customer’s message while staff write one', () => {
  it('stays unread, and earlier messages stay read', async () => {
    const id = await reported()
    await replyAs(asha, id, 'It came meanwhile')
    await writeAs(meera, id, 'We ask the supplier.')
    const unread = async () =>
      (await meera.call(tickets.tickets, { query: {} })).tickets.find(({ orderid }) => orderid === id)
        ?.ticketFacts?.unread
    expect(await unread()).toBe(1)
    await meera.call(tickets.markTicketRead, { params: { id }, body: { messages: 2 } })
    await writeAs(meera, id, 'Good to hear.')
    expect((await OrderModel.findById(id).lean<OrderDoc>())?.ticket?.readCount).toBe(3)
    await replyAs(asha, id, 'Thank you')
    expect(await unread()).toBe(1)
  })
})
