import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { AlertModel } from '@jhatpat/shared/domain/alerts/index.ts'
import { notifyOrder, type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buy, giveMoney, orderBody } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { decideAs, replyAs, reportAs, resolveAs } from './ticket-calls.ts'

const hourMs = 3_600_000

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  meera = await service.as(await insertAdmin({ name: 'Meera' }))
})
afterAll(() => service.stop())
beforeEach(async () => {
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 200_000)
})

const find = async (id: string) => (await OrderModel.findById(id).lean<OrderDoc>())!

async function reported(): Promise<string> {
  const id = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
  await decideAs(meera, id, 'Completed')
  await reportAs(asha, id)
  return id
}

async function answered(): Promise<string> {
  const id = await reported()
  await resolveAs(meera, id, 'explained')
  return id
}

/** Runs the ticket's due task. @returns whether more is due */
async function runDueTask(id: string): Promise<Date | null> {
  await notifyOrder(service.deps, id, (await find(id)).due.notify.seq)
  return (await find(id)).due.notify.at
}

describe('the 48 hours of a ticket', () => {
  const alerts = async (id: string) =>
    (await AlertModel.find({ supplierItemId: id }).sort({ kind: 1 }).lean()).map(({ kind, count }) => [
      kind,
      count,
    ])

  it('raise an alert six hours before their end and at their end, once each', async () => {
    const id = await reported()
    const end = (await find(id)).completedAt!.getTime() + 48 * hourMs
    const put = (leftHours: number) =>
      OrderModel.updateOne(
        { _id: id },
        {
          $set: {
            'ticket.deadlineAt': new Date(service.clock.now().getTime() + leftHours * hourMs),
            'due.notify.at': service.clock.now(),
          },
        },
      )
    expect((await find(id)).ticket?.deadlineAt.getTime()).toBe(end)
    await put(7)
    const next = await runDueTask(id)
    expect(next!.getTime() - service.clock.now().getTime()).toBeLessThanOrEqual(hourMs)
    expect(await alerts(id)).toEqual([])
    await put(5)
    await runDueTask(id)
    await put(4)
    await runDueTask(id)
    expect(await alerts(id)).toEqual([['ticket_ending', 1]])
    await put(-1)
    await runDueTask(id)
    await put(-2)
    await runDueTask(id)
    expect(await alerts(id)).toEqual([
      ['ticket_ending', 1],
      ['ticket_over', 1],
    ])
  })

  it('raise the alert a minute later when it could not be stored', async () => {
    const id = await reported()
    const now = service.clock.now()
    const over = { 'ticket.deadlineAt': new Date(now.getTime() - hourMs), 'due.notify.at': now }
    await OrderModel.updateOne({ _id: id }, { $set: over })
    const failingWrite = vi.spyOn(AlertModel, 'updateOne').mockRejectedValue(new Error('no primary'))
    const again = await runDueTask(id).finally(() => failingWrite.mockRestore())
    expect(again!.getTime() - now.getTime()).toBeGreaterThanOrEqual(60_000)
    expect(again!.getTime() - now.getTime()).toBeLessThan(70_000)
    expect([(await find(id)).ticket?.alerted, await alerts(id)]).toEqual(['', []])
    await runDueTask(id)
    expect([(await find(id)).ticket?.alerted, await alerts(id)]).toEqual(['over', [['ticket_over', 1]]])
  })

  it('raise no alert once the ticket is resolved', async () => {
    const id = await reported()
    await resolveAs(meera, id, 'explained')
    const past = new Date(Date.now() - hourMs)
    await OrderModel.updateOne({ _id: id }, { $set: { 'ticket.deadlineAt': past } })
    await runDueTask(id)
    expect(await alerts(id)).toEqual([])
  })
})

/** A ticket as the previous version of the app opened it. */
async function asPreviousVersion(id: string): Promise<OrderDoc> {
  const fields = ['messages', 'readCount', 'language', 'deadlineAt', 'alerted']
  const removed = Object.fromEntries(fields.map((field) => [`ticket.${field}`, '']))
  await OrderModel.collection.updateOne({ _id: id as never }, { $unset: removed })
  return find(id)
}

it('get a deadline when its customer reopens a ticket of the previous version', async () => {
  const id = await answered()
  await asPreviousVersion(id)
  await replyAs(asha, id, 'That is not right')
  const { ticket } = await find(id)
  const stays = new Date(ticket!.openedAt.getTime() + 48 * hourMs)
  expect(ticket?.deadlineAt).toEqual(ticket!.replyDueAt > stays ? ticket?.replyDueAt : stays)
})
