import { listOverdueTasks } from '@jhatpat/shared/domain/maintenance/index.ts'
import { demandBySupplier, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { documentsReadBy } from '../../support/documents-read.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertScheduled } from './overdue-orders.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
})
afterEach(async () => {
  // These are no complete orders, which the check after each test would require.
  await OrderModel.deleteMany({})
})
afterAll(() => service.stop())

const ago = (ms: number) => new Date(service.clock.now().getTime() - ms)

describe('the list of overdue tasks', () => {
  it('reads at most 200 orders by time and 200 by sweep count for each kind of task', async () => {
    await insertScheduled(3_000, () => ago(5_000))
    await insertScheduled(1_000, () => ago(60_000))
    let rows: unknown[] = []
    const read = await documentsReadBy(OrderModel, async () => {
      rows = await listOverdueTasks(service.clock.now())
    })
    expect(rows).toHaveLength(200)
    expect(read).toBeLessThanOrEqual(420)
  })

  it('lists an order that was swept three times among many that are only due, and lists it once', async () => {
    await insertScheduled(3_000, () => ago(5_000))
    const [young = '', old = ''] = [
      ...(await insertScheduled(1, () => ago(4_000))),
      ...(await insertScheduled(1, () => ago(90_000))),
    ]
    await OrderModel.collection.updateMany(
      { _id: { $in: [young, old] as never[] } },
      { $set: { 'due.fulfil.swept': { count: 3, seq: 1 } } },
    )
    const rows = await listOverdueTasks(service.clock.now())
    expect(rows.map(({ id }) => id)).toEqual([old, young])
  })
})

describe('the demand of open orders at a supplier account', () => {
  const insertOpen = async (count: number, units: object[]) => {
    const ids = await insertScheduled(count, () => ago(0))
    const open = { delivery: 'instant', processingAt: ago(60_000), units }
    await OrderModel.collection.updateMany({ _id: { $in: ids as never[] } }, { $set: open })
  }
  const planned = { state: 'planned', cost: '61.5', supplierOrderId: '' }

  it('is exact for two thousand orders', async () => {
    await insertOpen(1_500, [planned, planned])
    await insertOpen(500, [{ ...planned, state: 'delivered' }])
    const { orders, units, cost } = (await demandBySupplier()).get('SMILEBR') ?? {}
    expect({ orders, units, cost }).toEqual({ orders: 1_500, units: 3_000, cost: 3_000 * 615_000 })
  })

  it('is estimated from two thousand of six thousand orders', async () => {
    await insertOpen(6_000, [planned])
    let waiting: Awaited<ReturnType<typeof demandBySupplier>> = new Map()
    const read = await documentsReadBy(OrderModel, async () => {
      waiting = await demandBySupplier()
    })
    const { orders, units, cost } = waiting.get('SMILEBR') ?? {}
    expect({ orders, units, cost }).toEqual({ orders: 6_000, units: 6_000, cost: 6_000 * 615_000 })
    expect(read).toBeLessThanOrEqual(2_050)
  })

  it('is too high rather than too low when the middle orders are estimated', async () => {
    await insertOpen(2_000, [{ ...planned, state: 'delivered' }])
    service.clock.advance(60_000)
    await insertOpen(2_000, [planned])
    const { cost = 0 } = (await demandBySupplier()).get('SMILEBR') ?? {}
    expect(cost).toBeGreaterThanOrEqual(2_000 * 615_000)
  })
})
