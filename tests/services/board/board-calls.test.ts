import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import { processing } from '@jhatpat/shared/contracts/board.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { balanceOf, buy, giveMoney, look, orderBody, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer, insertReseller } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person
let meeraId: string

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  const one = await insertAdmin({ name: 'Meera' })
  meeraId = String(one._id)
  meera = await service.as(one)
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  asha = await service.as(user)
})

/** An order that needs action. */
async function waiting(): Promise<string> {
  await giveMoney(user, 34_500)
  return buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
}

type To = 'Completed' | 'Refunded' | 'Cancelled'
const update = (orderId: string, newStatus: To, reason?: string) =>
  meera.call(admin.updateOrder, { params: { orderId, newStatus, reason } })
const decide = (id: string, to: To, reason?: string) =>
  meera.call(admin.transitionOrder, {
    params: { id },
    body: { to, version: 1, ...(reason === undefined ? {} : { reason }) },
    idempotencyKey: randomUUID(),
  })
const actOf = { Completed: 'complete', Refunded: 'refund', Cancelled: 'cancel' } as const
const nextOf = { Completed: ['Refunded'], Refunded: [], Cancelled: [] } as const
const lastTransition = async (orderid: string) => (await OrderModel.findById(orderid))?.history.at(-1)

describe('supplier balances', () => {
  it('CALL-38 replies with the points left in Brazil', async () => {
    await service.simulators.control('smileone', { points: { br: '1234.5', ph: '77' } })
    expect(await meera.call(admin.queryPoints, { body: {} })).toMatchObject({
      status: 200,
      smile_points: '1234.5',
    })
  })

  it('CALL-39 replies with the points left in the Philippines', async () => {
    await service.simulators.control('smileone', { points: { br: '1234.5', ph: '77' } })
    const reply = await meera.call(admin.queryPointsPh, { body: {} })
    expect(reply).toMatchObject({ status: 200, message: 'Points fetched successfully' })
    expect(Number(reply.smile_points)).toBe(77)
  })

  it('reply with an error when the supplier does not answer', async () => {
    await service.simulators.control('smileone', { next: { outcome: 'http500', call: 'querypoints' } })
    const refusal = await refusalOf(meera.call(admin.queryPoints, { body: {} }))
    expect(refusal).toMatchObject({ status: 502, message: 'Failed to fetch points' })
  })
})

describe('GET /admin/stats', () => {
  it('CALL-40 counts all, completed, refunded and processing orders, and sums the completed sales', async () => {
    const before = await meera.call(admin.stats)
    const ids = [await waiting(), await waiting(), await waiting(), await waiting()]
    await update(ids[0] ?? '', 'Completed')
    await update(ids[1] ?? '', 'Completed')
    await update(ids[2] ?? '', 'Refunded')
    const after = await meera.call(admin.stats)
    // A shop this small is recounted on every call.
    const names = ['total_order', 'completed', 'refunded', 'processing', 'total_sale'] as const
    const grown = names.map((name) => [name, after[name] - before[name]])
    expect(Object.fromEntries(grown)).toEqual({
      total_order: 4,
      completed: 2,
      refunded: 1,
      processing: 1,
      total_sale: 690,
    })
  })
})

describe('GET /admin/processing', () => {
  it('CALL-42 lists the Processing orders and no others, the oldest first', async () => {
    const ids = [await waiting(), await waiting()]
    const done = await waiting()
    await update(done, 'Completed')
    const unpaid = await buy(asha, orderBody(user, shop.manual))
    const board = await meera.call(processing)
    const mine = board.filter((row) => row.customer._id === String(user._id))
    expect(mine.map((row) => row.orderid)).toEqual(ids)
    expect(mine[0]).toMatchObject({
      status: 'Processing',
      itemname: 'Premium, 1 month',
      useremail: user.email,
      pendingReason: { kind: 'manual' },
      assignee: null,
      nextSteps: ['Completed', 'Refunded', 'Cancelled'],
    })
    expect(board.map((row) => row.orderid)).not.toContain(unpaid)
  })
})

