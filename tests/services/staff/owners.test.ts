import { randomUUID } from 'node:crypto'
import { decideApprovalRequest } from '@jhatpat/shared/contracts/approval-decisions.ts'
import { approvalRequests } from '@jhatpat/shared/contracts/approval-requests.ts'
import { inviteToTeam } from '@jhatpat/shared/contracts/invitations.ts'
import * as signUp from '@jhatpat/shared/contracts/sign-up.ts'
import { team } from '@jhatpat/shared/contracts/team.ts'
import { addUserBalance, updateUserData } from '@jhatpat/shared/contracts/users.ts'
import { InvitationModel, type IUser, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { ApprovalRequestModel } from '@jhatpat/shared/domain/approvals/index.ts'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import { applyDueOwnerChanges } from '@jhatpat/shared/domain/staff/index.ts'
import { walletBalancePaise } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { passSweepGrace } from '../../support/queue-time.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { inboxOf } from '../accounts/account-inbox.ts'

let service: Service
let inbox: ReturnType<typeof inboxOf>
let meera: IUser
let imran: IUser
let asMeera: Person
let asImran: Person

const hourMs = 3_600_000
const soon = { timeout: 15_000 }

beforeAll(async () => {
  service = await startService({ workers: true, env: { BALANCE_APPROVAL_ABOVE: '10000' } })
  inbox = inboxOf(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  const gone = { $set: { role: 'user' }, $unset: { ownerUntil: 1 } }
  await UserModel.collection.updateMany(
    { $or: [{ role: 'admin' }, { ownerUntil: { $gt: new Date(0) } }] },
    gone,
  )
  await ApprovalRequestModel.deleteMany({})
  meera = await insertAdmin({ name: 'Meera Iyer' })
  imran = await insertAdmin({ name: 'Imran Khan' })
  asMeera = await service.as(meera)
  asImran = await service.as(imran)
})

const now = async ({ _id }: IUser) => (await UserModel.findById(_id).lean<IUser>())!

async function edit(change: object, target: IUser, who = asMeera) {
  const { _id, userid, name, mobilenumber, email, role, verified, isBlocked } = await now(target)
  const flags = { verified: verified ? 'true' : 'false', isBlocked: isBlocked ? 'true' : 'false' } as const
  const body = { _id: String(_id), userid, name, mobilenumber, email, role, ...flags, reason: 'Left us' }
  return who.call(updateUserData, { body: { ...body, ...change } })
}

const requestAbout = async (target: IUser, who = asMeera) =>
  (await who.call(approvalRequests)).find(({ userId }) => userId === String(target._id))
async function answer(target: IUser, who: Person, decision: 'approve' | 'reject' = 'approve') {
  const { id = '' } = (await requestAbout(target, who)) ?? {}
  return who.call(decideApprovalRequest, { params: { id }, body: { decision, reason: 'Seen' } })
}
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call))?.code
/** The mails to an owner about owners' accounts, the latest last. */
const mailsOf = (owner: IUser) =>
  inbox
    .mails(owner.email)
    .filter(({ subject }) => subject.includes('owner’s account'))
    .map(({ subject, text }) => `${subject} ${text.replaceAll('\n', ' ')}`)
const waitsUntil = async (ms: number) => {
  const askedAt = new Date(+service.clock.now() - ms)
  await ApprovalRequestModel.updateMany({ state: 'pending' }, { askedAt })
}
const apply = () => applyDueOwnerChanges(service.deps)

