import { setTimeout as sleep } from 'node:timers/promises'
import * as calls from '@jhatpat/shared/contracts/incidents.ts'
import { IncidentModel, recordRelease, transitionIncident } from '@jhatpat/shared/domain/incidents/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { holdIndex, OrderModel, releaseHeldOrders } from '@jhatpat/shared/domain/orders/index.ts'
import { recordAvailability } from '@jhatpat/shared/platform/circuit-breaker.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, ends, giveMoney, orderBody, until } from '../../support/buying.ts'
import { noTimeouts, setUpUnresolved } from '../board/unresolved-orders.ts'
import { endAllIncidents, holdFixture, stored, untilHeld } from './hold-fixture.ts'

const at = setUpUnresolved(noTimeouts)
let incidentCalls: ReturnType<typeof holdFixture>
let players = 0

beforeAll(async () => {
  await at.service.startAnotherWorkers()
})
beforeEach(async () => {
  await endAllIncidents()
  incidentCalls = holdFixture(at.staff.meera)
  await giveMoney(at.customer.user, 1_000_000)
})

/** That many orders on hold for an incident, the first paid first. */
async function holdOrders(count: number, outcomes: readonly string[] = []) {
  const { id: incident } = await incidentCalls.start('SMILEBR')
  const orders: { id: string; player: string }[] = []
  for (let one = 0; one < count; one += 1) {
    players += 1
    const player = String(762_000_000 + players)
    await at.service.simulators.control('smileone', {
      next: outcomes.map((outcome) => ({ outcome, match: { userid: player } })),
    })
    const { user, asha } = at.customer
    const body = orderBody(user, at.shop.diamonds, { input1: player, paymentmode: 'wallet' })
    orders.push({ id: await buy(asha, body), player })
  }
  await Promise.all(orders.map(({ id }) => untilHeld(id)))
  return { incident, orders }
}
const releasedAt = async (ids: readonly string[]) =>
  (await Promise.all(ids.map(stored))).map((order) => order.hold?.releasedAt?.getTime() ?? 0)