describe('GET /admin/updateorder/{orderId}/{newStatus}/{reason}', () => {
  it('CALL-41 sets the order to that status with that reason, with spaces and slashes', async () => {
    const id = await waiting()
    const reason = 'Delivered by hand / see chat ₹5'
    const reply = await update(id, 'Completed', reason)
    expect(reply.order).toMatchObject({ orderid: id, status: 'Completed', reason })
    expect(await look(asha, id)).toMatchObject({ status: 'Completed', reason })
    expect(await lastTransition(id)).toMatchObject({
      from: 'Processing',
      to: 'Completed',
      by: meeraId,
      reason,
    })
  })

  it.each([
    { form: 'left out', ending: '' },
    { form: 'empty', ending: '/' },
    { form: 'blank', ending: '/%20%20' },
  ])('CALL-41 sets the order without a reason where that is $form', async ({ ending }) => {
    for (const newStatus of ['Completed', 'Refunded', 'Cancelled'] as const) {
      const id = await waiting()
      const before = await balanceOf(asha, user)
      const reply = await meera.request(`/api/admin/updateorder/${id}/${newStatus}${ending}`)
      expect(reply).toMatchObject({
        status: 200,
        json: {
          message: `Order ${id} is ${newStatus}.`,
          order: { orderid: id, status: newStatus, reason: '', nextSteps: nextOf[newStatus] },
        },
      })
      expect(await lastTransition(id)).toMatchObject({
        from: 'Processing',
        to: newStatus,
        by: meeraId,
        reason: '',
      })
      expect((await look(asha, id)).status).toBe(newStatus)
      expect(await balanceOf(asha, user)).toBe(before + (newStatus === 'Refunded' ? 345 : 0))
      const rows = await auditRows({ target: `order:${id}` })
      // An order of a code was completed without one.
      const noted = newStatus === 'Completed' ? 'without a code' : ''
      expect(rows.map(({ action, reason }) => [action, reason])).toEqual([
        [`order.${actOf[newStatus]}`, noted],
      ])
    }
  })

  it('CALL-41 is never answered from a cache', async () => {
    const id = await waiting()
    const reply = await meera.request(`/api/admin/updateorder/${id}/Refunded/sorry`)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('cache-control')).toContain('no-store')
  })

  it.each(['Created', 'Processing', 'Failed', 'completed', 'Done'])(
    'refuses the status %s',
    async (status) => {
      const id = await waiting()
      expect((await meera.request(`/api/admin/updateorder/${id}/${status}`)).status).toBe(400)
      expect((await look(asha, id)).status).toBe('Processing')
    },
  )
})

describe('an admin’s decision', () => {
  it('ABOARD-03 sets a Processing order to Completed, and no money moves', async () => {
    const id = await waiting()
    expect((await decide(id, 'Completed')).status).toBe('Completed')
    expect(await balanceOf(asha, user)).toBe(0)
  })

  it('ABOARD-04 sets a Processing order to Refunded, and credits its price to the wallet', async () => {
    const id = await waiting()
    expect((await decide(id, 'Refunded', 'Out of codes')).status).toBe('Refunded')
    expect(await balanceOf(asha, user)).toBe(345)
    expect(await look(asha, id)).toMatchObject({ credited: 345, reason: 'Out of codes' })
  })

  it('ABOARD-05 sets a Processing order to Cancelled, without a refund', async () => {
    const id = await waiting()
    expect((await decide(id, 'Cancelled', 'Fraud')).status).toBe('Cancelled')
    expect(await balanceOf(asha, user)).toBe(0)
    expect((await look(asha, id)).timeline.at(-1)).toMatchObject({ step: 'cancelled', reason: 'Fraud' })
  })

  it('ABOARD-06 keeps a reason in the history, and needs none', async () => {
    const [one, other] = [await waiting(), await waiting()]
    await decide(one, 'Cancelled', '  Asked by phone ')
    expect(await lastTransition(one)).toMatchObject({ by: meeraId, reason: 'Asked by phone' })
    await decide(other, 'Cancelled')
    expect(await lastTransition(other)).toMatchObject({ by: meeraId, reason: '' })
    await update(await waiting(), 'Completed')
  })

  it('refunds a Completed order for 48 hours, and not a minute longer', async () => {
    const [early, late] = [await waiting(), await waiting()]
    for (const id of [early, late]) await decide(id, 'Completed')
    service.clock.advance(48 * 3_600_000 - 60_000)
    const again = await service.as(await insertAdmin())
    const refund = (orderId: string) =>
      again.call(admin.updateOrder, { params: { orderId, newStatus: 'Refunded', reason: 'Never came' } })
    expect((await refund(early)).order.credited).toBe(345)
    service.clock.advance(120_000)
    expect(await refusalOf(refund(late))).toMatchObject({
      status: 409,
      message: 'Refunds are possible only within 48 hours.',
    })
    service.clock.advance(-48 * 3_600_000 - 60_000)
  })

  it('cannot reopen an ended order, or start an unpaid one', async () => {
    const unpaid = await buy(asha, orderBody(user, shop.manual))
    expect(await refusalOf(decide(unpaid, 'Completed'))).toMatchObject({ code: 'transition_not_allowed' })
    const id = await waiting()
    await decide(id, 'Cancelled')
    for (const to of ['Completed', 'Refunded', 'Cancelled'] as const) {
      expect(await refusalOf(update(id, to))).toMatchObject({ status: 409, code: 'transition_not_allowed' })
    }
    expect(await refusalOf(update('JP000000NOSUCH', 'Completed'))).toMatchObject({ status: 404 })
  })

  it('is for admins only, like the whole board', async () => {
    const id = await waiting()
    for (const person of [asha, await service.as(await insertReseller())]) {
      const refusals = await Promise.all([
        refusalOf(
          person.call(admin.updateOrder, { params: { orderId: id, newStatus: 'Completed' } as never }),
        ),
        refusalOf(person.call(processing)),
        refusalOf(person.call(admin.stats)),
        refusalOf(person.call(admin.queryPoints, { body: {} })),
      ])
      for (const refusal of refusals) expect(refusal).toMatchObject({ status: 403, code: 'forbidden' })
    }
    expect(await refusalOf(service.guest.call(processing))).toMatchObject({ status: 401 })
    expect((await look(asha, id)).status).toBe('Processing')
  })
})