describe('an owner where two accounts count as owners', () => {
  it.each([
    { isBlocked: 'true' },
    { role: 'user' },
    { staffRole: 'support' },
    { verified: 'false' },
    { email: 'mine.now@example.test' },
    { mobilenumber: '9711111111' },
  ])('cannot change the other owner at once: %o', async (change) => {
    const before = await now(imran)
    expect(await edit({ ...change, name: 'Imran K' }, imran)).toMatchObject({ status: 'pending' })
    expect(await now(imran)).toEqual({ ...before, name: 'Imran K', updatedAt: expect.any(Date) })
    expect((await asImran.call(team)).members).toHaveLength(2)
  })

  it('cannot make another owner, or unblock one', async () => {
    const blocked = await insertAdmin({ name: 'Puppet', isBlocked: true })
    expect(await edit({ isBlocked: 'false' }, blocked)).toMatchObject({ status: 'pending' })
    expect(await now(blocked)).toMatchObject({ isBlocked: true })
    const support = await insertAdmin({ staffRole: 'support' })
    expect(await edit({ staffRole: 'owner' }, support)).toMatchObject({ status: 'pending' })
    expect(await now(support)).toMatchObject({ staffRole: 'support' })
  })

  it('cannot move money by blocking the other, making a puppet account an owner and approving with it', async () => {
    const victim = await insertCustomer()
    const puppet = await insertCustomer({ name: 'Puppet' })
    await edit({ isBlocked: 'true' }, imran)
    await edit({ role: 'admin' }, puppet)
    const body = { userId: victim.userid, email: victim.email, amount: 500_000, reason: 'Mine' }
    const { status } = await asMeera.call(addUserBalance, { body, idempotencyKey: randomUUID() })
    expect(status).toBe('pending')
    expect([(await now(imran)).isBlocked, (await now(puppet)).role]).toEqual([false, 'user'])
    expect(await walletBalancePaise(String(victim._id))).toBe(0)
    await expect
      .poll(
        () =>
          inbox
            .mails(imran.email)
            .map(({ text }) => text)
            .join(),
        soon,
      )
      .toMatch(/block the owner Imran Khan/)
  })

  it('still counts as one of two for 72 hours after the other was an owner', async () => {
    const change = { isBlocked: true, ownerUntil: service.clock.now() }
    await UserModel.collection.updateOne({ _id: imran._id }, { $set: change })
    const puppet = await insertCustomer()
    expect(await edit({ role: 'admin' }, puppet)).toMatchObject({ status: 'pending' })
    const ownerUntil = new Date(+service.clock.now() - 72 * hourMs)
    await UserModel.collection.updateOne({ _id: imran._id }, { $set: { ownerUntil } })
    expect(await edit({ role: 'admin' }, puppet)).toMatchObject({ status: 'done' })
  })
})

