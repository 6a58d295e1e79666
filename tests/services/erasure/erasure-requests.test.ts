import { randomUUID } from 'node:crypto'
import { proveAccount } from '@jhatpat/shared/contracts/account-proof.ts'
import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { decideApprovalRequest } from '@jhatpat/shared/contracts/approval-decisions.ts'
import { type ApprovalRequest, approvalRequests } from '@jhatpat/shared/contracts/approval-requests.ts'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import {
  askErasureCodes,
  ownErasure,
  requestErasure,
  withdrawErasure,
} from '@jhatpat/shared/contracts/erasure.ts'
import { type IUser, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { ApprovalRequestModel } from '@jhatpat/shared/domain/approvals/index.ts'
import { ErasureModel, listErasures, oldestRequestAt } from '@jhatpat/shared/domain/erasure/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { giveMoney, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer, testPassword } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { runCliIn } from '../../support/run-cli.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { inboxOf } from '../accounts/account-inbox.ts'
import { createErasureKit, type ErasureKit } from './erasure-kit.ts'

let service: Service
let kit: ErasureKit
let inbox: ReturnType<typeof inboxOf>
let asha: IUser
let person: Person

const hourMs = 3_600_000
const idOf = (user: IUser) => String(user._id)

beforeAll(async () => {
  service = await startService({ workers: true })
  kit = await createErasureKit(service)
  inbox = inboxOf(service)
})
beforeEach(async () => {
  asha = await insertCustomer({ name: 'Asha Leaving' })
  person = await service.as(asha)
})
afterAll(() => service.stop())

afterEach(() => vi.restoreAllMocks())

const refusalCode = (error: unknown) => (error instanceof ApiError ? error.code : String(error))

/** Does something between the reading of an erasure and its next move. */
function beforeMove(act: () => Promise<unknown>): void {
  vi.restoreAllMocks()
  const move = ErasureModel.updateOne.bind(ErasureModel) as (...args: unknown[]) => Promise<unknown>
  const spy = vi.spyOn(ErasureModel, 'updateOne')
  let isDone = false
  spy.mockImplementation((async (...args: unknown[]) => {
    if (!isDone) {
      isDone = true
      await act()
    }
    return move(...args)
  }) as never)
}

const soon = { timeout: 15_000 }
const codeMails = (email: string) =>
  inbox.mails(email).flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.slice(0, 1) ?? [])

async function codes() {
  // The numbers of texts and mails are limited, and the newest of each has to be the new one.
  service.clock.advance(6 * 60_000)
  person = await service.as(asha)
  const [texts, mails] = [inbox.texts(asha.mobilenumber).length, codeMails(asha.email).length]
  await person.call(askErasureCodes, { body: {} })
  await expect.poll(() => inbox.texts(asha.mobilenumber).length, soon).toBeGreaterThan(texts)
  await expect.poll(() => codeMails(asha.email).length, soon).toBeGreaterThan(mails)
  return { mobileOtp: await inbox.codeOf(asha.mobilenumber), emailOtp: codeMails(asha.email).at(-1) ?? '' }
}

async function requestOwn() {
  const body = await codes()
  return person.call(requestErasure, { body })
}

async function pending(admin: Person): Promise<ApprovalRequest | undefined> {
  const all = await admin.call(approvalRequests, {})
  return all.find(({ userId }) => userId === idOf(asha))
}

async function decide(user: IUser, decision: 'approve' | 'reject' | 'withdraw', reason = 'because') {
  const admin = await service.as(user)
  const request = await ApprovalRequestModel.findOne({ userId: asha._id }).sort({ askedAt: -1 }).orFail()
  const idempotencyKey = randomUUID()
  return admin.call(decideApprovalRequest, {
    params: { id: request._id },
    body: { decision, reason },
    idempotencyKey,
  })
}

