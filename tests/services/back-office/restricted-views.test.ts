import * as lists from '@jhatpat/shared/contracts/admin-lists.ts'
import { auditRows } from '@jhatpat/shared/contracts/audit.ts'
import { orderDetails } from '@jhatpat/shared/contracts/order-details.ts'
import { type StaffRole, staffRoles } from '@jhatpat/shared/contracts/permissions.ts'
import { updateUserData } from '@jhatpat/shared/contracts/users.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, giveMoney, orderBody } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'

let service: Service
let customer: IUser
let orderid: string
const people = new Map<StaffRole, Person>()

beforeAll(async () => {
  service = await startService()
  const shop = await insertShop()
  customer = await insertCustomer()
  const asha = await service.as(customer)
  await giveMoney(customer, 100_000)
  orderid = await buy(asha, orderBody(customer, shop.manual, { paymentmode: 'wallet' }))
  for (const staffRole of staffRoles)
    people.set(staffRole, await service.as(await insertAdmin({ staffRole })))
  const { _id, userid, name, role, email } = customer
  await people.get('owner')!.call(updateUserData, {
    body: {
      _id: String(_id),
      userid,
      role,
      email,
      verified: 'true',
      isBlocked: 'false',
      name: `${name} Rao`,
      mobilenumber: '9811112299',
      reason: 'Asked by phone',
    },
  })
})
afterAll(() => service.stop())

/** What a role sees of the customer's order, and of the customer in the audit log. */
async function viewAs(role: StaffRole): Promise<string> {
  const person = people.get(role)!
  const all = await Promise.all([
    person.call(lists.allOrders, { query: {} }),
    person.call(lists.searchAll, { query: { q: orderid } }),
    person.call(orderDetails, { params: { id: orderid } }),
    person.call(auditRows, { query: { target: `user:${customer._id}` } }),
  ])
  return JSON.stringify(all)
}

const secrets = () => [customer.email, customer.mobilenumber, '9811112299']

describe('a role without customers.view', () => {
  it('sees an order without its customer’s e-mail address and numbers, and that a user was changed, without the values', async () => {
    const view = await viewAs('catalogue')
    expect(view).toContain(orderid)
    expect(view).toContain('user.update')
    for (const secret of secrets()) expect(view).not.toContain(secret)
    expect(view).not.toContain('Asked by phone')
  })

  it('finds no orders by an e-mail address or a number', async () => {
    for (const q of [customer.email, '9811112299']) {
      const found = await people.get('catalogue')!.call(lists.allOrders, { query: { q } })
      expect(found.transactions).toEqual([])
      expect(
        (await people.get('support')!.call(lists.allOrders, { query: { q } })).transactions,
      ).toHaveLength(1)
    }
  })
})

it.each(['owner', 'finance', 'operations', 'support'] as const)('%s sees all of it', async (role) => {
  const view = await viewAs(role)
  for (const secret of secrets()) expect(view).toContain(secret)
})
