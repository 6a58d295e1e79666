import { randomUUID } from 'node:crypto'
import * as redeliveries from '@jhatpat/shared/contracts/redeliveries.ts'
import * as tickets from '@jhatpat/shared/contracts/tickets.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { type OrderDoc, OrderModel, withPaidPrice } from '@jhatpat/shared/domain/orders/index.ts'
import { BalanceModel } from '@jhatpat/shared/domain/purchasing/index.ts'
import { readBalanceNow } from '@jhatpat/shared/domain/suppliers/index.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { buy, ends, look, orderBody, refusalOf } from '../../support/buying.ts'
import { noTimeouts, setUpUnresolved } from '../board/unresolved-orders.ts'
import { redeliverAs, againText as text } from './redelivery-calls.ts'
import { approveRefund, reportAs } from './ticket-calls.ts'

const at = setUpUnresolved(noTimeouts)
afterEach(async () => expect((await verifyLedger()).faults).toEqual([]))

const meera = () => at.staff.meera
const find = async (id: string) => (await OrderModel.findById(id).lean<OrderDoc>())!
const secondOf = async (id: string) => (await find(id)).redelivery!.orderid
const termsOf = (id: string, units?: string) =>
  meera().call(redeliveries.redeliveryQuote, { params: { id }, query: units ? { units } : {} })
const refund = (id: string, more: { codeRevealed?: true; requestApproval?: true } = {}) =>
  meera().call(tickets.resolveTicket, {
    params: { id },
    body: { resolution: 'refunded', text, ...more },
    idempotencyKey: randomUUID(),
  })
const denies = (id: string, supplierConflicts: object[]) =>
  OrderModel.collection.updateOne({ _id: id as never }, { $set: { supplierConflicts } })

/** Three units, delivered and reported. */
async function reported(player: string) {
  const { asha, user } = at.customer
  const id = await buy(asha, orderBody(user, at.shop.bundle, { input1: player, paymentmode: 'wallet' }))
  await ends(asha, id, 'Completed')
  await reportAs(asha, id, {})
  const order = await find(id)
  return { id, order, refs: order.units.map(({ ref }) => ref) }
}

describe('a redelivery of several units', () => {
  it('buys the units that are named, and refuses units that the order never had', async () => {
    const player = '884000001'
    const { id, refs } = await reported(player)
    const [, middle] = refs
    expect(await refusalOf(redeliverAs(meera(), id, { units: [middle!, 'JP1-9'] }))).toMatchObject({
      field: 'units',
    })
    await redeliverAs(meera(), id, { units: [middle!, middle!] })
    const done = await ends(at.customer.asha, await secondOf(id), 'Completed')
    expect(done.units).toEqual({ total: 1, delivered: 1 })
    expect(done.unitsOfOriginal).toBe(3)
    const first = await look(at.customer.asha, id)
    expect(first.redelivery?.redeliveredUnits).toEqual({ sent: 1, total: 3 })
    expect(at.staff.sold(player)).toBe(4)
    expect((await termsOf(id)).units).toEqual([])
  })

  it('shows for each unit whether its outcome is certain, and the cost of those chosen, also where all are too expensive', async () => {
    const { id, refs } = await reported('884000002')
    const [first, middle] = refs
    await readBalanceNow(at.service.deps, 'SMILEPH')
    const quote = await termsOf(id)
    const { cost, units } = await termsOf(id, middle)
    expect(units).toEqual(quote.units)
    expect(units.map(({ isCertain }) => isCertain)).toEqual([true, true, true])
    expect(cost!.amount).toBeLessThan(quote.cost!.amount)
    await denies(id, [{ kind: 'not_delivered', unit: first, at: new Date(), closedAt: null }])
    expect((await termsOf(id)).units.map(({ isCertain }) => isCertain)).toEqual([false, true, true])
    await denies(id, [])
    const enough = { amount: String(cost!.amount), forecast: null }
    await BalanceModel.updateOne({ _id: 'SMILEPH' }, { $set: enough })
    expect((await termsOf(id)).blockedReason).toContain('SMILEPH has')
    expect((await termsOf(id, middle)).blockedReason).toBe('')
    await BalanceModel.updateOne({ _id: 'SMILEPH' }, { $set: { amount: '900' } })
  })

  it('is worth the redelivered units, and when it fails a confirmed refund pays the whole price', async () => {
    const player = '884000003'
    const { id, order, refs } = await reported(player)
    await at.service.simulators.control('smileone', {
      next: [{ outcome: 'refuse', match: { userid: player } }],
    })
    await redeliverAs(meera(), id, { units: [refs[1]!] })
    const second = await secondOf(id)
    await ends(at.customer.asha, second, 'Cancelled')
    const { pricePaise } = await withPaidPrice(await find(second))
    expect(pricePaise).toBeGreaterThan(0)
    expect(pricePaise).toBeLessThan(order.pricePaise)
    expect(await refusalOf(refund(id))).toMatchObject({
      code: 'code_revealed',
      message: expect.stringContaining('2 of 3 units were not resent'),
    })
    await refund(id, { codeRevealed: true, requestApproval: true })
    await approveRefund(at.staff.imran, id)
    expect((await find(id)).creditedPaise).toBe(order.pricePaise)
  })
})
