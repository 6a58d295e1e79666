import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import { addUserBalance } from '@jhatpat/shared/contracts/users.ts'
import { revealSecret } from '@jhatpat/shared/contracts/vault.ts'
import { type IUser, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { walletBalancePaise } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, giveMoney, orderBody, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { passSweepGrace } from '../../support/queue-time.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { inboxOf } from '../accounts/account-inbox.ts'

let service: Service
let shop: Shop
let inbox: ReturnType<typeof inboxOf>
let owner: IUser
let finance: Person
let operations: Person

const dayMs = 86_400_000
const soon = { timeout: 15_000 }

beforeAll(async () => {
  const limits = { ADMIN_DAY_TOTAL: '20000', ROLE_DAY_TOTAL: '50000' }
  service = await startService({ workers: true, env: limits })
  shop = await insertShop()
  inbox = inboxOf(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  service.clock.advance(dayMs)
  await UserModel.updateMany({ role: 'admin' }, { role: 'user', $unset: { ownerUntil: 1 } })
  owner = await insertAdmin({ name: 'Meera Iyer' })
  await insertAdmin({ name: 'Imran Khan' })
  finance = await service.as(await insertAdmin({ name: 'Farah', staffRole: 'finance' }))
  operations = await service.as(await insertAdmin({ name: 'Omar', staffRole: 'operations' }))
})
afterEach(async () => expect((await verifyLedger()).faults).toEqual([]))

async function add(amount: number, who = finance, target?: IUser) {
  const { userid, email } = target ?? (await insertCustomer())
  const body = { userId: userid, email, amount, reason: 'Bank slip seen' }
  return (await who.call(addUserBalance, { body, idempotencyKey: randomUUID() })).status
}
const alertsTo = (user: IUser) =>
  inbox
    .mails(user.email)
    .filter(({ subject }) => /daily limit|opened code/.test(subject))
    .map(({ text }) => text.replaceAll('\n', ' '))

/** An order of ₹345 that needs a person, and its customer. */
async function ordered() {
  const user = await insertCustomer()
  const customer = await service.as(user)
  await giveMoney(user, 100_000)
  const id = await buy(customer, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
  return { id, user, customer }
}
type DecideInput = { to: 'Refunded' | 'Completed'; who?: Person } & Record<string, unknown>
async function decide(id: string, { who = operations, ...more }: DecideInput) {
  const { version } = (await OrderModel.findById(id).lean<OrderDoc>())!
  const body = { version, reason: 'Wrong server', ...more }
  return who.call(admin.transitionOrder, { params: { id }, body, idempotencyKey: randomUUID() })
}
/** An order with a code that its customer has revealed. */
async function opened() {
  const order = await ordered()
  await decide(order.id, { to: 'Completed', codes: [{ label: 'Code', value: randomUUID() }] })
  await order.customer.call(revealSecret, { body: { client_txn_id: order.id, secret: 0 } })
  return order
}

describe('the amount that one admin moves alone in a day', () => {
  it('is added up over all wallets: the rest waits for a second admin', async () => {
    expect([await add(10_000), await add(10_000), await add(10_000), await add(10_000)]).toEqual([
      'done',
      'done',
      'pending',
      'pending',
    ])
    const colleague = await service.as(await insertAdmin({ staffRole: 'finance' }))
    expect(await add(10_000, colleague)).toBe('done')
  })

  it('excludes what waits for a second admin', async () => {
    expect([await add(10_000), await add(6_000), await add(10_000), await add(4_000)]).toEqual([
      'done',
      'done',
      'pending',
      'done',
    ])
  })

  it('starts again from zero on the next day in India', async () => {
    expect([await add(10_000), await add(10_000), await add(1)]).toEqual(['done', 'done', 'pending'])
    const sinceMs = (service.clock.now().getTime() + 5.5 * 3_600_000) % dayMs
    service.clock.advance(dayMs - sinceMs)
    finance = await service.as(await insertAdmin({ staffRole: 'finance' }))
    expect(await add(10_000)).toBe('done')
  })

  it('cannot exceed the limit by concurrent calls for different wallets', async () => {
    const all = await Promise.all([1, 2, 3, 4, 5, 6].map(() => add(6_000)))
    expect(all.filter((status) => status === 'done')).toHaveLength(3)
  })

  it('is added up over wallets and orders together', async () => {
    await UserModel.updateOne({ _id: owner._id }, { name: 'Meera Iyer' })
    const meera = await service.as(owner)
    await add(10_000, meera)
    await add(9_500, meera)
    const [first, second] = [await ordered(), await ordered()]
    expect(await decide(first.id, { to: 'Refunded', who: meera })).toMatchObject({ status: 'Refunded' })
    expect(await refusalOf(decide(second.id, { to: 'Refunded', who: meera }))).toMatchObject({
      status: 409,
      code: 'approval_required',
      message: expect.stringContaining('₹20,000'),
    })
    expect(await balanceOf(second.customer, second.user)).toBe(655)
    await decide(second.id, { to: 'Refunded', requestApproval: true, who: meera })
  })

  it('is added up over the admins of a role', async () => {
    const statuses: string[] = []
    for (let count = 0; count < 6; count++) {
      const one = await service.as(await insertAdmin({ staffRole: 'finance' }))
      statuses.push(await add(10_000, one))
    }
    expect(statuses).toEqual([...Array(5).fill('done'), 'pending'])
  })

  it('is mailed to the owners at half of the limit, once', async () => {
    await add(9_999)
    await add(1)
    await add(5)
    passSweepGrace(service)
    await expect.poll(() => alertsTo(owner).length, soon).toBe(1)
    expect(alertsTo(owner)[0]).toMatch(/Farah has refunded or adjusted ₹10,000 .* ₹20,000/)
  })
})

describe('the refund of a code that its customer has revealed', () => {
  it('needs two people, for one order as for three', async () => {
    for (let count = 0; count < 3; count++) {
      const { id, user } = await opened()
      expect(await refusalOf(decide(id, { to: 'Refunded', codeRevealed: true }))).toMatchObject({
        code: 'approval_required',
      })
      expect(await walletBalancePaise(String(user._id))).toBe(65_500)
    }
  })
})

describe('where one account counts as an owner', () => {
  beforeEach(() => UserModel.updateMany({ name: 'Imran Khan' }, { role: 'user' }))

  it('makes the owner’s own calls beyond a limit, with a mail', async () => {
    const meera = await service.as(owner)
    expect([await add(10_000, meera), await add(10_000, meera), await add(10_000, meera)]).toEqual([
      'done',
      'done',
      'done',
    ])
    passSweepGrace(service)
    await expect
      .poll(() => alertsTo(owner).join(), soon)
      .toMatch(/Meera Iyer has refunded or adjusted ₹30,000/)
    const { id } = await opened()
    expect(await decide(id, { to: 'Refunded', codeRevealed: true, who: meera })).toMatchObject({
      status: 'Refunded',
    })
    passSweepGrace(service)
    await expect.poll(() => alertsTo(owner).join(), soon).toMatch(/what its customer has or has opened/)
  })

  it('limits the calls of all others as before', async () => {
    expect([await add(10_000), await add(10_000), await add(10_000)]).toEqual(['done', 'done', 'pending'])
  })
})
