import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { erasedText } from '@jhatpat/shared/contracts/erased-text.ts'
import { updateUserData } from '@jhatpat/shared/contracts/users.ts'
import { type IUser, openSession, SessionModel, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { updateUserAsOperator } from '@jhatpat/shared/domain/staff/index.ts'
import { WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import mongoose from 'mongoose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { buy, giveMoney, orderBody, startTopUp } from '../../support/buying.ts'
import { insertCustomer, testPassword } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { createErasureKit, type ErasureKit } from './erasure-kit.ts'

let service: Service
let shop: Shop
let kit: ErasureKit
let asha: IUser
let person: Person

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  kit = await createErasureKit(service)
})
beforeEach(async () => {
  asha = await insertCustomer({ name: 'Asha Erased' })
  person = await service.as(asha)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => service.stop())

const idOf = (user: IUser) => String(user._id)
const erasureOf = () => kit.erasureOf(asha)
const userOf = () => kit.userOf(asha)
const set = (_id: string, values: object) =>
  OrderModel.collection.updateOne({ _id: _id as never }, { $set: values })

/** Writes once, after the documents of a collection were read and before they are cleared. */
function writeBeforeClearing(name: string, write: () => Promise<unknown>): void {
  const { prototype } = mongoose.mongo.Collection
  const clear = prototype.bulkWrite
  let isWritten = false
  vi.spyOn(prototype, 'bulkWrite').mockImplementation(async function (
    this: typeof prototype,
    ...args: Parameters<typeof clear>
  ) {
    if (this.collectionName === name && !isWritten) {
      isWritten = true
      await write()
    }
    return clear.apply(this, args)
  })
}

/** An order that has ended, with no work left. */
async function endedOrder(values: object = {}): Promise<string> {
  const _id = await buy(person, orderBody(asha, shop.diamonds, { input1: '770112233', input2: '4321' }))
  await kit.endOrder(_id, values)
  return _id
}

describe('at the same moment as an erasure', () => {
  it('another one is the same', async () => {
    const requested = await Promise.all([1, 2, 3].map(() => kit.request(asha)))
    expect(new Set(requested.map(({ request }) => request)).size).toBe(1)
    const both = () => Promise.allSettled([kit.proceed(), kit.proceed()])
    const confirmed = await Promise.allSettled([kit.confirm(asha), kit.confirm(asha)])
    expect(confirmed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    service.clock.advance(73 * 3_600_000)
    await both()
    kit.elapse()
    await both()
    await kit.proceed()
    expect(await erasureOf()).toMatchObject({ state: 'erased' })
    const rows = await auditRows({ target: `user:${idOf(asha)}` })
    expect(rows.map(({ action }) => action)).toEqual(
      ['request', 'approve', 'start', 'complete'].map((action) => `erasure.${action}`),
    )
  })

  it('a sign-in that has read the account before opens no session', async () => {
    await kit.request(asha)
    await kit.confirm(asha)
    service.clock.advance(73 * 3_600_000)
    const read = await userOf()
    await kit.proceed()
    const { token } = await openSession(read, service.clock.now())
    expect((await service.withToken(token).request('/api/auth/sessions')).status).toBe(401)
    kit.elapse()
    await kit.proceed()
    expect(await SessionModel.countDocuments({ userId: asha._id })).toBe(0)
  })

  it('an order that was placed keeps its player until it has ended', async () => {
    const order = await endedOrder()
    await kit.close(asha)
    // The request was signed in before the account was closed.
    await set(order, { status: 'Processing', ended: null })
    kit.elapse()
    await kit.proceed()
    expect(await erasureOf()).toMatchObject({ state: 'closing' })
    const kept = await OrderModel.findById(order).orFail().lean()
    expect(kept).toMatchObject({ input1: '770112233' })
    expect(kept).not.toHaveProperty('clearedAt')
    await set(order, { status: 'Completed' })
    kit.elapse()
    await kit.proceed()
    expect(await erasureOf()).toMatchObject({ state: 'erased' })
    const cleared = await OrderModel.findById(order).orFail().lean()
    expect(cleared).toMatchObject({ input1: erasedText, clearedAt: expect.any(Date) })
  })

  it('a task that writes between the reading and the clearing of an order is kept, and nothing personal stays', async () => {
    const order = await endedOrder()
    const before = await OrderModel.findById(order).orFail().lean()
    await kit.close(asha)
    const due = { 'due.fulfil.at': service.clock.now(), reason: 'called 770112233' }
    writeBeforeClearing('orders', () =>
      OrderModel.collection.updateOne({ _id: order as never }, { $set: due, $inc: { 'due.fulfil.seq': 1 } }),
    )
    kit.elapse()
    await kit.proceed()
    const kept = await OrderModel.findById(order).orFail().lean()
    // The task may still deliver to the player.
    expect(kept).toMatchObject({ input1: '770112233', due: { fulfil: { at: expect.any(Date) } } })
    expect(kept.revision).toBeGreaterThan(before.revision)
    expect(await erasureOf()).toMatchObject({ state: 'clearing' })
    await set(order, { 'due.fulfil.at': null })
    kit.elapse()
    await kit.proceed()
    expect(await erasureOf()).toMatchObject({ state: 'erased' })
    const erased = await OrderModel.findById(order).orFail().lean()
    expect(erased).toMatchObject({ due: { fulfil: { seq: before.due.fulfil.seq + 1 } } })
    for (const value of ['770112233', asha.name, asha.email])
      expect(JSON.stringify(erased)).not.toContain(value)
  })

  it('a task of a top-up that is still due lets it wait', async () => {
    const topUp = await startTopUp(person, asha, 100)
    const setTopUp = (values: object) =>
      WalletTransactionModel.collection.updateOne({ _id: topUp as never }, { $set: values })
    await setTopUp({ status: 'Failed', 'due.payment.at': null })
    await kit.close(asha)
    writeBeforeClearing('wallet_transactions', () =>
      WalletTransactionModel.collection.updateOne(
        { _id: topUp as never },
        { $set: { 'due.payment.at': service.clock.now() }, $inc: { 'due.payment.seq': 1 } },
      ),
    )
    kit.elapse()
    await kit.proceed()
    expect(await erasureOf()).toMatchObject({ state: 'clearing' })
    await setTopUp({ note: 'paid by Asha Erased', 'due.payment.at': null })
    kit.elapse()
    await kit.proceed()
    expect(await erasureOf()).toMatchObject({ state: 'erased' })
    const erased = await WalletTransactionModel.findById(topUp).orFail().lean()
    expect(JSON.stringify(erased)).not.toContain('Asha Erased')
  })

  it('money that reaches the wallet stops it, and the account opens again', async () => {
    await kit.close(asha)
    await giveMoney(asha, 100)
    kit.elapse()
    await kit.proceed()
    expect(await erasureOf()).toMatchObject({ state: 'stopped', obstacles: ['balance'], nextAt: null })
    expect(await userOf()).toMatchObject({ name: 'Asha Erased', isBlocked: false })
    const { email } = asha
    await service.guest.call(login, { body: { email, password: testPassword } })
    await giveMoney(asha, -100)
    await kit.erase(asha)
    expect(await erasureOf()).toMatchObject({ state: 'erased', obstacles: [] })
  })

  it('a stop leaves an account blocked that was blocked before', async () => {
    await UserModel.collection.updateOne({ _id: asha._id }, { $set: { isBlocked: true } })
    await kit.close(asha)
    await giveMoney(asha, 100)
    kit.elapse()
    await kit.proceed()
    expect(await userOf()).toMatchObject({ isBlocked: true })
  })

  it.each(['at once', 'after they opened it'])('a block by staff stays when it stops: %s', async (when) => {
    await kit.close(asha)
    const admin = await service.as(kit.meera)
    const { userid, role, name, email, mobilenumber } = asha
    const edit = { _id: idOf(asha), userid, role, name, email, mobilenumber, verified: 'true' } as const
    const write = (isBlocked: 'true' | 'false') =>
      admin.call(updateUserData, { body: { ...edit, isBlocked, reason: 'a fraud' } })
    if (when !== 'at once') await write('false')
    await write('true')
    await giveMoney(asha, 100)
    kit.elapse()
    await kit.proceed()
    expect(await erasureOf()).toMatchObject({ state: 'stopped', obstacles: ['balance'] })
    expect(await userOf()).toMatchObject({ isBlocked: true })
    const rows = await auditRows({ target: `user:${idOf(asha)}`, action: 'user.update' })
    const kept = { after: { isBlocked: true }, reason: 'a fraud' }
    expect(rows).toContainEqual(expect.objectContaining(kept))
  })

  it('a block by the operator stays when it stops', async () => {
    await kit.close(asha)
    const operator = { userId: 'operator', name: 'Operator', reason: 'a fraud' }
    await updateUserAsOperator(service.deps, operator, { userId: idOf(asha), change: { isBlocked: true } })
    await giveMoney(asha, 100)
    kit.elapse()
    await kit.proceed()
    expect(await erasureOf()).toMatchObject({ state: 'stopped' })
    expect(await userOf()).toMatchObject({ isBlocked: true })
  })

  it('staff who open the account again stop it', async () => {
    await kit.close(asha)
    await UserModel.collection.updateOne({ _id: asha._id }, { $set: { isBlocked: false } })
    kit.elapse()
    await kit.proceed()
    expect(await erasureOf()).toMatchObject({ state: 'stopped', obstacles: ['reopened'] })
    expect(await userOf()).toMatchObject({ name: 'Asha Erased', isBlocked: false })
  })
})
