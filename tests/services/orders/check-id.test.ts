import { checkId } from '@jhatpat/shared/contracts/orders.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
})
afterAll(() => service.stop())

const check = (userid: string, { product, item }: Listing = shop.diamonds) =>
  service.guest.call(checkId, {
    body: { userid, zoneid: '2001', selectedProduct: String(product._id), selectedItem: item._id },
  })

describe('POST /order/checkid', () => {
  it('CALL-09 names the player and the region, to a visitor too', async () => {
    const reply = await check('123456789')
    expect(reply).toMatchObject({ message: 'success', use: 'c' })
    expect(reply.username).toMatch(/^[A-Za-z]+\d+$/)
    expect(await check('123456789', shop.bundle)).toEqual(reply)
  })

  it('CALL-09 returns the marker of an Indonesian id, which the page refuses', async () => {
    expect(await check('10000001')).toMatchObject({
      message: 'success',
      use: 'b',
      kind: 'region_not_eligible',
    })
  })

  it('CALL-09 has one sentence for a rejection by region or policy, and the supplier’s message for an unknown id', async () => {
    expect(await check('10000002')).toEqual({
      message: 'Recharge For This ID is not permitted. Contact Admin or try purchasing another region packs.',
      use: '',
      username: '',
      kind: 'region_not_eligible',
    })
    expect(await check('10000003')).toEqual({ message: 'USER ID não existe', use: '', username: '' })
  })

  it('is refused for items that the shop does not sell', async () => {
    const product = { ...shop.diamonds.product, _id: 'nothing' }
    expect(await refusalOf(check('1', { ...shop.diamonds, product }))).toMatchObject({ status: 404 })
    const item = { ...shop.diamonds.item, _id: 999_999 }
    expect(await refusalOf(check('1', { ...shop.diamonds, item }))).toMatchObject({ code: 'item_not_found' })
  })

  it.each(['http500', 'html', 'reset', 'cut_json'])(
    'says that the check failed when the supplier breaks (%s), and does not call the id bad',
    async (outcome) => {
      await service.simulators.control('smileone', { next: { outcome, call: 'getrole' } })
      expect(await refusalOf(check('770000001'))).toMatchObject({
        status: 502,
        message: expect.stringContaining('so we couldn’t check this ID'),
      })
    },
  )

  it('asks the supplier once for an id that was checked just before', async () => {
    await check('770000002')
    await service.simulators.control('smileone', { next: { outcome: 'http500', call: 'getrole' } })
    expect((await check('770000002')).message).toBe('success')
    await service.simulators.reset('faults')
  })
})
