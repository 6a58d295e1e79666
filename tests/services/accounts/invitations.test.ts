import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { decideApprovalRequest } from '@jhatpat/shared/contracts/approval-decisions.ts'
import { approvalRequests } from '@jhatpat/shared/contracts/approval-requests.ts'
import * as calls from '@jhatpat/shared/contracts/invitations.ts'
import type { StaffRole } from '@jhatpat/shared/contracts/permissions.ts'
import { secondFactor } from '@jhatpat/shared/contracts/second-factor.ts'
import { team } from '@jhatpat/shared/contracts/team.ts'
import {
  AccountNotificationModel,
  findUserByEmail,
  InvitationModel,
  type IUser,
  openSession,
  UserModel,
} from '@jhatpat/shared/domain/accounts/index.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { inboxOf } from './account-inbox.ts'

let service: Service
let inbox: ReturnType<typeof inboxOf>
let meera: Person

beforeAll(async () => {
  service = await startService({ workers: true, env: { ADMIN_SECOND_FACTOR: 'required' } })
  inbox = inboxOf(service)
  meera = await ownerNamed('Meera Iyer')
})
afterAll(() => service.stop())

/** With a full session, as after a code. */
const withCode = async (user: IUser): Promise<Person> => {
  const given = { address: '', device: '', hasSecondFactor: true }
  return service.withToken((await openSession(user, service.clock.now(), given)).token)
}
const ownerNamed = async (name: string) => withCode(await insertAdmin({ name }))

const password = 'three auto rides'
let count = 0
const someone = () => `ravi${++count}@example.test`

const invite = (email: string, staffRole: StaffRole = 'support', who = meera) =>
  who.call(calls.inviteToTeam, { body: { email, name: 'Ravi Menon', staffRole, reason: 'Night shifts' } })
const invitedNow = async (email: string) =>
  (await meera.call(team)).invited.find((one) => one.email === email)
const idOf = async (email: string) => (await invitedNow(email))?.id ?? ''
const viewInvitation = (emailToken: { id: string; token: string }) =>
  service.guest.call(calls.readInvitation, { body: emailToken })
const accept = (emailToken: { id: string; token: string }, chosen = password) =>
  service.guest.call(calls.acceptInvitation, { body: { ...emailToken, password: chosen } })
const codeOf = async (trying: Promise<unknown>) => (await refusalOf(trying)).code
/** The link of another mail than this one. */
const nextLink = async (email: string, before: { token: string }) => {
  await expect
    .poll(async () => (await inbox.paramsOf(email)).token, { timeout: 15_000 })
    .not.toBe(before.token)
  return inbox.paramsOf(email)
}