describe('a pending change of an owner', () => {
  it('is mailed at once to all owners, the owner concerned first, with a link that stops it', async () => {
    await edit({ isBlocked: 'true' }, imran)
    await expect.poll(() => mailsOf(imran).length, soon).toBe(1)
    expect(mailsOf(imran)[0]).toMatch(
      /waits.*Meera Iyer asks for this change: block the owner Imran Khan\..*approves it, or at .*unless an owner stops it/,
    )
    await expect.poll(() => mailsOf(meera).length, soon).toBe(1)
    const params = await inbox.paramsOf(imran.email)
    expect(await service.guest.call(signUp.stopOwnerChange, { params })).toMatchObject({
      msg: 'Stopped. Nothing was changed.',
    })
    expect(await codeOf(service.guest.call(signUp.stopOwnerChange, { params }))).toBe('approval_closed')
    expect(await requestAbout(imran)).toBeUndefined()
    await waitsUntil(73 * hourMs)
    await apply()
    expect(await now(imran)).toMatchObject({ isBlocked: false })
  })

  it('is stopped only by a mailed link', async () => {
    await edit({ isBlocked: 'true' }, imran)
    const { id, token } = await inbox.paramsOf(imran.email)
    const other = { id: id.replace(String(imran._id), String(meera._id)), token }
    for (const params of [other, { id, token: `${token.slice(0, -2)}AA` }, { id: 'x', token }]) {
      const refusal = await refusalOf(service.guest.call(signUp.stopOwnerChange, { params }))
      expect(refusal).toMatchObject({ status: 400, message: 'The link is corrupted.' })
    }
    expect(await requestAbout(imran)).toBeDefined()
  })

  it('is made when a third owner approves it, and the owners get a mail', async () => {
    const zoya = await insertAdmin({ name: 'Zoya' })
    const asZoya = await service.as(zoya)
    await edit({ staffRole: 'support' }, imran)
    expect(await requestAbout(imran)).toMatchObject({ kind: 'owner', ownerChange: { staffRole: 'support' } })
    expect(await codeOf(answer(imran, asMeera))).toBe('own_approval')
    expect(await codeOf(answer(imran, asImran))).toBe('own_approval')
    await answer(imran, asZoya)
    expect(await now(imran)).toMatchObject({ staffRole: 'support', ownerUntil: expect.any(Date) })
    expect(await codeOf(asImran.call(team))).toBe('not_signed_in')
    await expect
      .poll(() => mailsOf(zoya).at(-1), soon)
      .toMatch(
        /was changed.*Meera Iyer, with the approval of Zoya, made this change: change the role of the owner Imran/,
      )
    expect(await edit({ role: 'user' }, zoya)).toMatchObject({ status: 'pending' })
  })

  it('takes effect after 72 hours, not before, once, and only while its requester is an owner', async () => {
    await edit({ isBlocked: 'true' }, imran)
    await waitsUntil(72 * hourMs - 60_000)
    await apply()
    expect(await now(imran)).toMatchObject({ isBlocked: false })
    await waitsUntil(72 * hourMs)
    await Promise.all([apply(), apply()])
    expect(await now(imran)).toMatchObject({ isBlocked: true })
    await expect
      .poll(() => mailsOf(meera).at(-1), soon)
      .toMatch(/After 72 hours, Meera Iyer made this change/)
    expect(mailsOf(meera).filter((text) => text.includes('made this change'))).toHaveLength(1)

    const zoya = await insertAdmin({ name: 'Zoya' })
    await edit({ isBlocked: 'true' }, zoya)
    await UserModel.updateOne({ _id: meera._id }, { staffRole: 'support' })
    await waitsUntil(73 * hourMs)
    await apply()
    expect(await now(zoya)).toMatchObject({ isBlocked: false })
    expect(await requestAbout(zoya, await service.as(zoya))).toBeUndefined()
  })

  it('does not overwrite a later change', async () => {
    await edit({ email: 'imran.new@example.test' }, imran)
    await UserModel.updateOne({ _id: imran._id }, { email: 'imran.moved@example.test' })
    const zoya = await service.as(await insertAdmin())
    expect(await codeOf(answer(imran, zoya))).toBe('approval_closed')
    expect(await now(imran)).toMatchObject({ email: 'imran.moved@example.test' })
  })

  it('covers the requester’s own account too, and waits for another owner', async () => {
    expect(await edit({ email: 'meera.new@example.test' }, meera)).toMatchObject({ status: 'pending' })
    await expect
      .poll(() => mailsOf(imran).at(-1), soon)
      .toMatch(/change the email address of the owner Meera/)
    expect(await now(meera)).toMatchObject({ email: meera.email })
    expect(await codeOf(answer(meera, asMeera))).toBe('own_approval')
    await answer(meera, asImran)
    expect(await now(meera)).toMatchObject({ email: 'meera.new@example.test' })
  })

  it('to an address that another account has meanwhile is refused, and the next change is made', async () => {
    await edit({ email: 'wanted@example.test' }, imran)
    await insertCustomer({ email: 'wanted@example.test' })
    const zoya = await insertAdmin({ name: 'Zoya' })
    expect(await codeOf(answer(imran, await service.as(zoya)))).toBe('email_taken')
    await edit({ isBlocked: 'true' }, zoya)
    await waitsUntil(72 * hourMs)
    await apply()
    expect(await now(imran)).toMatchObject({ email: imran.email })
    expect(await ApprovalRequestModel.findOne({ userId: imran._id }).lean()).toMatchObject({
      state: 'rejected',
      decided: { reason: 'This email is already in use.' },
    })
    expect(await AuditModel.exists({ action: 'owner.reject', target: `user:${imran._id}` })).not.toBeNull()
    expect(await now(zoya)).toMatchObject({ isBlocked: true })
  })

  it('that would invite an owner whose address has an account meanwhile is refused, and its invitation ends', async () => {
    const email = 'third.owner@example.test'
    const body = { email, name: 'Third Owner', staffRole: 'owner', reason: '' } as const
    expect(await asMeera.call(inviteToTeam, { body })).toMatchObject({ status: 'pending' })
    await insertCustomer({ email })
    await waitsUntil(72 * hourMs)
    await apply()
    expect(await ApprovalRequestModel.find().lean()).toMatchObject([{ state: 'rejected' }])
    expect(await InvitationModel.findOne({ email }).lean()).toMatchObject({ state: 'revoked' })
    expect(await AuditModel.countDocuments({ action: 'staff_role.reject' })).toBe(1)
  })

  it('is requested once by many concurrent requests', async () => {
    await Promise.allSettled([1, 2, 3].map(() => edit({ isBlocked: 'true' }, imran)))
    await edit({ isBlocked: 'true' }, imran)
    expect(await ApprovalRequestModel.countDocuments({ userId: imran._id })).toBe(1)
  })

  it('leaves one owner when two approvals at the same moment would remove both, ten times over', async () => {
    const zoya = await service.as(await insertAdmin({ name: 'Zoya' }))
    for (let round = 0; round < 10; round++) {
      const pair = [await insertAdmin(), await insertAdmin()] as const
      await edit({ isBlocked: 'true' }, pair[1], await service.as(pair[0]))
      await edit({ isBlocked: 'true' }, pair[0], await service.as(pair[1]))
      await Promise.allSettled(pair.map((target) => answer(target, zoya)))
      const able = await UserModel.countDocuments({
        _id: { $in: pair.map(({ _id }) => _id) },
        isBlocked: false,
      })
      expect(able, `round ${round}`).toBe(1)
    }
  })
})

