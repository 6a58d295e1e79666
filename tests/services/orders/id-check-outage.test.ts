import { delays } from '@jhatpat/shared/contracts/delays.ts'
import { checkId } from '@jhatpat/shared/contracts/orders.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { BalanceModel, recordReading } from '@jhatpat/shared/domain/purchasing/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { balanceOf, buy, giveMoney, orderBody, refusalOf } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService({ env: { SUPPLIER_TIMEOUT_MS: '20000' } })
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  await BalanceModel.deleteMany({})
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 100_000)
})

const sentence =
  'The supplier isn’t responding, so we couldn’t check this ID. No order was placed and no money was taken. Try again in a few minutes, or choose another product.'
const body = (input1: string, paymentmode: 'wallet' | 'upi' = 'wallet') =>
  orderBody(user, shop.diamonds, { input1, paymentmode })
const check = (userid: string) =>
  service.guest.call(checkId, {
    body: {
      userid,
      zoneid: '1234',
      selectedProduct: String(shop.diamonds.product._id),
      selectedItem: shop.diamonds.item._id,
    },
  })
const mute = (times: number) =>
  service.simulators.control('smileone', { next: { call: 'getrole', outcome: 'timeout_lost', times } })

describe('a supplier that does not answer the ID check', () => {
  it.each(['wallet', 'upi'] as const)(
    'delays an order by %s for 3 s at most, and the order is not placed or paid',
    async (paymentmode) => {
      await mute(1)
      const startedAt = performance.now()
      const refusal = await refusalOf(buy(asha, body(`77100000${paymentmode.length}`, paymentmode)))
      expect(performance.now() - startedAt).toBeLessThan(4_000)
      expect(refusal).toMatchObject({ status: 409, code: 'id_check_unavailable', message: sentence })
      expect(refusal.field).toBeUndefined()
      expect(await OrderModel.countDocuments({ userId: user._id })).toBe(0)
      expect(await balanceOf(asha, user)).toBe(1_000)
    },
  )

  it('does not delay an order whose ID was found within ten minutes', async () => {
    await check('771000011')
    await mute(1)
    const startedAt = performance.now()
    await buy(asha, body('771000011'))
    expect(performance.now() - startedAt).toBeLessThan(1_500)
  })

  it('counts an answer that arrived after the order was refused, when the order is tried again', async () => {
    const slow = { call: 'getrole', outcome: 'ok', replyDelayMs: 4_000 }
    await service.simulators.control('smileone', { next: slow })
    const refusal = await refusalOf(buy(asha, body('771000012')))
    expect(refusal).toMatchObject({ code: 'id_check_unavailable' })
    const { redis } = service.deps
    await vi.waitFor(async () => expect(await redis.keys('*771000012*')).toHaveLength(1), { timeout: 5_000 })
    await mute(1)
    await buy(asha, body('771000012'))
  })

  it('is reported in the same words on the page', async () => {
    await service.simulators.control('smileone', { next: { call: 'getrole', outcome: 'reset' } })
    expect(await refusalOf(check('771000013'))).toMatchObject({ message: sentence })
  })
})

describe('a supplier account that is known not to answer', () => {
  const outages = async () => (await service.guest.call(delays, {})).filter((one) => one.idChecksDown)

  it('is shown on its products whose IDs need a check, until it answers again', async () => {
    expect(await outages()).toEqual([])
    const balanceAnswer = (kind: 'unavailable' | 'ok') => ({
      askedAt: service.deps.clock.now(),
      answer:
        kind === 'ok'
          ? { kind, balance: '60000.0', unit: 'coins' as const }
          : { kind, message: 'It did not answer in time.' },
    })
    await BalanceModel.create({ _id: 'SMILEBR' })
    await recordReading(service.deps, 'SMILEBR', balanceAnswer('unavailable'))
    const [outage, ...more] = await outages()
    expect(more).toEqual([])
    expect(outage?.products).toContain(String(shop.diamonds.product._id))
    expect(outage?.products).not.toContain(String(shop.crystals.product._id))
    expect(outage?.en).toContain('does not answer')
    await recordReading(service.deps, 'SMILEBR', balanceAnswer('ok'))
    expect(await outages()).toEqual([])
  })
})
