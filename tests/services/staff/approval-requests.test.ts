import { randomUUID } from 'node:crypto'
import { validateUser } from '@jhatpat/shared/contracts/accounts.ts'
import { decideApprovalRequest } from '@jhatpat/shared/contracts/approval-decisions.ts'
import { approvalRequests, requestMs } from '@jhatpat/shared/contracts/approval-requests.ts'
import { addUserBalance, updateUserData, userAudit } from '@jhatpat/shared/contracts/users.ts'
import { type IUser, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { ApprovalRequestModel } from '@jhatpat/shared/domain/approvals/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { walletBalancePaise } from '@jhatpat/shared/domain/wallet/index.ts'
import { IdempotencyKeyModel } from '@jhatpat/shared/platform/idempotency-model.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
let owner: IUser
let meera: Person
let imran: Person
let user: IUser

const dayMs = 86_400_000

/** Advances the clock to this many ms after the next midnight of India, which ends all sessions. */
function advanceToNextDay(intoDayMs: number): void {
  const sinceMs = (service.clock.now().getTime() + 5.5 * 3_600_000) % dayMs
  service.clock.advance(dayMs - sinceMs + intoDayMs)
}

beforeAll(async () => {
  const limits = { ADMIN_DAY_TOTAL: '50000', ROLE_DAY_TOTAL: '900000' }
  service = await startService({ env: { BALANCE_APPROVAL_ABOVE: '10000', ...limits } })
})
afterAll(() => service.stop())
beforeEach(async () => {
  advanceToNextDay(dayMs / 2)
  owner = await insertAdmin({ name: 'Meera Iyer' })
  meera = await service.as(owner)
  imran = await service.as(await insertAdmin({ name: 'Imran Khan' }))
  user = await insertCustomer({ name: 'Arjun Nair' })
})
afterEach(async () => expect((await verifyLedger()).faults).toEqual([]))

const add = async (amount: number, { who = meera, key = randomUUID() as string } = {}) => {
  const reason = amount < 0 ? 'Added twice' : 'Bank slip seen'
  const body = { userId: user.userid, email: user.email, amount, reason }
  return who.call(addUserBalance, { body, idempotencyKey: key })
}
const statusOf = async (amount: number, who = meera) => (await add(amount, { who })).status
const rupees = async () => (await walletBalancePaise(String(user._id))) / 100
const waiting = async () =>
  (await imran.call(approvalRequests)).filter(({ userId }) => userId === String(user._id))
const answer = (who: Person, id: string, decision: 'approve' | 'reject' = 'approve') =>
  who.call(decideApprovalRequest, { params: { id }, body: { decision, reason: 'Papers seen' } })
const acts = async () =>
  (await imran.call(userAudit, { params: { id: String(user._id) } }))
    .map(({ action, by }) => `${action} by ${by}`)
    .sort()

describe('adjustments below the limit', () => {
  it('are added up for each admin, wallet, day and direction', async () => {
    expect([await statusOf(6_000), await statusOf(4_000)]).toEqual(['done', 'done'])
    expect(await statusOf(0.01)).toBe('pending')
    expect(await statusOf(-10_000)).toBe('done')
    expect(await statusOf(5_000, imran)).toBe('done')
    const { userid, email } = await insertCustomer()
    const other = { body: { userId: userid, email, amount: 10_000 }, idempotencyKey: randomUUID() }
    expect(await meera.call(addUserBalance, other)).toMatchObject({ status: 'done' })
    expect(await rupees()).toBe(5_000)
  })

  it('start again from zero at midnight in India', async () => {
    advanceToNextDay(dayMs - 60_000)
    meera = await service.as(owner)
    expect([await statusOf(10_000), await statusOf(1)]).toEqual(['done', 'pending'])
    advanceToNextDay(0)
    expect(await statusOf(10_000)).toBe('done')
  })

  it('cannot exceed the limit by concurrent calls', async () => {
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => add(4_000)))
    const done = replies.filter(({ status }) => status === 'done')
    expect(done).toHaveLength(2)
    expect(await rupees()).toBe(8_000)
    expect(await waiting()).toHaveLength(3)
  })

  it('exclude what a second admin approved', async () => {
    const { id } = await add(50_000)
    await answer(imran, id)
    expect(await statusOf(10_000)).toBe('done')
  })

  it('are not counted again by a repeat on another day', async () => {
    await add(10_000)
    const key = randomUUID()
    const { id } = await add(1, { key })
    advanceToNextDay(0)
    meera = await service.as(owner)
    const crashed = { $set: { state: 'running', startedAt: new Date(+service.clock.now() - dayMs) } }
    await IdempotencyKeyModel.collection.updateOne({ ref: id.slice(2) }, crashed)
    expect(await add(1, { key })).toMatchObject({ id, status: 'pending', balance: 10_000 })
  })
})

