import * as adminItems from '@jhatpat/shared/contracts/admin-items.ts'
import { ItemModel } from '@jhatpat/shared/domain/catalogue/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { balanceOf, buy, ends, giveMoney, orderBody, soldTo, until } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { brazil, supplierCheckFixture } from './supplier-check-fixture.ts'

let service: Service
let shop: Shop

beforeAll(async () => {
  service = await startService({ workers: true, env: { SMILE_LOW_BALANCE_CODES: '20010' } })
  shop = await insertShop()
  await syncPriceLists(service.deps)
})
afterAll(() => service.stop())

const diamonds = async () => (await ItemModel.findById(shop.diamonds.item._id).lean())!
const unitCost = 61.5
const covered = 3

describe('a balance for three units, twenty customers, and an admin who switches the stock', () => {
  it('delivers three, keeps every other paid order waiting, and delivers those once there is balance', async () => {
    const checks = supplierCheckFixture(service)
    const meera = await service.as(await insertAdmin())
    const points = (br: string) => service.simulators.control('smileone', { points: { br } })
    await points(String(unitCost * covered))
    await checks.readAndForecast()

    const customers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const user = await insertCustomer()
        await giveMoney(user, 100_000)
        return { user, person: await service.as(user), player: `${700_000_100 + index}` }
      }),
    )
    const toggle = async () => {
      for (let round = 0; round < 8; round++) {
        const { _id, discountedPaise, resellPaise } = await diamonds()
        const body = {
          price: discountedPaise / 100,
          resellPrice: resellPaise / 100,
          itemInstock: round % 2 === 1,
        }
        await meera.call(adminItems.updateItem, { params: { itemId: _id }, body })
      }
    }
    const runForecasts = async () => {
      for (let round = 0; round < 6; round++) await checks.forecast()
    }
    const [tries] = await Promise.all([
      Promise.allSettled(
        customers.map(({ user, person, player }) =>
          buy(person, orderBody(user, shop.diamonds, { paymentmode: 'wallet', input1: player })),
        ),
      ),
      toggle(),
      runForecasts(),
    ])

    const placed = tries.flatMap((one, index) =>
      one.status === 'fulfilled' ? [{ ...customers[index]!, id: one.value }] : [],
    )
    for (const one of tries) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'out_of_stock' })
    }
    expect(placed.length).toBeGreaterThan(0)
    const many = () => OrderModel.countDocuments({ status: 'Completed' })
    await until(many, (count) => count === Math.min(covered, placed.length))
    if (placed.length <= covered) return

    // Nothing is left: the item is paused whatever was switched, and paid orders wait.
    await until(
      () => OrderModel.countDocuments({ status: 'Processing', 'pendingReason.kind': 'supplier_deferred' }),
      (count) => count === placed.length - covered,
    )
    await checks.readAndForecast()
    expect(await diamonds()).toMatchObject({ pausedBy: 'balance', inStock: true })
    expect((await brazil(meera)).waiting.orders).toBe(placed.length - covered)

    await points('5000')
    await checks.readAndForecast()
    await Promise.all(placed.map(({ person, id }) => ends(person, id, 'Completed')))
    for (const { user, person, player } of placed) {
      expect((await soldTo(service, 'smileone', player)).length).toBe(1)
      expect(await balanceOf(person, user)).toBe(1_000 - 345)
    }
    await checks.readAndForecast()
    expect(await diamonds()).toMatchObject({ pausedBy: '', inStock: true })
  })
})