describe('a person invited by the only owner', () => {
  it('gets a mail, sees the inviter and the role, chooses a password, and is signed in with that role', async () => {
    const email = someone()
    expect(await invite(email.toUpperCase(), 'operations')).toEqual({
      status: 'done',
      message: `Invitation sent to ${email}.`,
    })
    const emailToken = await inbox.paramsOf(email)
    expect(inbox.mails(email).at(-1)?.text).toContain(
      'Meera Iyer invited you to the back office as Operations.',
    )
    expect(await viewInvitation(emailToken)).toMatchObject({
      name: 'Ravi Menon',
      email,
      staffRole: 'operations',
      by: 'Meera Iyer',
    })
    const { token, user } = await accept(emailToken)
    expect(user).toMatchObject({ email, role: 'admin', staffRole: 'operations', verified: 'true' })
    expect(await service.withToken(token).call(secondFactor)).toMatchObject({ isOn: false, isOwed: true })
    expect(await codeOf(service.withToken(token).call(approvalRequests))).toBe('second_factor_missing')
    expect((await service.guest.call(login, { body: { email, password } })).user._id).toBe(user._id)
    expect(await invitedNow(email)).toBeUndefined()
    const rows = await auditRows({ target: `user:${user._id}` })
    expect(rows.map(({ action, by, reason }) => [action, by.name, reason])).toEqual([
      ['invitation.send', 'Meera Iyer', 'Night shifts'],
      ['invitation.accept', 'Ravi Menon', ''],
    ])
  })

  it('is listed as invited, with the expiry, and the database has the token hashed', async () => {
    const email = someone()
    await invite(email)
    const { token } = await inbox.paramsOf(email)
    const listed = await invitedNow(email)
    expect(listed).toMatchObject({ name: 'Ravi Menon', by: 'Meera Iyer', hasAccount: false })
    expect(Date.parse(listed?.expiresAt ?? '') - Date.parse(listed?.mailedAt ?? '')).toBe(48 * 3_600_000)
    expect(JSON.stringify(await InvitationModel.find().lean())).not.toContain(token)
    expect(await codeOf(invite(email, 'owner'))).toBe('invitation_open')
  })

  it('gets one account however often the link is used at once, and it works once', async () => {
    const email = someone()
    await invite(email)
    const emailToken = await inbox.paramsOf(email)
    const tries = await Promise.allSettled([accept(emailToken), accept(emailToken), accept(emailToken)])
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await UserModel.countDocuments({ email })).toBe(1)
    expect([await codeOf(viewInvitation(emailToken)), await codeOf(accept(emailToken))]).toEqual([
      'invitation_used',
      'invitation_used',
    ])
  })

  it('is refused with a wrong token, a common password, or after 48 hours', async () => {
    const email = someone()
    await invite(email)
    const emailToken = await inbox.paramsOf(email)
    expect(await codeOf(accept({ ...emailToken, token: `${emailToken.token}x` }))).toBe('invitation_unknown')
    expect(await codeOf(accept(emailToken, 'password1'))).toBe('password_common')
    await InvitationModel.updateOne({ _id: emailToken.id }, { $set: { expiresAt: service.clock.now() } })
    expect([await codeOf(viewInvitation(emailToken)), await codeOf(accept(emailToken))]).toEqual([
      'invitation_ended',
      'invitation_ended',
    ])
    expect(await findUserByEmail(email)).toBeNull()
    await meera.call(calls.resendInvitation, { params: { id: emailToken.id }, body: {} })
    expect((await accept(await nextLink(email, emailToken))).user.email).toBe(email)
  })

  it('can use the newest link only, and none once it was revoked', async () => {
    const email = someone()
    await invite(email)
    const first = await inbox.paramsOf(email)
    await meera.call(calls.resendInvitation, { params: { id: first.id }, body: {} })
    const second = await nextLink(email, first)
    expect(await codeOf(viewInvitation(first))).toBe('invitation_unknown')
    expect((await viewInvitation(second)).email).toBe(email)
    await meera.call(calls.revokeInvitation, { params: { id: first.id }, body: {} })
    expect(await codeOf(accept(second))).toBe('invitation_ended')
    expect(await codeOf(meera.call(calls.revokeInvitation, { params: { id: first.id }, body: {} }))).toBe(
      'invitation_closed',
    )
    expect(await invitedNow(email)).toBeUndefined()
    await invite(email, 'finance')
    const third = await nextLink(email, second)
    expect((await accept(third)).user.staffRole).toBe('finance')
  })

  it('with an account is not invited, before or after', async () => {
    const { email: taken } = await insertCustomer()
    const refusal = await refusalOf(invite(taken))
    expect(refusal).toMatchObject({ status: 409, code: 'email_has_account', field: 'email' })
    const email = someone()
    await invite(email)
    const emailToken = await inbox.paramsOf(email)
    const customer = await insertCustomer({ email })
    expect((await refusalOf(accept(emailToken))).message).toContain(
      'Log in or reset the password, and ask your inviter',
    )
    expect(await UserModel.findById(customer._id).lean()).toMatchObject({ role: 'user' })
    expect(await invitedNow(email)).toMatchObject({ hasAccount: true })
    const resend = meera.call(calls.resendInvitation, { params: { id: emailToken.id }, body: {} })
    expect(await codeOf(resend)).toBe('email_has_account')
  })

  it('is refused when the inviter is no longer an owner', async () => {
    const zoya = await insertAdmin({ name: 'Zoya', staffRole: 'support' })
    const email = someone()
    await invite(email, 'owner')
    const emailToken = await inbox.paramsOf(email)
    const by = { userId: String(zoya._id), name: 'Zoya' }
    await InvitationModel.updateOne({ _id: emailToken.id }, { $set: { invitedBy: by } })
    expect([await codeOf(viewInvitation(emailToken)), await codeOf(accept(emailToken))]).toEqual([
      'invitation_ended',
      'invitation_ended',
    ])
    expect(await findUserByEmail(email)).toBeNull()
    expect(await invitedNow(email)).toMatchObject({ isByOwner: false })
  })

  it('is not listed as mailed while the mail waits, and expires where it is never sent', async () => {
    /** After the first try. */
    const tried = async (email: string) => {
      await expect
        .poll(async () => (await AccountNotificationModel.findOne({ about: email }).lean())?.due.notify.seq, {
          timeout: 15_000,
        })
        .toBeGreaterThan(1)
      return (await invitedNow(email))!
    }
    const [full, none] = [`full@${++count}.test`, `nobody@${++count}.test`]
    await invite(full)
    const waiting = await tried(full)
    expect(waiting.mailedAt).toBeNull()
    expect(Date.parse(waiting.expiresAt)).toBeGreaterThan(+service.clock.now())
    await invite(none)
    const over = await tried(none)
    expect(over.mailedAt).toBeNull()
    expect(Date.parse(over.expiresAt)).toBeLessThanOrEqual(+service.clock.now())
    expect((await invite(none)).status).toBe('done')
  })

  it('is invited by owners only', async () => {
    const sana = await withCode(await insertAdmin({ staffRole: 'support' }))
    expect(await codeOf(invite(someone(), 'support', sana))).toBe('role_not_permitted')
  })
})

