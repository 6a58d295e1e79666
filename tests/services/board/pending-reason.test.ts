import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import * as board from '@jhatpat/shared/contracts/board.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, ends, giveMoney, look, orderBody, soldTo, until } from '../../support/buying.ts'
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
  service = await startService({
    workers: true,
    env: { SUPPLIER_TIMEOUT_MS: '800', SMILE_ACCOUNT_SHARED: 'true', MOOGOLD_URL: await closedAddress() },
  })
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

/** An address on which nothing listens. */
async function closedAddress(): Promise<string> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return `http://127.0.0.1:${port}`
}

const order = (listing: Listing, input1: string) =>
  buy(asha, orderBody(user, listing, { input1, paymentmode: 'wallet' }))

/** The order's row on the board, once it has a reason. */
function row(id: string, kind: BoardOrder['pendingReason']['kind']): Promise<BoardOrder> {
  return until(
    async () => (await meera.call(board.processing)).find((one) => one.orderid === id),
    (one) => one?.pendingReason.kind === kind,
  ) as Promise<BoardOrder>
}

const stepsOf = async (id: string) => (await look(asha, id)).timeline.map((entry) => entry.step)

describe('the pending reason of an order on the board', () => {
  it('manual: only an admin can deliver it', async () => {
    const id = await order(shop.manual, 'neha@mail.test')
    expect(await row(id, 'manual')).toMatchObject({ delivery: 'manual', units: { total: 0, delivered: 0 } })
    expect(await stepsOf(id)).toContain('manual')
  })

  it('in_progress: the supplier is being polled', async () => {
    await service.simulators.control('smileone', { next: { delayMs: 500 } })
    const id = await order(shop.diamonds, '780000001')
    expect((await row(id, 'in_progress')).status).toBe('Processing')
    await ends(asha, id, 'Completed')
  })

  it('outcome_unknown: it may have been delivered, and is not bought again', async () => {
    const id = await order(shop.diamonds, '10000005')
    expect((await row(id, 'outcome_unknown')).pendingReason.detail).toBe('No answer within 0.8 s.')
    expect((await stepsOf(id)).at(-1)).toBe('outcome_unknown')
    expect(soldTo(service, 'smileone', '10000005')).toHaveLength(1)
    expect(await balanceOf(asha, user)).toBe(0)
  })

  it('partly_delivered: one unit was delivered, the next rejected, and the rest is not bought', async () => {
    const id = await order(shop.bundle, '10000008')
    const boardRow = await row(id, 'partly_delivered')
    expect(boardRow.units).toEqual({ total: 3, delivered: 1 })
    expect(boardRow.pendingReason.detail).toContain('The recharge has failed.')
    expect((await stepsOf(id)).slice(-4)).toEqual(['sent', 'unit_delivered', 'sent', 'unit_rejected'])
    expect(soldTo(service, 'smileone', '10000008')).toHaveLength(1)
    expect((await look(asha, id)).status).toBe('Processing')
  })

  it('supplier_deferred: our balance at the supplier is too low, so the unit is retried later and then delivered', async () => {
    const id = await order(shop.diamonds, '10000007')
    expect((await row(id, 'supplier_deferred')).pendingReason.detail).toBe('Insufficient smile points')
    expect((await look(asha, id)).status).toBe('Processing')
    service.clock.advance(60_000)
    await ends(asha, id, 'Completed')
    expect(soldTo(service, 'smileone', '10000007')).toHaveLength(1)
  })

  it('supplier_unavailable: the supplier cannot be reached, so the order waits and does not fail', async () => {
    const id = await order(shop.crystals, '780000002')
    const boardRow = await row(id, 'supplier_unavailable')
    expect(boardRow.units).toEqual({ total: 1, delivered: 0 })
    // While the next try is under way it is shown as sent.
    await until(
      () => stepsOf(id),
      (steps) => steps.includes('supplier_deferred'),
    )
    expect(await balanceOf(asha, user)).toBe(0)
  })

  it('is removed when an admin ends the order', async () => {
    const id = await order(shop.crystals, '780000003')
    await until(
      async () => {
        const { version } = await row(id, 'supplier_unavailable')
        const decision = { params: { id }, body: { to: 'Refunded' as const, version } }
        return meera.call(admin.transitionOrder, decision).catch(() => undefined)
      },
      (ended) => ended?.status === 'Refunded',
    )
    expect((await meera.call(board.processing)).map((one) => one.orderid)).not.toContain(id)
    expect(await balanceOf(asha, user)).toBe(345)
    expect(await stepsOf(id)).not.toContain('supplier_deferred')
  })
})
