import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import type { LateOfferOption } from '@jhatpat/shared/contracts/late-offer.ts'
import { chooseLateOffer } from '@jhatpat/shared/contracts/late-offer-calls.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { fulfilOrder, type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { JournalEntryModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { recordAvailability } from '@jhatpat/shared/platform/circuit-breaker.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, look, orderBody, refusalOf, soldTo, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import { pointsOf } from '../../support/points.ts'
import {
  boughtWithLostAnswer,
  lostBefore,
  secondRejected,
  setUpUnresolved,
} from '../board/unresolved-orders.ts'

const at = setUpUnresolved()
afterEach(async () => expect((await verifyLedger()).faults).toEqual([]))

let passedMs = 0
function pass(ms: number): void {
  passedMs += ms
  at.service.clock.advance(ms)
}
const late = () => pass(31 * 60_000)
// A shorter session would end the admins' sign-ins before the last test.
afterEach(() => pass(-passedMs))
const choose = (id: string, choice: LateOfferOption, person = at.customer.asha) =>
  person.call(chooseLateOffer, {
    params: { client_txn_id: id },
    body: { choice },
    idempotencyKey: randomUUID(),
  })
const placed = (listing = at.shop.manual, input1 = '1') =>
  buy(at.customer.asha, orderBody(at.customer.user, listing, { input1, paymentmode: 'wallet' }))
const decide = (id: string, to: 'Completed' | 'Refunded') =>
  at.staff.meera.call(admin.transitionOrder, {
    params: { id },
    body: { to, version: 1 },
    idempotencyKey: randomUUID(),
  })
const assign = (id: string, action: 'assign' | 'unassign') =>
  at.staff.meera.call(admin.assignOrder, { params: { id }, body: { action } })
const balance = () => balanceOf(at.customer.asha, at.customer.user)
const points = () => pointsOf(at.customer.asha, at.customer.user)
const ended = (id: string, status: string) =>
  until(
    () => look(at.customer.asha, id),
    (order) => order.status === status,
  )
const stored = (id: string) => OrderModel.findById(id).lean<OrderDoc>() as Promise<OrderDoc>

describe('an order past its promised time', () => {
  it('has an offer then and not before, for its own customer only', async () => {
    const id = await placed()
    expect(await refusalOf(choose(id, 'refund'))).toMatchObject({ code: 'offer_not_open' })
    late()
    const other = await at.service.as(await insertCustomer())
    expect(await refusalOf(choose(id, 'refund', other))).toMatchObject({ status: 404 })
    expect(await refusalOf(choose(id, 'refund', at.staff.meera))).toMatchObject({ status: 404 })
    expect(await look(at.customer.asha, id)).toMatchObject({
      lateOffer: { points: 10, refund: 345 },
      status: 'Processing',
    })
  })

  it('brings its points with the delivery, whether or not its customer chose to wait', async () => {
    const [id, other] = [await placed(), await placed()]
    late()
    expect(await choose(id, 'wait')).toMatchObject({ lateOffer: { chosen: { choice: 'wait' } } })
    await decide(id, 'Completed')
    await decide(other, 'Completed')
    expect(await look(at.customer.asha, id)).toMatchObject({ points: { earned: 3.45, late: 10 } })
    expect(await points()).toBe(26.9)
    expect(await refusalOf(choose(id, 'refund'))).toMatchObject({ code: 'offer_closed' })
  })

  it('gives no points for a delivery in time', async () => {
    const id = await placed()
    await decide(id, 'Completed')
    expect(await points()).toBe(3.45)
  })

  it('is refunded at once while it is unassigned, also after the customer chose to wait', async () => {
    const id = await placed()
    late()
    await choose(id, 'wait')
    const after = await choose(id, 'refund')
    expect(after).toMatchObject({ status: 'Refunded', credited: 345 })
    expect(after.timeline.map(({ step }) => step)).toContain('refund_chosen')
    expect([await balance(), await points()]).toEqual([1_000, 0])
  })

  it('is not refunded while it is assigned to an admin: what that admin delivers stays delivered', async () => {
    const [id, other] = [await placed(), await placed()]
    await assign(id, 'assign')
    late()
    await assign(id, 'assign')
    await assign(other, 'assign')
    for (const one of [id, other])
      expect(await choose(one, 'refund')).toMatchObject({
        status: 'Processing',
        lateOffer: { waitingFor: 'admin' },
      })
    expect(await refusalOf(choose(id, 'wait'))).toMatchObject({ code: 'offer_closed' })
    await decide(id, 'Completed')
    expect(await look(at.customer.asha, id)).toMatchObject({ status: 'Completed', credited: 0 })
    await assign(other, 'unassign')
    await ended(other, 'Refunded')
    expect(await balance()).toBe(655)
  })

  it('is not refunded while an admin’s completion is pending', async () => {
    const id = await placed()
    late()
    await at.staff.meera.call(admin.transitionOrder, {
      params: { id },
      body: { to: 'Completed', version: 1, undoable: true },
      idempotencyKey: randomUUID(),
    })
    expect(await choose(id, 'refund')).toMatchObject({
      status: 'Processing',
      lateOffer: { waitingFor: 'admin' },
    })
    pass(6_000)
    await ended(id, 'Completed')
    expect(await balance()).toBe(655)
  })

  it('is refunded once its assignment has expired', async () => {
    const id = await placed()
    late()
    await assign(id, 'assign')
    await choose(id, 'refund')
    const { due, assignee } = await stored(id)
    expect(due.fulfil.at).toEqual(assignee?.until)
    pass(5 * 60_000 + 1)
    await fulfilOrder(at.service.deps, id, due.fulfil.seq)
    expect(await look(at.customer.asha, id)).toMatchObject({ status: 'Refunded' })
  })

  it('ends its run with an error when its refund can never be written', async () => {
    const id = await placed()
    late()
    await assign(id, 'assign')
    await choose(id, 'refund')
    const { due } = await stored(id)
    pass(5 * 60_000 + 1)
    // An entry with the refund's cause lets every attempt lose to a call that does not exist.
    const kind = 'order_refund'
    const entry = { _id: `${kind}:${id}`, kind, ref: id, currency: 'INR', postings: [], at: new Date() }
    await JournalEntryModel.collection.insertOne(entry as never)
    const run = fulfilOrder(at.service.deps, id, due.fulfil.seq)
    await expect(run).rejects.toThrow(`${id} makes no progress`)
    expect(await look(at.customer.asha, id)).toMatchObject({ status: 'Processing' })
    await JournalEntryModel.collection.deleteOne({ _id: entry._id as never })
  })
})

