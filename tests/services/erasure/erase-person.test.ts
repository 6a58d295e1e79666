import { randomUUID } from 'node:crypto'
import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { addCustomerNote } from '@jhatpat/shared/contracts/customers.ts'
import { erasedText } from '@jhatpat/shared/contracts/erased-text.ts'
import type { ErasureObstacleKind } from '@jhatpat/shared/contracts/erasure-obstacles.ts'
import { updateUserData } from '@jhatpat/shared/contracts/users.ts'
import { createUser, type IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import {
  ApprovalRequestModel,
  createApprovalRequest,
  type IApprovalRequest,
} from '@jhatpat/shared/domain/approvals/index.ts'
import { ErasureModel } from '@jhatpat/shared/domain/erasure/index.ts'
import { OrderModel, VaultModel } from '@jhatpat/shared/domain/orders/index.ts'
import { PointsBalanceModel } from '@jhatpat/shared/domain/points/index.ts'
import { WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { inTransaction } from '@jhatpat/shared/platform/mongo.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { buy, giveMoney, orderBody, refusalOf, startTopUp } from '../../support/buying.ts'
import { insertAdmin, insertCustomer, testPassword } from '../../support/people.ts'
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

/** An order that has ended, with no work left. */
async function endedOrder(values: object = {}): Promise<string> {
  const _id = await buy(person, orderBody(asha, shop.diamonds, { input1: '770112233', input2: '4321' }))
  await kit.endOrder(_id, values)
  return _id
}

describe('an erasure', () => {
  it('clears the person, and keeps ids, money and times', async () => {
    const order = await endedOrder({ vault: [{ deliveryId: 'V1', secrets: [] }] })
    await VaultModel.collection.insertOne({ _id: 'V1' as never, keyId: 'k', encrypted: ['x'] })
    const before = await OrderModel.findById(order).orFail().lean()
    await kit.erase(asha)
    expect(await erasureOf()).toMatchObject({
      state: 'erased',
      nextAt: null,
      requestedBy: idOf(kit.meera),
      confirmedBy: [idOf(kit.meera), idOf(kit.imran)],
    })
    expect(await userOf()).toMatchObject({
      userid: asha.userid,
      name: erasedText,
      email: erasedText,
      mobilenumber: '',
      passwordHash: erasedText,
      isBlocked: true,
      erasedAt: expect.any(Date),
      createdAt: asha.createdAt,
    })
    const after = await OrderModel.findById(order).orFail().lean()
    expect(after).toMatchObject({
      customer: { userid: asha.userid, name: erasedText, email: erasedText, mobilenumber: '' },
      input1: erasedText,
      input2: '',
      playerName: '',
      clearedAt: expect.any(Date),
    })
    for (const field of ['_id', 'userId', 'item', 'pricePaise', 'status', 'ended', 'createdAt'] as const)
      expect(after[field], field).toEqual(before[field])
    expect(await VaultModel.findById('V1')).toBeNull()
  })

  it('ends all sessions at once, before anything is cleared', async () => {
    await kit.request(asha)
    await kit.confirm(asha)
    service.clock.advance(73 * 3_600_000)
    person = await service.as(asha)
    expect((await person.request('/api/auth/sessions')).status).toBe(200)
    await kit.proceed()
    expect((await person.request('/api/auth/sessions')).status).toBe(401)
    expect(await erasureOf()).toMatchObject({ state: 'closing' })
    expect((await userOf()).name).toBe('Asha Erased')
    await kit.proceed()
    expect((await userOf()).name).toBe('Asha Erased')
  })

  it('frees the address and the number for a new account', async () => {
    await kit.erase(asha)
    const { email, mobilenumber } = asha
    const again = await createUser({
      name: 'New',
      email,
      mobilenumber,
      password: testPassword,
      verified: true,
    })
    expect(again._id).not.toEqual(asha._id)
    const reply = await service.guest.call(login, { body: { email, password: testPassword } })
    expect(reply.user.userid).toBe(again.userid)
  })

  it('leaves audit rows without a personal value', async () => {
    await kit.erase(asha)
    const rows = await auditRows({ target: `user:${idOf(asha)}` })
    expect(rows.map(({ action, by }) => [action, by.userId])).toEqual([
      ['erasure.request', idOf(kit.meera)],
      ['erasure.approve', idOf(kit.imran)],
      ['erasure.start', 'system'],
      ['erasure.complete', 'system'],
    ])
    for (const value of [asha.name, asha.email, asha.mobilenumber])
      expect(JSON.stringify(rows)).not.toContain(value)
  })

  it('lets no admin change the erased account', async () => {
    await kit.erase(asha)
    const admin = await service.as(kit.meera)
    const { userid, role } = asha
    const contacts = { name: 'Asha', email: 'again@example.test', mobilenumber: '9111111111' }
    const flags = { verified: 'true', isBlocked: 'false' } as const
    const body = { _id: idOf(asha), userid, role, ...contacts, ...flags, reason: 'because' }
    const refusal = await refusalOf(admin.call(updateUserData, { body }))
    expect(refusal.code).toBe('account_erased')
  })

  it('lets no note and no request be written about the erased account', async () => {
    await kit.erase(asha)
    const admin = await service.as(kit.meera)
    const note = { params: { id: idOf(asha) }, body: { text: 'Asha Erased called' } }
    const noteRefusal = await refusalOf(
      admin.call(addCustomerNote, { ...note, idempotencyKey: randomUUID() }),
    )
    const asked = { _id: 'RAerased', userId: idOf(asha), reason: 'for Asha Erased', at: service.clock.now() }
    const by = { userId: idOf(kit.meera), name: 'Meera' }
    const ask = (more: Pick<IApprovalRequest, 'kind' | 'amountPaise'>) =>
      inTransaction((tx) => createApprovalRequest(tx, by, { ...asked, ...more }))
    expect(noteRefusal.code).toBe('account_erased')
    for (const kind of ['balance', 'staff_role', 'owner', 'erasure'] as const)
      await expect(ask({ kind, amountPaise: 100 }), kind).rejects.toMatchObject({ code: 'account_erased' })
    expect(await ApprovalRequestModel.exists({ _id: asked._id })).toBeNull()
    // Late money is paid out, and deducted.
    await ask({ kind: 'balance', amountPaise: -100 })
    await ApprovalRequestModel.deleteOne({ _id: asked._id })
  })

  it('continues where it was interrupted, and repeating it changes nothing', async () => {
    const orders = [await endedOrder(), await endedOrder()]
    await kit.close(asha)
    kit.elapse()
    // As after a crash in the middle: one order is cleared, the state says nothing of it.
    const customer = {
      userid: asha.userid,
      name: erasedText,
      email: erasedText,
      mobilenumber: '',
      role: 'user',
    }
    await set(orders[0] as string, { customer, input1: erasedText, input2: '', playerName: '' })
    await ErasureModel.updateOne({ _id: idOf(asha) }, { $set: { state: 'clearing' } })
    await kit.proceed()
    expect((await userOf()).name).toBe(erasedText)
    const stored = () =>
      OrderModel.find({ _id: { $in: orders } })
        .sort({ _id: 1 })
        .lean()
    const first = [await stored(), await userOf(), await erasureOf()]
    expect(JSON.stringify(first)).not.toContain('770112233')
    const marks = (await stored()).map(({ clearedAt }) => clearedAt)
    expect(marks).toEqual([expect.any(Date), expect.any(Date)])
    await kit.proceed()
    const again = await kit.request(asha).catch((error: unknown) => error)
    expect(again).toMatchObject({ code: 'account_erased' })
    expect([await stored(), await userOf(), await erasureOf()]).toEqual(first)
  })

  it('clears more orders than one batch has', async () => {
    const order = await endedOrder()
    const { _id: _first, ...like } = await OrderModel.findById(order).orFail().lean()
    const ids = Array.from({ length: 450 }, (_, n) => `JP261121BATCH${String(n).padStart(4, '0')}`)
    await OrderModel.collection.insertMany(ids.map((_id) => ({ ...like, _id })) as never)
    await kit.erase(asha)
    const left = await OrderModel.countDocuments({ userId: asha._id, input1: { $ne: erasedText } })
    expect(left).toBe(0)
  })
})

describe('an erasure is refused', () => {
  const refusedFor = (...kinds: ErasureObstacleKind[]) => kit.expectRefused(asha, kinds)

  it('with an open order', async () => {
    await buy(person, orderBody(asha, shop.diamonds))
    await refusedFor('open_orders')
  })

  it('with a purchase whose outcome the supplier still has to report', async () => {
    await endedOrder({ hasSupplierConflict: true })
    await refusedFor('open_orders')
  })

  it('with an open top-up', async () => {
    await startTopUp(person, asha, 100)
    await refusedFor('open_top_ups')
  })

  it('with a balance', async () => {
    await giveMoney(asha, 1)
    await refusedFor('balance')
  })

  it('with points that are worth something', async () => {
    await PointsBalanceModel.create({ _id: asha._id, hundredths: 100 })
    await refusedFor('points')
  })

  it('with an open ticket', async () => {
    const at = service.clock.now()
    const times = { openedAt: at, replyDueAt: at, deadlineAt: at }
    const ticket = { status: 'open', issue: 'not_received', messages: [], readCount: 0, ...times }
    await endedOrder({ status: 'Completed', ticket })
    await refusedFor('open_tickets')
  })

  it('with an open discrepancy of an order or a top-up', async () => {
    await endedOrder({ 'payment.discrepancyAt': service.clock.now() })
    const topUp = await startTopUp(person, asha, 100)
    await WalletTransactionModel.collection.updateOne(
      { _id: topUp as never },
      { $set: { status: 'Failed', 'payment.discrepancyAt': service.clock.now() } },
    )
    await refusedFor('open_discrepancies')
  })

  it('with a refund that still has to be approved', async () => {
    await ApprovalRequestModel.create({
      _id: `RR${asha.userid}`,
      kind: 'balance',
      userId: asha._id,
      amountPaise: 100,
      state: 'pending',
      askedBy: { userId: 'a', name: 'Meera' },
      askedAt: service.clock.now(),
    })
    await refusedFor('pending_requests')
  })

  it('for an account with a staff role', async () => {
    asha = await insertAdmin()
    await refusedFor('staff_role')
  })

  it('says for each how to end it', async () => {
    await giveMoney(asha, 1)
    await buy(person, orderBody(asha, shop.diamonds))
    const error = await kit.request(asha).catch((refusal: unknown) => refusal)
    expect((error as Error).message).toBe(
      'An order is still open. Wait until it is delivered, refunded or expired. There is money in your wallet. Spend it, or ask support to pay it out.',
    )
  })
})

it('continues the others when twenty fail each time', async () => {
  const now = service.clock.now()
  const failing = Array.from({ length: 20 }, (_, n) => `ffffffffffffffffffff${String(n).padStart(4, '0')}`)
  const fields = { state: 'clearing', requestedAt: now, requestedBy: 'a', nextAt: new Date(0) } as const
  await ErasureModel.insertMany(failing.map((_id) => ({ _id, ...fields })))
  await kit.request(asha)
  await kit.confirm(asha)
  service.clock.advance(73 * 3_600_000)
  await expect(kit.proceed()).rejects.toThrow('does not exist')
  const soonest = new Date(service.clock.now().getTime() + 4 * 60_000)
  const left = { _id: { $in: failing }, state: 'clearing' as const, nextAt: { $gt: soonest } }
  expect(await ErasureModel.countDocuments(left)).toBe(20)
  await kit.proceed()
  expect(await erasureOf()).toMatchObject({ state: 'closing' })
  await ErasureModel.deleteMany({ _id: { $in: failing } })
})

it('is continued by the workers', async () => {
  await kit.close(asha)
  kit.elapse()
  const workers = await service.startAnotherWorkers()
  await expect.poll(async () => (await erasureOf())?.state, { timeout: 15_000 }).toBe('erased')
  await workers.stop()
})
