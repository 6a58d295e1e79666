import { itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import { DeliveryTimeModel, measureDeliveryTimes, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, ends, giveMoney, orderBody } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

const dayMs = 24 * 3_600_000

let service: Service
let shop: Shop

beforeAll(async () => {
  service = await startService({ workers: true, env: { SUPPLIER_POLL_MS: '40' } })
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await OrderModel.deleteMany({})
  await DeliveryTimeModel.deleteMany({})
})

let made = 0

/** Orders that took that many seconds each and ended that long ago. */
async function took(seconds: readonly number[], more: { by?: string; agoMs?: number } = {}): Promise<void> {
  const { by = 'supplier', agoMs = 60_000 } = more
  const at = service.clock.now().getTime() - agoMs
  const orders = seconds.map((one) => {
    made += 1
    return {
      _id: `JPPACE${made}`,
      item: { itemid: shop.crystals.item._id },
      status: 'Completed',
      due: {},
      completedAt: new Date(at),
      ended: { at: new Date(at), by },
      processingAt: new Date(at - one * 1_000),
    }
  })
  await OrderModel.collection.insertMany(orders as never)
}

async function deliveryTimeOf(listing = shop.crystals) {
  const productId = String(listing.product._id)
  const [item] = await service.guest.call(itemsOfProduct, { params: { productId } })
  return item?.deliveryTime
}

const upTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1)

describe('the measured delivery time of an item', () => {
  it('is shown once twenty orders were delivered automatically within a day, and for no other item', async () => {
    await took(upTo(19))
    await measureDeliveryTimes(service.deps)
    expect(await deliveryTimeOf()).toBeUndefined()
    await took([20])
    await measureDeliveryTimes(service.deps)
    expect(await deliveryTimeOf()).toEqual({ orders: 20, medianSeconds: 10, p90Seconds: 18 })
    expect(await deliveryTimeOf(shop.diamonds)).toBeUndefined()
  })

  it('excludes manual deliveries and those of the day before', async () => {
    await took(upTo(20))
    await took(upTo(30), { by: 'meera' })
    await took(upTo(30), { agoMs: dayMs + 1_000 })
    await measureDeliveryTimes(service.deps)
    expect(await deliveryTimeOf()).toMatchObject({ orders: 20 })
  })

  it('is no longer shown when it was not measured for a quarter of an hour', async () => {
    await took(upTo(20))
    await measureDeliveryTimes(service.deps)
    await DeliveryTimeModel.updateMany(
      {},
      { measuredAt: new Date(service.clock.now().getTime() - 15 * 60_000 - 1) },
    )
    expect(await deliveryTimeOf()).toBeUndefined()
  })

  it('includes an order that is really bought and delivered', async () => {
    await took(Array.from({ length: 19 }, () => 3_000))
    const user = await insertCustomer()
    const asha = await service.as(user)
    await giveMoney(user, 34_500)
    const body = orderBody(user, shop.crystals, {
      input1: '860000077',
      input2: 'Asia',
      paymentmode: 'wallet',
    })
    await ends(asha, await buy(asha, body), 'Completed')
    await measureDeliveryTimes(service.deps)
    expect(await deliveryTimeOf()).toEqual({ orders: 20, medianSeconds: 3_000, p90Seconds: 3_000 })
  })

  it('is computed from an index, without reading an order', async () => {
    await took(upTo(40))
    const db = OrderModel.db.db!
    await db.command({ profile: 0 })
    await db.command({ profile: 2, filter: { 'command.aggregate': 'orders' } })
    await measureDeliveryTimes(service.deps)
    const profiled = await db.collection('system.profile').find({ 'command.aggregate': 'orders' }).toArray()
    expect(profiled.at(-1)).toMatchObject({ docsExamined: 0, keysExamined: 40 })
  })
})
