import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
  service = await startService({ env: { BALANCE_CONCURRENCY: '1' } })
  shop = await insertShop()
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 300_000)
})
afterAll(() => service.stop())

const unitOf = async (orderid: string) => (await OrderModel.findById(orderid))!.units[0]!

it('a worker that is shutting down ends the current purchase, begins no other, and loses none', async () => {
  const players = Array.from({ length: 5 }, (_, index) => String(736_000_001 + index))
  const slow = players.map((userid) => ({ replyDelayMs: 1_000, match: { userid } }))
  await service.simulators.control('smileone', { next: slow })
  const workers = await service.startAnotherWorkers()
  const ids: string[] = []
  for (const input1 of players) {
    ids.push(await buy(asha, orderBody(user, shop.diamonds, { input1, paymentmode: 'wallet' })))
  }
  const states = () => Promise.all(ids.map(async (id) => (await unitOf(id)).state))
  await until(states, (all) => all.includes('sending'))

  await workers.stop()
  const left = await states()
  expect(left.filter((state) => state === 'delivered').length).toBeGreaterThanOrEqual(1)
  expect(left.filter((state) => state === 'planned').length).toBeGreaterThanOrEqual(3)
  expect(left).not.toContain('unknown')

  await service.startAnotherWorkers()
  for (const id of ids) await ends(asha, id, 'Completed')
  for (const player of players) expect(soldTo(service, 'smileone', player)).toHaveLength(1)
})