describe('a customer’s request', () => {
  it('needs a code of each contact', async () => {
    const { mobileOtp, emailOtp } = await codes()
    const mobileAlone = await refusalOf(person.call(requestErasure, { body: { mobileOtp } }))
    const emailAlone = await refusalOf(person.call(requestErasure, { body: { emailOtp } }))
    expect([mobileAlone.code, emailAlone.code]).toEqual(['otp_mismatch', 'otp_mismatch'])
    expect(await kit.erasureOf(asha)).toBeNull()
    const reply = await person.call(requestErasure, { body: { mobileOtp, emailOtp } })
    expect(reply).toMatchObject({ state: 'requested', obstacles: [] })
  })

  it('needs a sign-in or the password within five minutes', async () => {
    const body = await codes()
    service.clock.advance(6 * 60_000)
    const refusal = await refusalOf(person.call(requestErasure, { body }))
    expect(refusal.code).toBe('proof_required')
    await person.call(proveAccount, { body: { password: testPassword } })
    expect(await person.call(requestErasure, { body })).toMatchObject({ state: 'requested' })
  })

  it('needs the code of the address where an account has no number', async () => {
    asha = await insertCustomer({ mobilenumber: '' })
    person = await service.as(asha)
    expect((await person.call(askErasureCodes, { body: {} })).contacts).toEqual(['email'])
    await expect.poll(() => codeMails(asha.email).length, soon).toBe(1)
    const body = { emailOtp: codeMails(asha.email)[0] ?? '' }
    expect(await person.call(requestErasure, { body })).toMatchObject({ state: 'requested' })
  })

  it('is refused while a change of contacts by staff is fresh', async () => {
    const frozenUntil = new Date(service.clock.now().getTime() + hourMs)
    const contactChange = { frozenUntil, previous: { email: 'x@example.test', mobilenumber: '' } }
    await UserModel.collection.updateOne({ _id: asha._id }, { $set: { contactChange } })
    expect((await refusalOf(person.call(askErasureCodes, { body: {} }))).code).toBe('contact_frozen')
    const body = { mobileOtp: '123456', emailOtp: '123456' }
    expect((await refusalOf(person.call(requestErasure, { body }))).code).toBe('contact_frozen')
  })

  it.each(['mobile', 'email'] as const)(
    'is refused while the owner has not verified the %s that staff set',
    async (what) => {
      const body = await codes()
      const previous = { email: 'x@example.test', mobilenumber: '' }
      const contactChange = { [what]: service.clock.now(), previous }
      await UserModel.collection.updateOne({ _id: asha._id }, { $set: { contactChange } })
      expect((await refusalOf(person.call(requestErasure, { body }))).code).toBe('contact_frozen')
      expect((await refusalOf(person.call(askErasureCodes, { body: {} }))).code).toBe('contact_frozen')
      expect(await kit.erasureOf(asha)).toBeNull()
    },
  )

  it('says what has to be ended, and is refused before it is', async () => {
    await giveMoney(asha, 31_900)
    expect(await person.call(ownErasure, {})).toMatchObject({
      state: 'none',
      obstacles: [{ kind: 'balance', amount: 319 }],
      contacts: ['mobile', 'email'],
    })
    const body = await codes()
    const refusal = await refusalOf(person.call(requestErasure, { body }))
    expect(refusal).toMatchObject({ code: 'erasure_blocked' })
  })

  it('is confirmed by two staff members, and waits three days', async () => {
    await requestOwn()
    const first = await decide(kit.meera, 'approve')
    expect(first.message).toMatch(/^Confirmed. Another staff member/)
    expect((await refusalOf(decide(kit.meera, 'approve'))).code).toBe('own_approval')
    expect(await kit.erasureOf(asha)).toMatchObject({ state: 'requested' })
    expect(await pending(await service.as(kit.imran))).toMatchObject({
      kind: 'erasure',
      erasure: { byCustomer: true, confirmedBy: { name: 'Meera' }, obstacles: [] },
    })
    await decide(kit.imran, 'approve')
    expect(await kit.erasureOf(asha)).toMatchObject({
      state: 'waiting',
      confirmedBy: [idOf(kit.meera), idOf(kit.imran)],
    })
    service.clock.advance(71 * hourMs)
    await kit.proceed()
    expect(await kit.erasureOf(asha)).toMatchObject({ state: 'waiting' })
    service.clock.advance(2 * hourMs)
    await kit.proceed()
    expect(await kit.erasureOf(asha)).toMatchObject({ state: 'closing' })
  })

  it('is not approved when the first to confirm has lost the permission', async () => {
    await requestOwn()
    const demoted = await insertAdmin()
    await decide(demoted, 'approve')
    await UserModel.collection.updateOne({ _id: demoted._id }, { $set: { staffRole: 'finance' } })
    expect((await refusalOf(decide(kit.imran, 'approve'))).code).toBe('approval_closed')
    expect(await kit.erasureOf(asha)).toMatchObject({ state: 'requested', confirmedBy: [] })
  })

  it('sends a mail with what happens', async () => {
    await requestOwn()
    const subjects = () => inbox.mails(asha.email).map(({ subject }) => subject)
    await expect.poll(subjects, soon).toContainEqual(expect.stringContaining('is to be deleted'))
    await decide(kit.meera, 'approve')
    await decide(kit.imran, 'approve')
    await expect.poll(subjects, soon).toContainEqual(expect.stringContaining('will be deleted'))
  })

  it('is taken back by the customer, before and after the confirmation', async () => {
    await requestOwn()
    expect(await person.call(withdrawErasure, {})).toMatchObject({ state: 'none' })
    expect((await refusalOf(decide(kit.meera, 'approve'))).code).toBe('approval_closed')
    await requestOwn()
    await decide(kit.meera, 'approve')
    await decide(kit.imran, 'approve')
    expect(await person.call(ownErasure, {})).toMatchObject({ state: 'waiting' })
    expect(await person.call(withdrawErasure, {})).toMatchObject({ state: 'none' })
    service.clock.advance(80 * hourMs)
    await kit.proceed()
    expect(await kit.userOf(asha)).toMatchObject({ name: 'Asha Leaving', isBlocked: false })
    const rows = await auditRows({ target: `user:${idOf(asha)}`, action: 'erasure.withdraw' })
    expect(rows.map(({ by }) => by)).toEqual(Array(2).fill({ userId: idOf(asha), name: 'the customer' }))
  })

  it('is taken back or closes the account, not both, whichever is first', async () => {
    for (const isClosedFirst of [true, false]) {
      asha = await insertCustomer({ name: 'Asha Leaving' })
      await kit.request(asha)
      await kit.confirm(asha)
      service.clock.advance(73 * hourMs)
      person = await service.as(asha)
      const withdraw = () => person.call(withdrawErasure, {}).then(({ state }) => state, refusalCode)
      let outcome: Promise<string> | undefined
      if (isClosedFirst) {
        beforeMove(() => kit.proceed())
        outcome = withdraw()
      } else
        beforeMove(() => {
          outcome = withdraw()
          return outcome
        })
      await (isClosedFirst ? outcome : kit.proceed())
      const { state } = (await kit.erasureOf(asha)) ?? {}
      const { isBlocked } = await kit.userOf(asha)
      expect([await outcome, state, isBlocked]).toEqual(
        isClosedFirst ? ['erasure_begun', 'closing', true] : ['none', 'withdrawn', false],
      )
    }
  })

  it('is refused by staff with a reason, and can be made again', async () => {
    await requestOwn()
    await decide(kit.meera, 'reject', 'a fraud is investigated')
    expect(await kit.erasureOf(asha)).toMatchObject({ state: 'rejected' })
    expect(await person.call(ownErasure, {})).toMatchObject({ state: 'none' })
    const rows = await auditRows({ target: `user:${idOf(asha)}`, action: 'erasure.reject' })
    expect(rows).toMatchObject([{ reason: '', after: {} }])
    expect(await requestOwn()).toMatchObject({ state: 'requested' })
  })

  it('waits for thirty days, and can then be made again', async () => {
    await requestOwn()
    service.clock.advance(29 * 24 * hourMs)
    expect(await pending(await service.as(kit.imran))).toMatchObject({ kind: 'erasure' })
    service.clock.advance(2 * 24 * hourMs)
    expect(await pending(await service.as(kit.imran))).toBeUndefined()
    expect((await refusalOf(decide(kit.meera, 'approve'))).code).toBe('approval_expired')
    person = await service.as(asha)
    expect(await person.call(ownErasure, {})).toMatchObject({ state: 'none' })
    const before = (await kit.erasureOf(asha))?.request
    await requestOwn()
    expect((await kit.erasureOf(asha))?.request).not.toBe(before)
    expect(await person.call(ownErasure, {})).toMatchObject({ state: 'requested' })
    service.clock.advance(31 * 24 * hourMs)
    person = await service.as(asha)
    expect(await person.call(withdrawErasure, {})).toMatchObject({ state: 'none' })
    expect(await kit.erasureOf(asha)).toMatchObject({ state: 'withdrawn' })
  })
})