describe('a late order that a supplier may still deliver', () => {
  it('is not refunded before the outcome is known, and not at all when it was delivered', async () => {
    const one = await at.staff.placeUnresolved(at.customer, at.shop.diamonds, boughtWithLostAnswer)
    late()
    expect(await choose(one.id, 'refund')).toMatchObject({
      status: 'Processing',
      lateOffer: { waitingFor: 'supplier' },
    })
    expect(await balance()).toBe(655)
    await at.staff.resolve(one, 'delivered')
    expect(await look(at.customer.asha, one.id)).toMatchObject({ status: 'Completed', credited: 0 })
  })

  it('is refunded, and not bought again, once it is known to be undelivered', async () => {
    const one = await at.staff.placeUnresolved(at.customer, at.shop.diamonds, lostBefore)
    late()
    await choose(one.id, 'refund')
    await at.staff.resolve(one, 'retry_unit')
    await ended(one.id, 'Refunded')
    expect(at.staff.sold(one.player)).toBe(0)
    expect(await balance()).toBe(1_000)
  })

  it('is refunded at once for the rejected units; delivered units stay', async () => {
    const one = await at.staff.placeUnresolved(at.customer, at.shop.bundle, secondRejected)
    const before = await balance()
    late()
    const { lateOffer } = await look(at.customer.asha, one.id)
    const after = await choose(one.id, 'refund')
    expect(after).toMatchObject({ status: 'Completed', state: { partlyRefunded: lateOffer?.refund } })
    expect(await balance()).toBe(before + (lateOffer?.refund ?? 0))
    expect(after.points?.late).toBeUndefined()
  })
})

describe('concurrent endings of a late order', () => {
  it.each([1, 2, 3])(
    'end it once: a refund tapped three times, an admin’s delivery and an admin’s refund (%s)',
    async () => {
      const id = await placed()
      late()
      await Promise.allSettled([
        choose(id, 'refund'),
        decide(id, 'Completed'),
        choose(id, 'refund'),
        decide(id, 'Refunded'),
        choose(id, 'wait'),
        choose(id, 'refund'),
      ])
      const { status, version, creditedPaise } = await stored(id)
      expect(version).toBe(2)
      expect([status, creditedPaise]).toEqual(
        status === 'Completed' ? ['Completed', 0] : ['Refunded', 34_500],
      )
      expect(await balance()).toBe(status === 'Completed' ? 655 : 1_000)
    },
  )

  it.each([1, 2, 3, 4])(
    'either buy or refund it, never both: a refund and a purchase that begins (%s)',
    async (run) => {
      const player = `77700000${run}`
      for (let failure = 0; failure < 5; failure += 1)
        await recordAvailability(at.service.deps, 'SMILEBR', {
          begunAt: performance.now(),
          isAnswered: false,
        })
      const id = await placed(at.shop.diamonds, player)
      await at.staff.waitsAs(id, 'supplier_unavailable')
      late()
      await recordAvailability(at.service.deps, 'SMILEBR', { begunAt: performance.now(), isAnswered: true })
      const { due } = await stored(id)
      await Promise.all(
        [fulfilOrder(at.service.deps, id, due.fulfil.seq), choose(id, 'refund')].map((one) =>
          one.catch(() => undefined),
        ),
      )
      const order = await until(
        () => look(at.customer.asha, id),
        ({ status }) => status !== 'Processing',
      )
      const sold = soldTo(at.service, 'smileone', player).length
      expect([order.status, sold]).toEqual(order.status === 'Completed' ? ['Completed', 1] : ['Refunded', 0])
      expect(await balance()).toBe(sold === 1 ? 655 : 1_000)
    },
  )
})
