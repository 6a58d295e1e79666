import { checkId } from '@jhatpat/shared/contracts/orders.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { AccountModel } from '@jhatpat/shared/domain/purchasing/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, ends, giveMoney, orderBody, soldTo, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService({ workers: true, env: { SUPPLIER_POLL_MS: '100' } })
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 6 * 34_500)
})

const suppliers = [
  { vendor: 'smileone', listing: 'diamonds', purchase: 'createorder', input2: '1234' },
  { vendor: 'moogold', listing: 'crystals', purchase: 'order/create_order', input2: 'Asia' },
] as const

describe.each(suppliers)('HTTP 429 from $vendor', ({ vendor, listing, purchase, input2 }) => {
  const order = (input1: string) =>
    buy(asha, orderBody(user, shop[listing], { input1, input2, paymentmode: 'wallet' }))
  const check = (userid: string) =>
    service.guest.call(checkId, {
      body: {
        userid,
        zoneid: input2,
        selectedProduct: String(shop[listing].product._id),
        selectedItem: shop[listing].item._id,
      },
    })

  it('defers the whole account until Retry-After, makes no unit unknown and closes no batch', async () => {
    const firstPlayer = vendor === 'smileone' ? '850000901' : '860000901'
    await ends(asha, await order(firstPlayer), 'Completed')
    const players = ['1', '2', '3'].map((digit) => `${firstPlayer}${digit}`)
    // An ID that was found before needs no call that the account would reject.
    if (vendor === 'smileone') await Promise.all(players.map(check))
    const next = { call: purchase, outcome: 'http429', retryAfter: '3' }
    await service.simulators.control(vendor, { next })
    const deferredAt = Date.now()
    const deferred = await order(players[0]!)
    await until(
      () => OrderModel.findById(deferred).lean(),
      (deferredOrder) => deferredOrder?.pendingReason?.kind === 'supplier_unavailable',
    )
    const deferredOrder = (await OrderModel.findById(deferred).lean())!
    expect(deferredOrder.units[0]).toMatchObject({
      state: 'planned',
      deferredSince: null,
      unknownSince: null,
    })
    expect(deferredOrder.pendingReason?.detail).toContain('asked us to slow down')
    if (vendor === 'smileone') {
      expect(await AccountModel.findById('SMILEBR').lean()).toMatchObject({ isOpen: true, settleAt: null })
    }
    const others = await Promise.all(players.slice(1).map(order))
    for (const id of [deferred, ...others]) await ends(asha, id, 'Completed')
    const bought = players.flatMap((player) => soldTo(service, vendor, player))
    expect(bought).toHaveLength(3)
    for (const { at } of bought) expect(Date.parse(String(at)) - deferredAt).toBeGreaterThan(2_900)
  })
})
