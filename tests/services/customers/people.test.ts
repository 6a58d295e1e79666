import { randomUUID } from 'node:crypto'
import { sessions as listOwnSessions, logout, validateUser } from '@jhatpat/shared/contracts/accounts.ts'
import * as calls from '@jhatpat/shared/contracts/customers.ts'
import { team } from '@jhatpat/shared/contracts/team.ts'
import { updateUserData } from '@jhatpat/shared/contracts/users.ts'
import {
  AccountNotificationModel,
  FactorModel,
  type IUser,
  SessionModel,
  UserModel,
} from '@jhatpat/shared/domain/accounts/index.ts'
import { IdempotencyKeyModel } from '@jhatpat/shared/platform/idempotency-model.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { closed } from '../realtime/socket-requests.ts'

let service: Service
let owner: IUser
let meera: Person
let sana: Person

beforeAll(async () => {
  service = await startService()
  owner = await insertAdmin({ name: 'Meera Iyer' })
  meera = await service.as(owner)
  sana = await service.as(await insertAdmin({ name: 'Sana Pathan', staffRole: 'support' }))
})
afterAll(() => service.stop())

const of = (user: IUser) => ({ params: { id: String(user._id) } })
const listSessions = async (user: IUser, who = sana) =>
  (await who.call(calls.customerSessions, of(user))).sessions
const end = (user: IUser, body: { session?: string; reason?: string } = {}, who = sana) =>
  who.call(calls.revokeCustomerSessions, { ...of(user), body })
const state = (person: Person) =>
  person.call(validateUser, { body: { requiredRoles: ['user'] } }).then(
    () => 'in',
    (error: { code: string }) => error.code,
  )
const rowsOf = (user: IUser, action: 'sessions.revoke' | 'password_reset.send') =>
  auditRows({ target: `user:${user._id}`, action })

describe('a customer’s sessions', () => {
  it('can be revoked one by one: that browser is signed out within two seconds, the others stay, and the log has actor and reason', async () => {
    const asha = await insertCustomer()
    const [phone, laptop] = [await service.as(asha), await service.as(asha)]
    const [socket, other] = [await phone.socket(), await laptop.socket()]
    const target = await ownSession(phone)
    const both = await listSessions(asha)
    expect(both.map(({ isThisOne }) => isThisOne)).toEqual([false, false])
    expect(both.map(({ id }) => id)).toContain(target)
    const before = Date.now()
    const gone = closed(socket)
    expect(await end(asha, { session: target, reason: 'Lost phone' })).toEqual({ ended: 1 })
    await gone
    expect(Date.now() - before).toBeLessThan(2_000)
    expect([await state(phone), await state(laptop), other.connected]).toEqual(['not_signed_in', 'in', true])
    expect(await end(asha, { session: target })).toEqual({ ended: 0 })
    expect(await rowsOf(asha, 'sessions.revoke')).toMatchObject([
      { by: { name: 'Sana Pathan' }, reason: 'Lost phone', before: { session: target } },
    ])
  })

  it('can be revoked all at once, also by two admins at the same time, and other users’ stay', async () => {
    const [asha, diya] = [await insertCustomer(), await insertCustomer()]
    const people = [await service.as(asha), await service.as(asha), await service.as(asha)]
    const bystander = await service.as(diya)
    const ended = await Promise.all([end(asha), end(asha, {}, meera)])
    expect(ended.map((one) => one.ended).reduce((sum, one) => sum + one, 0)).toBe(3)
    expect(await Promise.all(people.map(state))).toEqual(Array(3).fill('not_signed_in'))
    expect(await state(bystander)).toBe('in')
    expect(await listSessions(asha)).toEqual([])
  })

  it('of an admin can be revoked by an owner only', async () => {
    const imran = await insertAdmin({ name: 'Imran Khan', staffRole: 'operations' })
    const session = await service.as(imran)
    expect(await refusalOf(end(imran))).toMatchObject({ status: 403, code: 'role_not_permitted' })
    expect(await state(session)).toBe('forbidden')
    expect(await rowsOf(imran, 'sessions.revoke')).toEqual([])
    expect(await end(imran, {}, meera)).toEqual({ ended: 1 })
    expect(await state(session)).toBe('not_signed_in')
  })

  it('of one customer cannot be revoked under another customer’s id', async () => {
    const [asha, diya] = [await insertCustomer(), await insertCustomer()]
    const person = await service.as(asha)
    const [session] = await listSessions(asha)
    expect(await end(diya, { session: session!.id })).toEqual({ ended: 0 })
    expect(await state(person)).toBe('in')
  })
})

/** The public id of a person's own session, as an admin sees it. */
async function ownSession(person: Person): Promise<string> {
  const { sessions } = await person.call(listOwnSessions)
  return sessions.find(({ isThisOne }) => isThisOne)!.id
}

