// cspell:ignore JPANSW
import * as tickets from '@jhatpat/shared/contracts/tickets.ts'
import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, giveMoney, orderBody, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'
import { decideAs, reportAs, resolveAs } from './ticket-calls.ts'

const hourMs = 3_600_000

let service: Service
let meera: Person
let model: OrderDoc
beforeAll(async () => {
  service = await startService()
  meera = await service.as(await insertAdmin({ name: 'Meera' }))
  const user = await insertCustomer()
  const asha = await service.as(user)
  await giveMoney(user, 100_000)
  const id = await buy(asha, orderBody(user, (await insertShop()).manual, { paymentmode: 'wallet' }))
  await decideAs(meera, id, 'Completed')
  await reportAs(asha, id, {})
  await resolveAs(meera, id, 'explained')
  model = await OrderModel.findById(id).orFail().lean<OrderDoc>()
})
afterAll(() => service.stop())

describe('the admins’ ticket list', () => {
  it('sorts resolved tickets by the time of the resolution, each once over the pages', async () => {
    const start = Date.now() - 1_000 * hourMs
    const many = Array.from({ length: 70 }, (_, place) => ({
      ...model,
      _id: `JPANSW${String(place).padStart(4, '0')}`,
      assignee: null,
      ticket: {
        ...model.ticket!,
        status: 'resolved',
        replyDueAt: new Date(start + place * hourMs),
        resolution: { kind: 'explained', text: 'Said', at: new Date(start - (place % 9) * hourMs) },
      },
    }))
    await OrderModel.collection.insertMany(many as never[])
    const listed: { id: string; at: string }[] = []
    for (let cursor: string | undefined; cursor !== ''; ) {
      const query = { status: 'resolved' as const, ...(cursor ? { cursor } : {}) }
      const page = await meera.call(tickets.tickets, { query })
      listed.push(...page.tickets.map(({ orderid, ticket }) => ({ id: orderid, at: ticket!.resolution!.at })))
      cursor = page.next
    }
    await OrderModel.collection.deleteMany({ _id: /^JPANSW/ as never })
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length)
    expect(listed.map(({ at }) => at)).toEqual(
      listed
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(listed.filter(({ id }) => id.startsWith('JPANSW'))).toHaveLength(70)
  })

  it.each(['2026-11-21T10:00:00.000Z', '-86400000', '0'])('refuses a cursor of %s', async (at) => {
    for (const status of ['open', 'resolved'] as const) {
      const request = meera.call(tickets.tickets, { query: { status, cursor: `${at}.JP261121K7Q2MD` } })
      expect(await refusalOf(request)).toMatchObject({ status: 400, field: 'cursor' })
    }
  })
})