describe('releasing held orders', () => {
  it('releases the least time left first and at most the rate, over two workers and other callers', async () => {
    const { incident, orders } = await holdOrders(6)
    const ids = orders.map(({ id }) => id)
    // The last order placed has waited longest since its payment.
    const last = ids.at(-1) ?? ''
    const paidAt = new Date(at.service.clock.now().getTime() - 20 * 60_000)
    await OrderModel.updateOne({ _id: last }, { $set: { processingAt: paidAt } })
    await incidentCalls.transition(incident, 'release', 200)
    const concurrentCalls = async () => {
      while ((await incidentCalls.find(incident)).state === 'releasing')
        await Promise.all([releaseHeldOrders(at.service.deps), releaseHeldOrders(at.service.deps), sleep(20)])
    }
    await concurrentCalls()
    await Promise.all(ids.map((id) => ends(at.customer.asha, id, 'Completed')))
    const times = await releasedAt([last, ...ids.slice(0, -1)])
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    // The slot is acquired before the order is written: only that may differ.
    for (const [index, gap] of gaps.entries()) expect(gap, `gap ${index}`).toBeGreaterThan(150)
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(5 * 300 - 150)
    for (const { player } of orders) expect(at.staff.sold(player)).toBe(1)
  })

  it('releases later orders at the same rate, behind those with less time left', async () => {
    const { incident, orders } = await holdOrders(2)
    const [first, second] = orders.map(({ id }) => id) as [string, string]
    await incidentCalls.transition(incident, 'release', 1)
    await ends(at.customer.asha, first, 'Completed')
    const { user, asha } = at.customer
    const body = orderBody(user, at.shop.diamonds, { input1: '762900001', paymentmode: 'wallet' })
    const last = await buy(asha, body)
    await untilHeld(last)
    expect(await incidentCalls.find(incident)).toMatchObject({ state: 'releasing', held: { orders: 2 } })
    at.service.clock.advance(60_000)
    await ends(asha, second, 'Completed')
    expect(await stored(last)).toMatchObject({ hold: { releasedAt: null } })
    expect(at.staff.sold('762900001')).toBe(0)
    at.service.clock.advance(60_000)
    await ends(asha, last, 'Completed')
  })

  it('stops by itself after three failures in a row, holds the rest, and continues when an admin resumes it', async () => {
    const { incident, orders } = await holdOrders(6, ['http500'])
    await incidentCalls.transition(incident, 'release', 60)
    const releaseStopped = await until(
      () => incidentCalls.find(incident),
      ({ releaseStopped }) => releaseStopped !== null,
    )
    expect(releaseStopped).toMatchObject({ state: 'releasing', releaseStopped: { reason: 'failing' } })
    expect(releaseStopped.log.map(({ event }) => event)).toEqual(['started', 'releasing', 'stopped'])
    at.service.clock.advance(10_000)
    await releaseHeldOrders(at.service.deps)
    const left = orders.slice(5)
    expect(await releasedAt(left.map(({ id }) => id))).toEqual([0])
    for (const { player } of left) expect(at.staff.sold(player)).toBe(0)
    await at.service.simulators.reset('faults')
    await incidentCalls.transition(incident, 'release')
    for (const { id } of left) await ends(at.customer.asha, id, 'Completed')
    expect((await verifyLedger()).faults).toEqual([])
  })

  it('is stopped and held again by an admin: unsent orders are on hold again', async () => {
    const { incident, orders } = await holdOrders(2)
    await incidentCalls.transition(incident, 'release', 1)
    await ends(at.customer.asha, orders[0]?.id ?? '', 'Completed')
    expect(await incidentCalls.transition(incident, 'stop')).toMatchObject({
      releaseStopped: { reason: 'manual' },
    })
    at.service.clock.advance(120_000)
    await releaseHeldOrders(at.service.deps)
    expect(await incidentCalls.find(incident)).toMatchObject({ held: { orders: 1 } })
    expect(await incidentCalls.transition(incident, 'hold')).toMatchObject({
      state: 'active',
      releaseStopped: null,
    })
    await releaseHeldOrders(at.service.deps)
    expect(await incidentCalls.find(incident)).toMatchObject({ state: 'active', held: { orders: 1 } })
    await incidentCalls.transition(incident, 'release')
    await ends(at.customer.asha, orders[1]?.id ?? '', 'Completed')
  })

  it('releases nothing behind orders that wait for their supplier, and ends once all are sent, not before', async () => {
    const { incident, orders } = await holdOrders(2)
    const [first, second] = orders.map(({ id }) => id) as [string, string]
    const set = (fields: Record<string, unknown>) => OrderModel.updateOne({ _id: first }, { $set: fields })
    const soon = new Date(at.service.clock.now().getTime() + 60_000)
    await set({
      'hold.releasedAt': soon,
      'due.fulfil.at': soon,
      'pendingReason.kind': 'supplier_unavailable',
    })
    await incidentCalls.transition(incident, 'release')
    for (let poll = 0; poll < 5; poll += 1)
      await Promise.all([releaseHeldOrders(at.service.deps), sleep(100)])
    expect(await releasedAt([second])).toEqual([0])
    const line = { account: 'SMILEBR', reason: 'queued', until: expect.any(String) }
    expect(await incidentCalls.find(incident)).toMatchObject({ waits: [line], held: { orders: 1 } })
    const text = JSON.stringify(await at.staff.meera.call(calls.incidents, {}))
    const strip = await at.staff.meera.call(calls.incidentsNow, {})
    expect(strip).toMatchObject([{ id: incident, state: 'releasing', waits: [line], held: { orders: 1 } }])
    // Every admin screen polls it: its size must not grow with the waiting orders.
    expect(JSON.stringify(strip).length).toBeLessThan(350)
    expect(text.length).toBeGreaterThan(3 * JSON.stringify(strip).length)
    await set({ 'pendingReason.kind': 'in_progress' })
    await ends(at.customer.asha, second, 'Completed')
    // The other order is still to be sent, however long that takes.
    at.service.clock.advance(5 * 60_000)
    await releaseHeldOrders(at.service.deps)
    expect(await incidentCalls.find(incident)).toMatchObject({ state: 'releasing' })
    await set({ 'units.0.state': 'sending', 'units.0.supplierOrderId': 'M1' })
    await until(
      () => incidentCalls.find(incident),
      ({ state }) => state === 'ended',
    )
  })

  it('skips an account in cooldown, in an incident of all accounts', async () => {
    const { id: incident } = await incidentCalls.start('ALL')
    const { user, asha } = at.customer
    const ids: string[] = []
    for (const [listing, input1] of [
      [at.shop.diamonds, '762900002'],
      [at.shop.crystals, '762900003'],
    ] as const) {
      const id = await buy(asha, orderBody(user, listing, { input1, paymentmode: 'wallet' }))
      await untilHeld(id)
      ids.push(id)
    }
    for (let fails = 0; fails < 5; fails += 1)
      await recordAvailability(at.service.deps, 'SMILEBR', { begunAt: performance.now(), isAnswered: false })
    await incidentCalls.transition(incident, 'release')
    expect((await incidentCalls.find(incident)).waits).toMatchObject([
      { account: 'SMILEBR', reason: 'unavailable' },
    ])
    for (const id of ids.toReversed()) await ends(asha, id, 'Completed')
    const [paused = 0, other = 0] = await releasedAt(ids)
    expect(other).toBeLessThan(paused)
  })

  it('counts failures by account since the release began, and a new rate does not resume one that just stopped', async () => {
    const { incident, orders } = await holdOrders(2)
    await incidentCalls.transition(incident, 'release', 1)
    await ends(at.customer.asha, orders[0]?.id ?? '', 'Completed')
    const out = (await stored(orders[0]?.id ?? '')).hold
    const note = (account: 'SMILEBR' | 'SMILEPH', isHealthy: boolean, sentAt = at.service.clock.now()) =>
      recordRelease(at.service.deps, out, { account, isGood: isHealthy, sentAt })
    const fails = async () => (await IncidentModel.findById(incident).lean())?.failedAccounts
    await note('SMILEBR', false)
    await note('SMILEPH', true)
    await note('SMILEBR', false)
    expect(await fails()).toEqual(['SMILEBR', 'SMILEBR'])
    await note('SMILEBR', true)
    expect(await fails()).toEqual([])

    const { version } = await incidentCalls.find(incident)
    const sentAt = at.service.clock.now()
    await IncidentModel.updateOne({ _id: incident }, { $set: { failedAccounts: Array(3).fill('SMILEBR') } })
    const rate = { id: incident, expectedVersion: version, to: 'release' as const, perMinute: 60 }
    const meera = { userId: 'meera', name: 'Meera', from: '' }
    await expect(transitionIncident(at.service.deps, meera, rate)).rejects.toMatchObject({
      code: 'incident_changed',
    })
    await until(
      () => incidentCalls.find(incident),
      ({ releaseStopped }) => releaseStopped !== null,
    )
    await incidentCalls.transition(incident, 'release', 1)
    await note('SMILEBR', false, sentAt)
    expect(await fails()).toEqual([])
    await note('SMILEBR', false)
    expect(await fails()).toEqual(['SMILEBR'])
  })

  it('reads the next orders and the counts from one index, in its order, without a sort', async () => {
    const next = await OrderModel.find({
      'hold.incident': 'SMILEBR:1',
      status: 'Processing',
      'hold.releasedAt': null,
    })
      .sort({ processingAt: 1, _id: 1 })
      .hint(holdIndex)
      .explain('executionStats')
    const plan = JSON.stringify(next)
    expect(plan).toContain(`"indexName":"${holdIndex}"`)
    expect(plan).not.toContain('"SORT"')
  })
})
