import { randomUUID } from 'node:crypto'
import { delays } from '@jhatpat/shared/contracts/delays.ts'
import * as calls from '@jhatpat/shared/contracts/incidents.ts'
import { chooseLateOffer } from '@jhatpat/shared/contracts/late-offer-calls.ts'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { holdForIncident } from '@jhatpat/shared/domain/orders/hold/hold-order.ts'
import { fulfilOrder, OrderModel, releaseHeldOrders } from '@jhatpat/shared/domain/orders/index.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, ends, giveMoney, look, orderBody, refusalOf, until } from '../../support/buying.ts'
import { insertAdmin } from '../../support/people.ts'
import { setUpUnresolved } from '../board/unresolved-orders.ts'
import { endAllIncidents, holdFixture, stored, untilHeld } from './hold-fixture.ts'

const at = setUpUnresolved()
let incidentCalls: ReturnType<typeof holdFixture>
let players = 0
let passedMs = 0

beforeEach(async () => {
  await endAllIncidents()
  incidentCalls = holdFixture(at.staff.meera)
})
afterEach(async () => {
  // A shorter session would end the admins' sign-ins before the last test.
  at.service.clock.advance(-passedMs)
  passedMs = 0
  expect((await verifyLedger()).faults).toEqual([])
})

const placed = async (listing = at.shop.diamonds) => {
  players += 1
  const player = String(761_000_000 + players)
  const { user, asha } = at.customer
  const id = await buy(asha, orderBody(user, listing, { input1: player, paymentmode: 'wallet' }))
  return { id, player }
}
const late = () => {
  passedMs += 31 * 60_000
  at.service.clock.advance(31 * 60_000)
}
const refund = (id: string) =>
  at.customer.asha.call(chooseLateOffer, {
    params: { client_txn_id: id },
    body: { choice: 'refund' },
    idempotencyKey: randomUUID(),
  })
const balance = () => balanceOf(at.customer.asha, at.customer.user)

describe('an incident', () => {
  it('holds orders of its scope, paid and recorded, and no others, and they are released when it ends', async () => {
    await giveMoney(at.customer.user, 100_000)
    const { id: incident } = await incidentCalls.start('SMILEBR')
    const [one, manual, other] = [
      await placed(),
      await placed(at.shop.manual),
      await placed(at.shop.crystals),
    ]
    await untilHeld(one.id)
    await ends(at.customer.asha, other.id, 'Completed')
    expect(await look(at.customer.asha, one.id)).toMatchObject({
      status: 'Processing',
      state: { waitingFor: 'on_hold' },
    })
    expect(await look(at.customer.asha, manual.id)).toMatchObject({ state: { waitingFor: 'manual' } })
    expect(at.staff.sold(one.player)).toBe(0)
    const { open } = await at.staff.meera.call(calls.incidents, {})
    expect(open).toMatchObject([
      { id: incident, state: 'active', held: { orders: 1, value: 345 }, next: [{ orderid: one.id }] },
    ])
    expect(await at.service.guest.call(delays, {})).toMatchObject([
      { products: [at.shop.diamonds.product._id], isReleased: false, en: 'Mobile Legends takes longer.' },
    ])

    await incidentCalls.transition(incident, 'release')
    await ends(at.customer.asha, one.id, 'Completed')
    expect(at.staff.sold(one.player)).toBe(1)
    const over = await until(
      () => incidentCalls.find(incident),
      ({ state }) => state === 'ended',
    )
    expect(over).toMatchObject({ held: { orders: 0 }, delivered: 1, inProgress: 0 })
    expect(over.log.map(({ event }) => event)).toEqual(['started', 'releasing', 'ended'])
    expect(await at.service.guest.call(delays, {})).toEqual([])
    const rows = await AuditModel.find({ target: `incident:${incident}` })
      .sort({ at: 1 })
      .lean()
    expect(rows.map(({ action }) => action)).toEqual(['incident.start', 'incident.update'])
    expect(rows[0]?.after).toMatchObject({ hi: over.message.hi, nextUpdateAt: over.nextUpdateAt })
  })

  it('exists once for each scope, also when two admins start it at the same time', async () => {
    const tries = await Promise.allSettled([incidentCalls.start('SMILEBR'), incidentCalls.start('SMILEBR')])
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refusalOf(incidentCalls.start('SMILEBR'))).toMatchObject({
      status: 409,
      code: 'incident_open',
    })
    const all = await incidentCalls.start('ALL')
    expect(all.id).toMatch(/^ALL:\d+$/)
  })

  it('is changed only from its current version and with permission; customers read the latest message', async () => {
    const { id: incident, version } = await incidentCalls.start('SMILEBR')
    await incidentCalls.updateMessage(incident, 'Recharges take longer.')
    expect(await at.service.guest.call(delays, {})).toMatchObject([{ en: 'Recharges take longer.' }])
    const release = (person = at.staff.meera) =>
      person.call(calls.transitionIncident, {
        params: { incident },
        body: { to: 'release', perMinute: 5, version },
        idempotencyKey: randomUUID(),
      })
    expect(await refusalOf(release())).toMatchObject({ status: 409, code: 'incident_changed' })
    const priya = await at.service.as(await insertAdmin({ staffRole: 'support' }))
    expect(await refusalOf(release(priya))).toMatchObject({ status: 403 })
    expect(await refusalOf(incidentCalls.transition(incident, 'stop'))).toMatchObject({
      code: 'incident_changed',
    })
  })
})

