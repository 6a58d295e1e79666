import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import { processing } from '@jhatpat/shared/contracts/board.ts'
import type { ApiError } from '@jhatpat/shared/contracts/client.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { JournalEntryModel, verifyBalances } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person
let imran: Person

beforeAll(async () => {
  service = await startService({ workers: true })
  shop = await insertShop()
  meera = await service.as(await insertAdmin({ name: 'Meera' }))
  imran = await service.as(await insertAdmin({ name: 'Imran' }), await service.startAnotherApi())
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 34_500)
})
afterEach(async () => expect((await verifyBalances()).faults).toEqual([]))

const order = (listing = shop.manual, more = {}) =>
  buy(asha, orderBody(user, listing, { paymentmode: 'wallet', ...more }))
const assign = (who: Person, id: string, action: 'assign' | 'reassign' | 'unassign' = 'assign') =>
  who.call(admin.assignOrder, { params: { id }, body: { action } })
const decide = (who: Person, id: string, to: 'Completed' | 'Refunded' | 'Cancelled') =>
  who.call(admin.transitionOrder, { params: { id }, body: { to, version: 1 } })
const find = async (orderid: string) => (await OrderModel.findById(orderid))!

describe('an assigned order', () => {
  it('is assigned for five minutes, and the other admin is shown the assignee', async () => {
    const id = await order()
    const mine = await assign(meera, id)
    expect(mine.assignee?.name).toBe('Meera')
    const assignedMs = Date.parse(mine.assignee?.until ?? '') - Date.parse(mine.assignee?.since ?? '')
    expect(assignedMs).toBe(5 * 60_000)
    const attempts = [assign(imran, id), assign(imran, id, 'unassign'), decide(imran, id, 'Completed')]
    for (const refusal of await Promise.all(attempts.map(refusalOf))) {
      expect(refusal).toMatchObject({ status: 409, code: 'order_assigned' })
      expect(refusal.message).toMatch(/^Assigned to Meera \d+ seconds? ago\. Nothing was changed\.$/)
    }
    expect((await decide(meera, id, 'Completed')).status).toBe('Completed')
    expect((await find(id)).assignee).toBeNull()
  })

  it('can be reassigned, released, and renewed by its assignee without a new start time', async () => {
    const id = await order()
    const first = await assign(meera, id)
    service.clock.advance(60_000)
    const renewed = await assign(meera, id)
    expect(renewed.assignee?.since).toBe(first.assignee?.since)
    expect(Date.parse(renewed.assignee?.until ?? '')).toBeGreaterThan(Date.parse(first.assignee?.until ?? ''))
    expect((await assign(imran, id, 'reassign')).assignee?.name).toBe('Imran')
    expect(await refusalOf(assign(meera, id))).toMatchObject({ code: 'order_assigned' })
    expect((await assign(imran, id, 'unassign')).assignee).toBeNull()
    expect((await assign(meera, id)).assignee?.name).toBe('Meera')
  })

  it('is unassigned after five minutes', async () => {
    const id = await order()
    await assign(meera, id)
    service.clock.advance(5 * 60_000 + 1)
    const board = await imran.call(processing)
    expect(board.find((row) => row.orderid === id)?.assignee).toBeNull()
    expect((await decide(imran, id, 'Completed')).status).toBe('Completed')
  })

  it('goes to one of two admins who assign it at once, and both boards show the same name', async () => {
    const id = await order()
    const socket = await imran.socket()
    const rows: BoardOrder[] = []
    socket.on('board.order_updated', (row) => rows.push(row))
    await socket.emitWithAck('board.subscribe', {})
    const claims = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => assign(index % 2 ? meera : imran, id)),
    )
    const names = claims.flatMap((one) => (one.status === 'fulfilled' ? [one.value.assignee?.name] : []))
    expect(new Set(names).size).toBe(1)
    await until(
      async () => rows.at(-1)?.assignee?.name,
      (name) => name === names[0],
    )
  })

  it('cannot be assigned when it has left the board', async () => {
    const id = await order()
    await decide(meera, id, 'Cancelled')
    expect(await refusalOf(assign(imran, id))).toMatchObject({ status: 409, code: 'order_changed' })
    expect(await refusalOf(assign(imran, 'JP000000NOSUCH'))).toMatchObject({ status: 404 })
  })
})

describe('two staff actions at once', () => {
  const codesOf = (results: PromiseSettledResult<unknown>[]) =>
    results.flatMap((one) => (one.status === 'rejected' ? [(one.reason as ApiError).code] : []))

  it('refund an order once when twenty refunds race', async () => {
    const id = await order()
    const decisions = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => decide(index % 2 ? meera : imran, id, 'Refunded')),
    )
    expect(decisions.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect(new Set(codesOf(decisions))).toEqual(new Set(['order_changed']))
    expect(await balanceOf(asha, user)).toBe(345)
    expect(await JournalEntryModel.countDocuments({ ref: id, kind: 'order_refund' })).toBe(1)
  })

  it('leave one status and one history entry, and move money only for a refund', async () => {
    for (let round = 0; round < 5; round += 1) {
      const before = await balanceOf(asha, user)
      if (before < 345) await giveMoney(user, 34_500)
      const id = await order()
      const left = await balanceOf(asha, user)
      await Promise.allSettled([
        decide(meera, id, 'Refunded'),
        decide(imran, id, 'Completed'),
        decide(meera, id, 'Cancelled'),
      ])
      const { status, history, version } = await find(id)
      expect(history.map((row) => row.to)).toEqual(['Processing', status])
      expect(version).toBe(2)
      expect(await balanceOf(asha, user)).toBe(left + (status === 'Refunded' ? 345 : 0))
    }
  })

  it('are distinguished by the version that each admin read', async () => {
    const id = await order()
    await decide(meera, id, 'Completed')
    expect(await refusalOf(decide(imran, id, 'Refunded'))).toMatchObject({ code: 'order_changed' })
    const request = { params: { id }, body: { to: 'Refunded' as const, version: 2 } }
    expect((await imran.call(admin.transitionOrder, request)).status).toBe('Refunded')
  })
})

describe('an admin’s decision while the supplier is being called', () => {
  it('waits for the answer, so that an order is never both delivered and refunded', async () => {
    await service.simulators.control('smileone', { next: { replyDelayMs: 600 } })
    const id = await order(shop.diamonds, { input1: '790000001' })
    await until(
      async () => soldTo(service, 'smileone', '790000001').length,
      (sold) => sold === 1,
    )
    const refusal = await refusalOf(decide(meera, id, 'Refunded'))
    expect(refusal.message).toBe('The supplier is being checked. Wait for the result.')
    expect((await ends(asha, id, 'Completed')).credited).toBe(0)
  })

  it('races with the answer, and only one of them takes effect', async () => {
    for (const delayMs of [0, 10, 20, 40]) {
      const player = `7900001${String(delayMs).padStart(2, '0')}`
      await giveMoney(user, 34_500)
      await service.simulators.control('smileone', { next: { delayMs, match: { userid: player } } })
      const id = await order(shop.diamonds, { input1: player })
      const moved = await Promise.allSettled(Array.from({ length: 5 }, () => decide(meera, id, 'Refunded')))
      const won = moved.some((one) => one.status === 'fulfilled')
      const { status } = await until(
        () => look(asha, id),
        (one) => one.status !== 'Processing',
      )
      expect(status).toBe(won ? 'Refunded' : 'Completed')
      expect(soldTo(service, 'smileone', player)).toHaveLength(won ? 0 : 1)
    }
  })
})