describe('an approval request', () => {
  it('expires after seven days: it is not listed, and cannot be approved', async () => {
    const { id } = await add(20_000)
    const [request] = await waiting()
    expect(Date.parse(request!.expiresAt) - Date.parse(request!.askedAt)).toBe(requestMs)
    await ApprovalRequestModel.updateOne({ _id: id }, { askedAt: new Date(+service.clock.now() - requestMs) })
    expect(await waiting()).toEqual([])
    for (const decision of ['approve', 'reject'] as const) {
      expect(await refusalOf(answer(imran, id, decision))).toMatchObject({ code: 'approval_expired' })
    }
    expect(await rupees()).toBe(0)
  })

  it('is open until the last moment of that time', async () => {
    const { id } = await add(20_000)
    const early = new Date(+service.clock.now() - requestMs + 30_000)
    await ApprovalRequestModel.updateOne({ _id: id }, { askedAt: early })
    expect(await answer(imran, id)).toMatchObject({ balance: 20_000 })
  })
})

describe('a new admin', () => {
  const edit = (change: object, who = meera) => {
    const { _id, userid, name, mobilenumber, email, role } = user
    const flags = { verified: 'true', isBlocked: 'false' } as const
    const body = { _id: String(_id), userid, name, mobilenumber, email, role, ...flags, reason: 'Hired' }
    return who.call(updateUserData, { body: { ...body, ...change } })
  }
  const roleNow = async () => (await UserModel.findById(user._id).lean())?.role

  it('needs an approval: the rest of the edit is saved, the role waits', async () => {
    const phone = await service.as(user)
    const reply = await edit({ role: 'admin', name: 'Arjun N' })
    expect(reply).toMatchObject({ status: 'pending', user: { role: 'user', name: 'Arjun N' } })
    expect(reply.message).toBe('Approval requested to make Arjun N an admin. All other changes were saved.')
    const [request] = await waiting()
    expect(request).toMatchObject({ kind: 'staff_role', amount: 0, reason: 'Hired', name: 'Arjun N' })
    expect(await refusalOf(answer(meera, request!.id))).toMatchObject({ code: 'own_approval' })
    expect(await roleNow()).toBe('user')
    expect(await answer(imran, request!.id)).toMatchObject({
      message: 'Arjun N is an admin now, and has to sign in again.',
    })
    expect(await roleNow()).toBe('admin')
    expect(await refusalOf(phone.call(validateUser, { body: { requiredRoles: ['user'] } }))).toMatchObject({
      status: 401,
    })
    expect(await acts()).toEqual([
      'staff_role.approve by Imran Khan',
      'staff_role.request by Meera Iyer',
      'user.update by Meera Iyer',
    ])
  })

  it('is requested once by many concurrent requests', async () => {
    await Promise.allSettled([edit({ role: 'admin' }), edit({ role: 'admin' }, imran)])
    expect(await edit({ role: 'admin' })).toMatchObject({ status: 'pending' })
    expect(await waiting()).toHaveLength(1)
  })

  it('is not made by a rejection', async () => {
    await edit({ role: 'admin' })
    const [request] = await waiting()
    expect(await answer(imran, request!.id, 'reject')).toMatchObject({
      message: 'Rejected. Nothing was changed.',
    })
    expect(await roleNow()).toBe('user')
    expect(await waiting()).toEqual([])
  })

  it('never removes an owner by a request from before they became one', async () => {
    const id = { userId: String(user._id) }
    const roleRequest = {
      kind: 'staff_role',
      amountPaise: 0,
      state: 'pending',
      askedAt: service.clock.now(),
    } as const
    const askedBy = { userId: String(owner._id), name: owner.name }
    await ApprovalRequestModel.insertMany([
      { _id: `RAowner${id.userId}`, ...roleRequest, ...id, askedBy, staffRole: 'owner' },
      { _id: `RAsupport${id.userId}`, ...roleRequest, ...id, askedBy, staffRole: 'support' },
    ])
    await answer(imran, `RAowner${id.userId}`)
    expect(await refusalOf(answer(imran, `RAsupport${id.userId}`))).toMatchObject({ code: 'approval_closed' })
    const { role, staffRole } = (await UserModel.findById(user._id).lean())!
    expect([role, staffRole]).toEqual(['admin', 'owner'])
    expect((await acts()).filter((action) => action.startsWith('staff_role.approve'))).toHaveLength(1)
  })

  it('can have their address changed by an owner only while the role is pending: the address would receive the role', async () => {
    const sana = await service.as(await insertAdmin({ staffRole: 'support' }))
    await edit({ email: `first.${user.email}` }, sana)
    const email = `mine.${user.email}`
    await edit({ role: 'admin', email: user.email })
    expect(await refusalOf(edit({ email }, sana))).toMatchObject({ status: 403, code: 'role_not_permitted' })
    expect((await UserModel.findById(user._id).lean())?.email).toBe(user.email)
    const [request] = await waiting()
    await answer(imran, request!.id, 'reject')
    await edit({ email }, sana)
    expect((await UserModel.findById(user._id).lean())?.email).toBe(email)
  })

  it('is found by name among more requests than one page has', async () => {
    const [askedAt, later] = [new Date(+service.clock.now() - 60_000), service.clock.now()]
    const many = Array.from({ length: 200 }, (_, place) => ({
      _id: `RAmany${user._id}${place}`,
      kind: 'staff_role',
      userId: user._id,
      amountPaise: 0,
      askedAt,
      state: 'pending',
      askedBy: { userId: 'a0', name: 'Somebody' },
      staffRole: 'support',
    }))
    await ApprovalRequestModel.insertMany(many as never[])
    const finance = await service.as(await insertAdmin({ staffRole: 'finance' }))
    const { id } = await add(20_000)
    await ApprovalRequestModel.updateOne({ _id: id }, { askedAt: later })
    const listed = await finance.call(approvalRequests)
    await ApprovalRequestModel.deleteMany({ _id: { $in: many.map(({ _id }) => _id) } })
    expect(listed.map((request) => request.id)).toContain(id)
  })

  it('needs a verified address, both for the request and for the approval', async () => {
    const verify = (verified: boolean) => UserModel.updateOne({ _id: user._id }, { verified })
    await verify(false)
    const refusal = { status: 409, code: 'verified_email_required' }
    expect(await refusalOf(edit({ role: 'admin', verified: 'false' }))).toMatchObject(refusal)
    expect(await waiting()).toEqual([])
    await verify(true)
    await edit({ role: 'admin' })
    const [request] = await waiting()
    await verify(false)
    expect(await refusalOf(answer(imran, request!.id))).toMatchObject(refusal)
    expect([await roleNow(), (await waiting()).length]).toEqual(['user', 1])
    await verify(true)
    await answer(imran, request!.id)
    expect(await roleNow()).toBe('admin')
  })

  it('needs no approval where there is only one admin', async () => {
    const others = { role: 'admin', _id: { $ne: owner._id } } as const
    await UserModel.updateMany(others, { role: 'user', sessionsValidFrom: new Date() })
    expect(await edit({ role: 'admin' })).toMatchObject({ status: 'done', user: { role: 'admin' } })
  })
})