describe('a link to reset the password', () => {
  it('is sent to the account’s address, once for each tap, and recorded', async () => {
    const asha = await insertCustomer()
    const idempotencyKey = randomUUID()
    const sendReset = () => sana.call(calls.sendPasswordReset, { ...of(asha), body: {}, idempotencyKey })
    const { message } = await sendReset()
    expect(message).toBe(
      `A link for another password goes to ${asha.email}, unless one went out a minute ago.`,
    )
    await sendReset()
    // As after a process that crashed before it could record its result.
    await IdempotencyKeyModel.updateMany(
      { route: 'POST /admin/customers/:id/password-reset' },
      { $set: { state: 'open' }, $unset: { status: 1, reply: 1 } },
    )
    service.clock.advance(120_000)
    await sendReset()
    const notifications = await AccountNotificationModel.find({ about: asha.email }).lean()
    expect(notifications.map(({ kind }) => kind)).toEqual(['reset'])
    const rows = await rowsOf(asha, 'password_reset.send')
    expect(rows).toMatchObject([{ by: { name: 'Sana Pathan' } }])
    expect(JSON.stringify(rows)).not.toContain(asha.email)
    const toOwner = sana.call(calls.sendPasswordReset, {
      ...of(owner),
      body: {},
      idempotencyKey: randomUUID(),
    })
    expect(await refusalOf(toOwner)).toMatchObject({ status: 403, code: 'role_not_permitted' })
    expect(await AccountNotificationModel.countDocuments({ about: owner.email })).toBe(0)
  })

  it('is refused for a blocked user, who would get no mail', async () => {
    const asha = await insertCustomer({ isBlocked: true })
    const request = { ...of(asha), body: {}, idempotencyKey: randomUUID() }
    expect(await refusalOf(sana.call(calls.sendPasswordReset, request))).toMatchObject({
      status: 409,
      code: 'customer_blocked',
    })
    expect(await AccountNotificationModel.countDocuments({ about: asha.email })).toBe(0)
    expect(await rowsOf(asha, 'password_reset.send')).toEqual([])
  })
})

describe('the time at which a user was last active', () => {
  const lastActiveOf = async (user: IUser) => (await meera.call(calls.customer, of(user))).lastSeenAt
  /**
   * Long after the last call: activity is recorded every five minutes. @returns when it was, or a little
   * before
   */
  const here = async (...all: Person[]) => {
    service.clock.advance(6 * 60_000)
    const now = service.clock.now()
    await Promise.all(all.map(state))
    return now.getTime()
  }

  it('is still known after their sessions were revoked, have expired or were deleted', async () => {
    const asha = await insertCustomer()
    expect(await lastActiveOf(asha)).toBeNull()
    const phone = await service.as(asha)
    expect(await lastActiveOf(asha)).not.toBeNull()
    const called = await here(phone)
    const lastActive = await lastActiveOf(asha)
    expect(Date.parse(lastActive!)).toBeGreaterThanOrEqual(called)
    await end(asha)
    expect(await lastActiveOf(asha)).toBe(lastActive)
    const laptop = await service.as((await UserModel.findById(asha._id).lean())!)
    const calledAgain = await here(laptop)
    await laptop.call(logout)
    const again = await lastActiveOf(asha)
    expect(Date.parse(again!)).toBeGreaterThanOrEqual(calledAgain)
    await SessionModel.deleteMany({ userId: asha._id })
    expect(await lastActiveOf(asha)).toBe(again)
  })

  it('is the latest of several at once, and does not cause an edit of the user to be refused', async () => {
    const asha = await insertCustomer()
    const both = [await service.as(asha), await service.as(asha)]
    const called = await here(...both)
    expect(Date.parse((await lastActiveOf(asha))!)).toBeGreaterThanOrEqual(called)
    const after = await UserModel.findById(asha._id).lean()
    expect(after?.updatedAt).toEqual(asha.updatedAt)
  })

  it('is known for staff too', async () => {
    const imran = await insertAdmin({ name: 'Imran Seen', staffRole: 'support' })
    const called = await here(await service.as(imran))
    await end(imran, {}, meera)
    const { members } = await meera.call(team)
    const member = members.find(({ user }) => user._id === String(imran._id))
    expect(member?.sessions).toBe(0)
    expect(Date.parse(member?.lastSeenAt ?? '')).toBeGreaterThanOrEqual(called)
  })
})

describe('GET /admin/team', () => {
  it('shows the staff to all roles: role, second factor, sessions and last activity', async () => {
    const tenzin = await insertAdmin({ name: 'Tenzin Dorji', staffRole: 'catalogue' })
    await service.as(tenzin)
    const id = String(tenzin._id)
    await FactorModel.create({
      _id: id,
      sealedSecret: 'x',
      isOn: true,
      setUpAt: new Date('2026-03-14T06:00:00Z'),
      lastStep: 0,
      recoveryHashes: ['a', 'b'],
      recoverySalt: '',
    })
    const { members, factorRequired } = await meera.call(team)
    expect(factorRequired).toBe(false)
    expect(members.find(({ user }) => user._id === id)).toMatchObject({
      staffRole: 'catalogue',
      sessions: 1,
      lastSeenAt: expect.any(String),
      secondFactor: { since: '2026-03-14T06:00:00.000Z', recoveryCodesLeft: 2 },
    })
    expect(members[0]).toMatchObject({ staffRole: 'owner', secondFactor: null })
    expect(JSON.stringify(members)).not.toMatch(/argon2|sealed/)
    expect(await refusalOf(sana.call(team))).toMatchObject({ code: 'role_not_permitted' })
  })

  it('shows an invitation that waits for another owner', async () => {
    await insertAdmin({ name: 'Second Owner' })
    const joseph = await insertCustomer({ name: 'Joseph K' })
    const { _id, userid, name, mobilenumber, email } = joseph
    const reply = await meera.call(updateUserData, {
      body: {
        _id: String(_id),
        userid,
        name,
        mobilenumber,
        email,
        role: 'admin',
        staffRole: 'operations',
        verified: 'true',
        isBlocked: 'false',
        expectedVersion: joseph.updatedAt.toISOString(),
      },
    })
    expect(reply.status).toBe('pending')
    const { members, asked: request } = await meera.call(team)
    expect(request).toEqual([{ _id: String(_id), name: 'Joseph K', staffRole: 'operations' }])
    expect(members.map(({ user }) => user.name)).not.toContain('Joseph K')
  })
})