describe('an invitation where there are two owners', () => {
  let imran: Person
  beforeAll(async () => {
    imran = await ownerNamed('Imran Khan')
  })
  afterEach(() => service.simulators.reset('faults'))

  const pendingRequest = async (email: string) =>
    (await imran.call(approvalRequests, { query: {} })).find((one) => one.email === email)
  const answer = async (email: string, who: Person, decision: 'approve' | 'reject' | 'withdraw') =>
    who.call(decideApprovalRequest, {
      params: { id: (await pendingRequest(email))?.id ?? '' },
      body: { decision, reason: 'Seen' },
    })

  it('is mailed when the other owner approves it, and not before', async () => {
    const email = someone()
    expect((await invite(email, 'catalogue')).status).toBe('pending')
    expect(await pendingRequest(email)).toMatchObject({
      kind: 'staff_role',
      invited: true,
      staffRole: 'catalogue',
      userid: '',
    })
    expect((await meera.call(team)).asked.map(({ name }) => name)).toContain('Ravi Menon')
    expect(await invitedNow(email)).toBeUndefined()
    expect(await codeOf(answer(email, meera, 'approve'))).toBe('own_approval')
    expect(await codeOf(invite(email))).toBe('invitation_open')
    expect(inbox.mails(email)).toEqual([])
    expect((await answer(email, imran, 'approve')).message).toBe(`Invitation sent to ${email}.`)
    expect((await accept(await inbox.paramsOf(email))).user.staffRole).toBe('catalogue')
  })

  it.each(['reject', 'withdraw'] as const)('can be requested again after: %s', async (decision) => {
    const email = someone()
    await invite(email)
    await answer(email, decision === 'reject' ? imran : meera, decision)
    expect(await pendingRequest(email)).toBeUndefined()
    expect((await invite(email)).status).toBe('pending')
    expect(inbox.mails(email)).toEqual([])
    expect(await idOf(email)).toBe('')
  })

  it('is made in the name of the approver, also when its requester is no longer an owner', async () => {
    const email = someone()
    const zoya = await insertAdmin({ name: 'Zoya' })
    await invite(email, 'finance', await withCode(zoya))
    await UserModel.updateOne({ _id: zoya._id }, { staffRole: 'support' })
    await answer(email, imran, 'approve')
    const emailToken = await inbox.paramsOf(email)
    expect(await viewInvitation(emailToken)).toMatchObject({ by: 'Imran Khan' })
    expect(await invitedNow(email)).toMatchObject({ by: 'Imran Khan', isByOwner: true })
    expect((await accept(emailToken)).user.staffRole).toBe('finance')
  })

  it('is not decided by an answer to an earlier request', async () => {
    const email = someone()
    await invite(email)
    const { id } = (await pendingRequest(email))!
    await InvitationModel.updateOne({ email }, { expiresAt: service.clock.now() })
    await invite(email, 'finance')
    for (const decision of ['approve', 'withdraw'] as const) {
      const who = decision === 'approve' ? imran : meera
      const late = who.call(decideApprovalRequest, {
        params: { id },
        body: { decision, reason: 'Seen' },
      })
      expect(await codeOf(late), decision).toBe('invitation_closed')
    }
    expect(await InvitationModel.findOne({ email }).lean()).toMatchObject({ state: 'pending' })
    expect(inbox.mails(email)).toEqual([])
  })

  it('is not approved for an address that has an account meanwhile', async () => {
    const email = someone()
    await invite(email)
    await insertCustomer({ email })
    expect(await codeOf(answer(email, imran, 'approve'))).toBe('email_has_account')
    expect(await pendingRequest(email)).toBeDefined()
  })
})
