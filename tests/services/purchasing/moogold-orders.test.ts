import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import * as board from '@jhatpat/shared/contracts/board.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  balanceOf,
  buy,
  ends,
  giveMoney,
  look,
  orderBody,
  refusalOf,
  soldTo,
  until,
} from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertProductWithItem, insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService({
    workers: true,
    env: { SUPPLIER_TIMEOUT_MS: '600', SUPPLIER_POLL_MS: '40' },
  })
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  await service.simulators.control('moogold', { webhook: { lost: true } })
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 34_500)
})

const order = (input1: string, listing: Listing = shop.crystals, input2 = 'Asia') =>
  buy(asha, orderBody(user, listing, { input1, input2, paymentmode: 'wallet' }))
const unitOf = async (orderid: string) => (await OrderModel.findById(orderid))!.units[0]!

describe('an order at MooGold', () => {
  it.each([
    ['is completed at once', '860000001', ['completed']],
    ['is being sent for a while', '20000006', undefined],
    ['has an unknown status in between', '20000009', undefined],
  ])('PIPE-05 that %s is delivered, and ordered once', async (_what, player, statuses) => {
    if (statuses) await service.simulators.control('moogold', { statuses })
    const id = await order(player)
    const { timeline } = await ends(asha, id, 'Completed')
    expect(timeline.map((entry) => entry.step)).toEqual([
      'ordered',
      'paid',
      'sent',
      'unit_delivered',
      'completed',
    ])
    expect(soldTo(service, 'moogold', player)).toHaveLength(1)
  })

  it.each([
    ['20000002', 'MooGold refunded the order.'],
    ['20000003', 'This product is blocked'],
  ])(
    'that ends without a delivery (player %s) is refunded to the wallet, once, in our words',
    async (player, message) => {
      const id = await order(player)
      const reason = 'Our supplier refused the order.'
      const ended = await ends(asha, id, 'Refunded')
      expect(ended).toMatchObject({ credited: 345, reason })
      expect(JSON.stringify(ended)).not.toContain(message)
      expect((await unitOf(id)).message).toBe(message)
      expect(await balanceOf(asha, user)).toBe(345)
    },
  )

  it('that gets lost on its way each time waits for an admin after three tries', async () => {
    await service.simulators.control('moogold', {
      next: Array.from({ length: 5 }, () => ({ outcome: 'timeout_lost', match: { userid: '860000031' } })),
    })
    const id = await order('860000031')
    const waiting = await until(
      () => OrderModel.findById(id),
      (one) => one?.due.fulfil.at === null,
    )
    expect(waiting?.pendingReason?.kind).toBe('outcome_unknown')
    expect(waiting?.units[0]).toMatchObject({ state: 'unknown', attempt: 3 })
    expect(soldTo(service, 'moogold', '860000031')).toHaveLength(0)
  })

  it('whose details MooGold rejects as wrong waits, since the money is still there', async () => {
    const id = await order('20000001')
    await until(
      () => unitOf(id),
      (unit) => unit.message === 'incorrect-details' && unit.retryCount > 2,
    )
    expect((await look(asha, id)).status).toBe('Processing')
    const meera = await service.as(await insertAdmin())
    const row = (await meera.call(board.processing)).find((one) => one.orderid === id)
    expect(row?.pendingReason).toMatchObject({ kind: 'supplier_review', detail: 'incorrect-details' })
    expect((await look(asha, id)).timeline.at(-1)?.step).toBe('supplier_review')
    const [before] = (await OrderModel.findById(id).lean())!.units
    const more = await until(
      () => OrderModel.findById(id).lean(),
      (one) => one!.units[0]!.retryCount > before!.retryCount + 1,
    )
    // Polls without a new result change nothing that an admin could see.
    expect(more).toMatchObject({ revision: row?.revision })
  })

  it.each([
    ['refund', 'Refunded', 345],
    ['delivered', 'Completed', 0],
  ] as const)('that MooGold keeps undecided is ended by an admin: %s', async (answer, status, credited) => {
    const id = await order('20000001')
    const unit = await until(
      () => unitOf(id),
      (one) => one.message === 'incorrect-details',
    )
    const meera = await service.as(await insertAdmin())
    const decide = (what: 'refund' | 'delivered' | 'retry_unit') =>
      meera.call(admin.resolveUnit, {
        params: { id },
        body: { unit: unit.ref, attempt: unit.attempt, answer: what, reason: 'Agreed with MooGold' },
        idempotencyKey: randomUUID(),
      })
    expect(await refusalOf(decide('retry_unit'))).toMatchObject({
      status: 409,
      code: 'transition_not_allowed',
    })
    expect(await decide(answer)).toMatchObject({ status, credited })
    expect(await balanceOf(asha, user)).toBe(credited)
    expect(
      soldTo(service, 'moogold', '20000001').filter((one) => one.partnerOrderId === unit.ref),
    ).toHaveLength(1)
  })

  it('that never arrived there is retried with the same reference', async () => {
    const id = await order('20000005')
    await ends(asha, id, 'Completed')
    expect((await unitOf(id)).attempt).toBe(2)
    expect(soldTo(service, 'moogold', '20000005')).toMatchObject([{ partnerOrderId: `${id}-1` }])
  })

  it('that our balance does not cover is retried later', async () => {
    const id = await order('20000007')
    await until(
      () => unitOf(id),
      (unit) => unit.code === '111',
    )
    expect((await look(asha, id)).status).toBe('Processing')
    service.clock.advance(60_000)
    await ends(asha, id, 'Completed')
    expect(soldTo(service, 'moogold', '20000007')).toHaveLength(1)
  })

  it.each(['reset_accepted', 'http500_accepted', 'html_accepted', 'cut_json'])(
    'whose answer broke (%s) is found there and not ordered twice',
    async (outcome) => {
      const player = `8610000${outcome.length}`
      await service.simulators.control('moogold', { next: { outcome } })
      const id = await order(player)
      await ends(asha, id, 'Completed')
      expect(soldTo(service, 'moogold', player)).toHaveLength(1)
    },
  )

  it('passes the account in the form of each game', async () => {
    const hok = await insertProductWithItem(
      { name: 'Honor of Kings', type: 'HOK', apiType: 'MOOGOLDHOK' },
      { name: '80 Tokens', id: '5177312' },
    )
    const mlbb = await insertProductWithItem(
      { name: 'Mobile Legends by MooGold', type: 'MLBB', apiType: 'MOOGOLDMLBB' },
      { name: '86 Diamonds', id: '1001' },
    )
    await giveMoney(user, 2 * 34_500)
    for (const id of [
      await order('862000001'),
      await order('862000002', hok, '-'),
      await order('862000003', mlbb, '2001'),
    ]) {
      await ends(asha, id, 'Completed')
    }
    const accounts = ['862000001', '862000002', '862000003'].map(
      (player) => soldTo(service, 'moogold', player)[0]?.account,
    )
    expect(accounts).toEqual([
      { 'User ID': '862000001', Server: 'Asia' },
      { 'Player ID': '862000002' },
      { 'User ID': '862000003', 'Server ID': '2001' },
    ])
  })
})
