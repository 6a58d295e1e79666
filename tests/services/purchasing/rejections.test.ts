import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import * as board from '@jhatpat/shared/contracts/board.ts'
import { orderDetails } from '@jhatpat/shared/contracts/order-details.ts'
import { orderList } from '@jhatpat/shared/contracts/orders.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, ends, giveMoney, orderBody, soldTo, until } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person

beforeAll(async () => {
  service = await startService({ workers: true, env: { SMILE_ACCOUNT_SHARED: 'true' } })
  shop = await insertShop()
  meera = await service.as(await insertAdmin())
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 34_500)
})

const order = (input1: string) =>
  buy(asha, orderBody(user, shop.diamonds, { input1, input2: '2001', paymentmode: 'wallet' }))
const row = (id: string, matches: (one: admin.BoardOrder) => boolean) =>
  until(
    async () => (await meera.call(board.processing)).find((one) => one.orderid === id),
    (one) => one !== undefined && matches(one),
  ) as Promise<admin.BoardOrder>

describe('a rejection by Smile.one', () => {
  it('with code 201 ends the order at once, though its message mentions points and balance', async () => {
    const id = await order('10000010')
    await ends(asha, id, 'Refunded')
    expect(await balanceOf(asha, user)).toBe(345)
  })

  it('is explained to its customer in our own words, on the page and by mail, and to admins in the supplier’s', async () => {
    const words = 'balance of US dollars is not enough'
    const reason = 'The account is of another region.'
    const id = await order('10000010')
    const refunded = await ends(asha, id, 'Refunded')
    expect(refunded.reason).toBe(reason)
    expect(refunded.timeline).toContainEqual(expect.objectContaining({ step: 'unit_rejected', reason }))
    const [listed] = await asha.call(orderList, { params: { userId: String(user._id) }, query: {} })
    expect(JSON.stringify([refunded, listed])).not.toContain(words)
    const mail = await until(
      async () => service.simulators.journal('mail').find(({ text }) => String(text).includes(reason)),
      (one) => one !== undefined,
    )
    expect(String(mail?.text)).not.toContain(words)
    const { order: seen } = await meera.call(orderDetails, { params: { id } })
    expect(seen.timeline).toContainEqual(
      expect.objectContaining({ step: 'unit_rejected', reason: expect.stringContaining(words) }),
    )
  })

  it('with an unknown code is not treated as a rejection: an admin decides, and nothing is refunded', async () => {
    const id = await order('10000012')
    const unclear = await row(id, ({ pendingReason }) => pendingReason.kind === 'outcome_unknown')
    expect(unclear.pendingReason.detail).toContain('20099')
    const waiting = await row(id, ({ pendingReason }) => pendingReason.until === undefined)
    expect(waiting.unitList).toMatchObject([{ state: 'unknown', attempt: 1 }])
    expect(await balanceOf(asha, user)).toBe(0)
  })

  it('for too few points is retried for half an hour, then waits for an admin, who retries it', async () => {
    await service.simulators.control('smileone', { points: { br: '0' } })
    const id = await order('793000001')
    const waits = await row(id, ({ pendingReason }) => pendingReason.kind === 'supplier_deferred')
    expect(waits.pendingReason.until).toBeDefined()
    service.clock.advance(31 * 60_000)
    const waiting = await row(
      id,
      ({ pendingReason, unitList }) =>
        pendingReason.kind === 'supplier_deferred' && unitList[0]?.state === 'rejected',
    )
    expect(waiting.pendingReason).toMatchObject({ detail: 'Insufficient smile points' })
    expect(waiting.pendingReason.until).toBeUndefined()
    expect(waiting.status).toBe('Processing')
    expect(await balanceOf(asha, user)).toBe(0)

    await service.simulators.control('smileone', { points: { br: '100' } })
    const { ref, attempt } = waiting.unitList[0]!
    const body = { unit: ref, attempt, answer: 'retry_unit' as const, reason: 'There are points again' }
    await meera.call(admin.resolveUnit, { params: { id }, body, idempotencyKey: randomUUID() })
    await ends(asha, id, 'Completed')
    expect(soldTo(service, 'smileone', '793000001')).toHaveLength(1)
  })
})
