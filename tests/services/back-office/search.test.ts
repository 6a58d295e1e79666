// cspell:ignore Zubeida Zubin
import { searchAll } from '@jhatpat/shared/contracts/admin-lists.ts'
import type { StaffRole } from '@jhatpat/shared/contracts/permissions.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buy, giveMoney, orderBody } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'

let service: Service
let orderid: string
let people: Record<'owner' | 'support' | 'catalogue', Person>

beforeAll(async () => {
  service = await startService()
  const shop = await insertShop()
  const customer = await insertCustomer({ name: 'Farida Rao Qureshi', mobilenumber: '9733312222' })
  await insertCustomer({ name: 'Farhan (Delhi) Rao' })
  await giveMoney(customer, 100_000)
  orderid = await buy(await service.as(customer), orderBody(customer, shop.manual, { paymentmode: 'wallet' }))
  const as = async (staffRole: StaffRole) => service.as(await insertAdmin({ staffRole, name: 'Meera' }))
  people = { owner: await as('owner'), support: await as('support'), catalogue: await as('catalogue') }
})
afterAll(() => service.stop())

const find = async (q: string, as: keyof typeof people = 'owner') =>
  (await people[as].call(searchAll, { query: { q } })).results.map(({ title }) => title)

it('finds an order by the start of its id, as displayed, and says its status', async () => {
  const shown = groupId(orderid)
  for (const text of [
    shown,
    shown.slice(0, 13),
    shown.slice(3, 13).toLowerCase(),
    shown.replaceAll('-', ' '),
  ]) {
    expect((await find(text))[0], text).toBe(orderid)
  }
  const { results } = await people.owner.call(searchAll, { query: { q: shown } })
  expect(results).toHaveLength(1)
  expect(results[0]).toMatchObject({ by: 'order', status: 'Processing' })
})

it('finds customers by the start of a name, and by half a number', async () => {
  expect(await find('far')).toEqual(['Farhan (Delhi) Rao', 'Farida Rao Qureshi'])
  expect(await find('97333 12')).toEqual(['Farida Rao Qureshi'])
  expect(await find('.*')).toEqual([])
})

it('finds products by half words, also where one has a sign', async () => {
  expect(await find('mob leg')).toContain('Mobile Legends')
  expect(await find('(')).toEqual([])
})

it('finds for each role only what that role may see', async () => {
  expect(await find('farida', 'catalogue')).toEqual([])
  expect(await find('9733312222', 'catalogue')).toEqual([])
  expect(await find('mob leg', 'support')).toEqual([])
  expect(await find('farida', 'support')).toEqual(['Farida Rao Qureshi'])
})