describe('a held order', () => {
  it('is stored in the document: it is released though every job of it was lost', async () => {
    const { id: incident } = await incidentCalls.start('SMILEBR')
    const one = await placed()
    const { due } = await untilHeld(one.id)
    await at.service.deps.queues.all['fulfil-smilebr'].obliterate({ force: true })
    // A repeated earlier job finds no due task.
    await fulfilOrder(at.service.deps, one.id, due.fulfil.seq)
    await fulfilOrder(at.service.deps, one.id, due.fulfil.seq - 1)
    expect(await stored(one.id)).toMatchObject({ hold: { incident, releasedAt: null } })
    await incidentCalls.transition(incident, 'release')
    await ends(at.customer.asha, one.id, 'Completed')
    expect(at.staff.sold(one.player)).toBe(1)
  })

  it('is released also when a process held it after the incident had ended', async () => {
    const { id: incident } = await incidentCalls.start('SMILEBR')
    const one = await placed()
    await untilHeld(one.id)
    await OrderModel.updateOne({ _id: one.id }, { $set: { 'hold.incident': 'SMILEPH:1' } })
    await incidentCalls.transition(incident, 'release')
    await until(
      () => incidentCalls.find(incident),
      ({ state }) => state === 'ended',
    )
    expect(await stored(one.id)).toMatchObject({ status: 'Processing', hold: { releasedAt: null } })
    await OrderModel.updateOne({ _id: one.id }, { $set: { 'hold.incident': incident } })
    await ends(at.customer.asha, one.id, 'Completed')
    expect(at.staff.sold(one.player)).toBe(1)
  })

  it('is released at once when it was held for an incident that ended long ago', async () => {
    const { id: incident } = await incidentCalls.start('SMILEBR')
    const one = await placed()
    await untilHeld(one.id)
    await endAllIncidents()
    // As a process read it that paused before it held the order.
    await OrderModel.updateOne({ _id: one.id }, { $set: { hold: null } })
    expect(await holdForIncident(at.service.deps, await stored(one.id), { _id: incident })).toBe(true)
    await ends(at.customer.asha, one.id, 'Completed')
    expect(at.staff.sold(one.player)).toBe(1)
  })

  it('excludes units that are at the supplier already: they are polled as usual', async () => {
    const unclear = await at.staff.placeUnresolved(at.customer, at.shop.diamonds, {
      outcomes: ['timeout_accepted'],
      as: 'outcome_unknown',
    })
    await incidentCalls.start('ALL')
    await at.staff.resolve(unclear, 'delivered')
    expect(await look(at.customer.asha, unclear.id)).toMatchObject({ status: 'Completed' })
    expect((await stored(unclear.id)).hold).toBeNull()
  })

  it('is refunded at once when its customer chooses that, and is never bought afterwards', async () => {
    const { id: incident } = await incidentCalls.start('SMILEBR')
    const one = await placed()
    await untilHeld(one.id)
    expect(await refusalOf(refund(one.id))).toMatchObject({ code: 'offer_not_open' })
    late()
    expect(await refund(one.id)).toMatchObject({ status: 'Refunded', credited: 345 })
    expect(await balance()).toBe(1_000)
    expect(await incidentCalls.find(incident)).toMatchObject({
      held: { orders: 0 },
      refunded: { orders: 1, value: 345 },
    })
    await incidentCalls.transition(incident, 'release')
    await until(
      () => incidentCalls.find(incident),
      ({ state }) => state === 'ended',
    )
    expect(at.staff.sold(one.player)).toBe(0)
  })

  it('is refunded or bought, one of the two, when both begin at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id: incident } = await incidentCalls.start('SMILEBR')
      const [one, two] = [await placed(), await placed()]
      await Promise.all([untilHeld(one.id), untilHeld(two.id)])
      late()
      await incidentCalls.transition(incident, 'release')
      const before = await balance()
      await Promise.allSettled([
        refund(one.id),
        releaseHeldOrders(at.service.deps),
        refund(two.id),
        releaseHeldOrders(at.service.deps),
      ])
      let back = 0
      for (const { id, player } of [one, two]) {
        const { status } = await until(
          () => look(at.customer.asha, id),
          (order) => order.status !== 'Processing',
        )
        expect([status, at.staff.sold(player)]).toEqual(
          status === 'Refunded' ? ['Refunded', 0] : ['Completed', 1],
        )
        if (status === 'Refunded') back += 345
      }
      expect(await balance()).toBe(before + back)
      await until(
        () => incidentCalls.find(incident),
        ({ state }) => state === 'ended',
      )
      at.customer = await at.staff.newCustomer()
    }
  })
})