describe('a command’s request', () => {
  const erase = (as = kit.meera) =>
    runCliIn(service, ['person:erase', asha.email, '--reason', 'asked by mail', '--as', as.email, '--json'])

  it('is approved by another staff member alone', async () => {
    expect(await erase()).toMatchObject({ code: 0 })
    expect((await refusalOf(decide(kit.meera, 'approve'))).code).toBe('own_approval')
    expect(await kit.erasureOf(asha)).toMatchObject({ state: 'requested', requestedBy: idOf(kit.meera) })
    await decide(kit.imran, 'approve')
    expect(await kit.erasureOf(asha)).toMatchObject({ state: 'waiting' })
  })

  it('is only made by staff with the permission, and approved only by them', async () => {
    const finance = await insertAdmin({ staffRole: 'finance' })
    expect(await erase(finance)).toMatchObject({ code: 2 })
    await erase()
    expect((await refusalOf(decide(finance, 'approve'))).code).toBe('role_not_permitted')
    expect(await pending(await service.as(finance))).toBeUndefined()
  })

  it('is not approved when its requester has left the staff', async () => {
    const leaver = await insertAdmin()
    await erase(leaver)
    await UserModel.collection.updateOne({ _id: leaver._id }, { $set: { isBlocked: true } })
    expect((await refusalOf(decide(kit.imran, 'approve'))).code).toBe('approval_closed')
  })

  it('is not approved when its requester has lost the permission', async () => {
    const demoted = await insertAdmin()
    await erase(demoted)
    await UserModel.collection.updateOne({ _id: demoted._id }, { $set: { staffRole: 'finance' } })
    expect((await refusalOf(decide(kit.imran, 'approve'))).code).toBe('approval_closed')
    expect(await kit.erasureOf(asha)).toMatchObject({ state: 'requested' })
  })

  it('is not approved with a balance that has come since', async () => {
    await erase()
    await giveMoney(asha, 100)
    expect((await refusalOf(decide(kit.imran, 'approve'))).code).toBe('erasure_blocked')
    expect(await pending(await service.as(kit.imran))).toMatchObject({ erasure: { obstacles: ['balance'] } })
  })

  it('is stopped by a balance that comes in the waiting time', async () => {
    await erase()
    await decide(kit.imran, 'approve')
    await giveMoney(asha, 100)
    service.clock.advance(73 * hourMs)
    await kit.proceed()
    expect(await kit.erasureOf(asha)).toMatchObject({ state: 'stopped', obstacles: ['balance'] })
    await service.guest.call(login, { body: { email: asha.email, password: testPassword } })
  })
})

it('lists erasures, and the oldest request that waits for people', async () => {
  await ErasureModel.deleteMany({ _id: { $in: (await listErasures()).map(({ _id }) => _id) } })
  const oldest = () => oldestRequestAt(service.clock.now())
  expect(await oldest()).toBeUndefined()
  const { requestedAt } = await kit.request(asha)
  expect(await oldest()).toEqual(requestedAt)
  const { stdout } = await runCliIn(service, ['erasures:list'])
  expect(stdout).toMatch(new RegExp(`${idOf(asha)} +requested +${requestedAt.toISOString()} +0.00`))
  service.clock.advance(31 * 24 * hourMs)
  expect(await oldest()).toBeUndefined()
})