describe('an approval', () => {
  it('by an account that got its role less than 72 hours ago does not count', async () => {
    const puppet = await insertAdmin({ name: 'Puppet', staffRole: 'support' })
    await edit({ staffRole: 'owner' }, puppet)
    await answer(puppet, asImran)
    const customer = await insertCustomer()
    const body = { userId: customer.userid, email: customer.email, amount: 500_000, reason: 'Mine' }
    await asMeera.call(addUserBalance, { body, idempotencyKey: randomUUID() })
    const asPuppet = await service.as(await now(puppet))
    expect(await codeOf(answer(customer, asPuppet))).toBe('role_too_new')
    expect(await walletBalancePaise(String(customer._id))).toBe(0)
    const staffSince = new Date(+service.clock.now() - 72 * hourMs)
    await UserModel.updateOne({ _id: puppet._id }, { staffSince })
    expect(await answer(customer, asPuppet)).toMatchObject({ balance: 500_000 })
  })
})

describe('an owner where only one account counts as an owner', () => {
  it('acts at once, as the specification says, and a mail reports the change', async () => {
    await UserModel.updateOne({ _id: imran._id }, { role: 'user' })
    const support = await insertAdmin({ name: 'Sana', staffRole: 'support' })
    const reply = await edit({ staffRole: 'owner' }, support)
    expect(reply).toMatchObject({
      message: 'User updated successfully!, Please Refresh/Reload Page',
      status: 'done',
    })
    expect(await now(support)).toMatchObject({ staffRole: 'owner', staffSince: expect.any(Date) })
    passSweepGrace(service)
    await expect
      .poll(() => mailsOf(meera).at(-1), soon)
      .toMatch(/was changed.*Meera Iyer made this change: make Sana an owner\./)
    expect(await edit({ isBlocked: 'true' }, support)).toMatchObject({ status: 'pending' })
  })
})
