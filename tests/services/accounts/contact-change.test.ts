import { randomUUID } from 'node:crypto'
import { login, validateUser } from '@jhatpat/shared/contracts/accounts.ts'
import { decideApprovalRequest } from '@jhatpat/shared/contracts/approval-decisions.ts'
import { approvalRequests } from '@jhatpat/shared/contracts/approval-requests.ts'
import { hostedSignIn } from '@jhatpat/shared/contracts/hosted.ts'
import * as signUp from '@jhatpat/shared/contracts/sign-up.ts'
import { updateUserData } from '@jhatpat/shared/contracts/users.ts'
import { type IUser, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import { ownerOf } from '@jhatpat/shared/platform/names.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, giveMoney, orderBody, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer, testPassword } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { redeem } from '../../support/points.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { inboxOf } from './account-inbox.ts'

let service: Service
let shop: Shop
let support: Person
let victim: IUser
let inbox: ReturnType<typeof inboxOf>
let count = 0

beforeAll(async () => {
  service = await startService({ workers: true })
  shop = await insertShop()
  inbox = inboxOf(service)
  support = await service.as(await insertAdmin({ name: 'Sana', staffRole: 'support' }))
  await service.as(await insertAdmin())
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('all')
  await service.simulators.control('sms', { spamWindowMs: 0 })
  victim = await insertCustomer()
})

const newMobile = () => String(9_611_000_000 + ++count)
const newEmail = () => `mallory.${++count}@example.test`
const soon = { timeout: 15_000 }

/** The contact that support enters in a customer's account. */
async function set(more: Partial<Pick<IUser, 'mobilenumber' | 'email'>>, who = support, user = victim) {
  const { _id, userid, name, role, mobilenumber, email } = (await UserModel.findById(user._id).lean<IUser>())!
  const body = {
    _id: String(_id),
    userid,
    name,
    role,
    mobilenumber,
    email,
    verified: 'true' as const,
    isBlocked: 'false' as const,
  }
  return who.call(updateUserData, { body: { ...body, ...more } })
}

const stored = async () => (await UserModel.findById(victim._id).lean<IUser>())!
const signIn = async (email = victim.email) => {
  const { token } = await service.guest.call(login, { body: { email, password: testPassword } })
  return service.withToken(token)
}
const requestOtp = (mobile: string) => service.guest.call(signUp.otpLogin, { body: { mobile } })
const forget = (email: string) => service.guest.call(signUp.forgetPassword, { body: { email } })
/** All messages before this one have been sent once it has. */
async function settle() {
  const other = await insertCustomer()
  await forget(other.email)
  await expect.poll(() => inbox.mails(other.email).length, soon).toBe(1)
}
const linkOf = async (email: string) => {
  await expect.poll(() => inbox.mails(email).at(-1)?.subject, soon).toContain('was changed')
  return inbox.paramsOf(email)
}
const answer = async (answer: 'undo' | 'confirm', email = victim.email) =>
  service.guest.call(signUp.resolveContactChange, { params: await linkOf(email), body: { answer } })

/** The code of the latest mail to an address. */
async function mailedCode(email: string): Promise<string> {
  await expect.poll(() => inbox.mails(email).at(-1)?.subject, soon).toContain('Your OTP')
  return /\b\d{6}\b/.exec(String(inbox.mails(email).at(-1)?.text))?.[0] ?? ''
}

describe('a mobile number that a staff member sets', () => {
  it('is shown at once and receives no code; sessions end, and the password still signs in', async () => {
    const asha = await service.as(victim)
    const mobile = newMobile()
    expect((await set({ mobilenumber: mobile })).user.mobilenumber).toBe(mobile)
    await requestOtp(mobile)
    await settle()
    expect(inbox.texts(mobile)).toEqual([])
    expect(await refusalOf(asha.call(validateUser, { body: { requiredRoles: ['user'] } }))).toMatchObject({
      status: 401,
    })
    await signIn()
  })

  it('works after its owner, signed in, has verified it by a code', async () => {
    const mobile = newMobile()
    await set({ mobilenumber: mobile })
    const asha = await signIn()
    await asha.call(signUp.askContactCode, { body: { what: 'mobile' } })
    await expect.poll(() => inbox.texts(mobile).length, soon).toBe(1)
    const otp = await inbox.codeOf(mobile)
    const { user } = await asha.call(signUp.verifyContact, { body: { what: 'mobile', otp } })
    expect(user.unproved).toBeUndefined()
    await requestOtp(mobile)
    await expect.poll(() => inbox.texts(mobile).length, soon).toBe(2)
  })

  it('pauses nothing as a first number, and still has to be verified', async () => {
    await UserModel.updateOne({ _id: victim._id }, { mobilenumber: '' })
    const mobile = newMobile()
    await set({ mobilenumber: mobile })
    const { contactChange } = await stored()
    expect([contactChange?.frozenUntil, contactChange?.mobile]).toEqual([undefined, expect.any(Date)])
    await requestOtp(mobile)
    await settle()
    expect(inbox.texts(mobile)).toEqual([])
  })
})

describe('an e-mail address that a staff member sets', () => {
  it('receives no link and opens no session elsewhere, also when it is set as verified', async () => {
    const email = newEmail()
    await set({ email })
    await forget(email)
    await settle()
    expect(inbox.mails(email).filter(({ subject }) => String(subject).includes('password'))).toEqual([])
    const { issued } = await service.simulators.control('signin', { issue: { email } })
    const elsewhere = service.guest.call(hostedSignIn, { body: { idToken: String(issued) } })
    expect(await refusalOf(elsewhere)).toMatchObject({ code: 'hosted_other_email' })
    await signIn(email)
  })

  it('works after its owner, signed in, has verified it by a code', async () => {
    const email = newEmail()
    await set({ email })
    const asha = await signIn(email)
    await asha.call(signUp.askContactCode, { body: { what: 'email' } })
    await asha.call(signUp.verifyContact, { body: { what: 'email', otp: await mailedCode(email) } })
    await answer('confirm')
    await forget(email)
    await expect.poll(() => inbox.mails(email).at(-1)?.subject, soon).toContain('Reset your password')
  })
})

describe('the previous address', () => {
  it('is notified by mail and text message, and undoes the change: contacts restored, sessions revoked', async () => {
    const [mobile, email] = [newMobile(), newEmail()]
    await set({ mobilenumber: mobile, email })
    await expect.poll(() => inbox.texts(victim.mobilenumber).length, soon).toBe(1)
    const asha = await signIn(email)
    await answer('undo')
    const after = await stored()
    expect(after).toMatchObject({ mobilenumber: victim.mobilenumber, email: victim.email })
    expect(after.contactChange).toBeUndefined()
    expect(await ownerOf(`user.mobile:${mobile}`)).toBeUndefined()
    expect(await refusalOf(asha.call(validateUser, { body: { requiredRoles: ['user'] } }))).toMatchObject({
      status: 401,
    })
    await signIn()
    await requestOtp(victim.mobilenumber)
    await expect.poll(() => inbox.texts(victim.mobilenumber).length, soon).toBe(2)
  })

  it('can use the link once, and is notified of another change', async () => {
    await set({ mobilenumber: newMobile() })
    const params = await linkOf(victim.email)
    const body = { answer: 'undo' as const }
    await service.guest.call(signUp.resolveContactChange, { params, body })
    const again = service.guest.call(signUp.resolveContactChange, { params, body })
    await expect(again).rejects.toThrow('The link is corrupted.')
  })

  it('is the current one again once a change was verified and confirmed', async () => {
    const own = newEmail()
    await set({ email: own })
    const asha = await signIn(own)
    await asha.call(signUp.askContactCode, { body: { what: 'email' } })
    await asha.call(signUp.verifyContact, { body: { what: 'email', otp: await mailedCode(own) } })
    await answer('confirm')
    await set({ mobilenumber: newMobile() })
    expect((await stored()).contactChange).toMatchObject({ previous: { email: own } })
    await expect.poll(() => inbox.mails(own).at(-1)?.subject, soon).toContain('was changed')
  })
})

describe('a contact that the customer changes', () => {
  const ask = (asha: Person, contact: { email: string } | { mobilenumber: string }) =>
    asha.call(signUp.askContactCode, { body: { what: whatOf(contact), ...contact } })
  const change = (asha: Person, contact: { email: string } | { mobilenumber: string }, otp: string) =>
    asha.call(signUp.verifyContact, { body: { what: whatOf(contact), ...contact, otp } })
  const whatOf = (contact: object) => ('email' in contact ? 'email' : 'mobile')

  it('is verified by a code that is sent there; this device stays signed in, all others are signed out', async () => {
    const [asha, elsewhere] = [await signIn(), await signIn()]
    const email = newEmail()
    await ask(asha, { email })
    const { user } = await change(asha, { email: email.toUpperCase() }, await mailedCode(email))
    expect(user).toMatchObject({ email, verified: 'true', frozenUntil: expect.any(String) })
    expect(user.unproved).toBeUndefined()
    await asha.call(validateUser, { body: { requiredRoles: ['user'] } })
    expect(
      await refusalOf(elsewhere.call(validateUser, { body: { requiredRoles: ['user'] } })),
    ).toMatchObject({
      status: 401,
    })
    await signIn(email)
    expect(await ownerOf(`user.email:${victim.email}`)).toBeUndefined()
    const row = await AuditModel.findOne({ target: `user:${String(victim._id)}` })
      .sort({ at: -1 })
      .lean()
    expect(row).toMatchObject({ by: { userId: String(victim._id) }, after: { contact: 'email' } })
    expect(JSON.stringify(row)).not.toContain('@')
  })

  it('pauses spending for a day, and the previous address confirms or undoes it', async () => {
    await giveMoney(victim, 100_000)
    const asha = await signIn()
    const mobilenumber = newMobile()
    await ask(asha, { mobilenumber })
    await change(asha, { mobilenumber }, await inbox.codeOf(mobilenumber))
    const spend = () => buy(asha, orderBody(victim, shop.manual, { paymentmode: 'wallet' }), randomUUID())
    expect(await refusalOf(spend())).toMatchObject({ code: 'contact_frozen' })
    await expect.poll(() => inbox.texts(victim.mobilenumber).length, soon).toBe(1)
    await answer('confirm')
    await spend()
    await requestOtp(mobilenumber)
    await expect.poll(() => inbox.texts(mobilenumber).length, soon).toBe(2)
  })

  it('is undone at the first address, also after a second change on the next day', async () => {
    const asha = await signIn()
    const [first, second] = [newEmail(), newEmail()]
    await ask(asha, { email: first })
    await change(asha, { email: first }, await mailedCode(first))
    const frozen = await refusalOf(ask(asha, { email: second }))
    expect(frozen).toMatchObject({ code: 'contact_frozen' })
    const past = new Date(service.clock.now().getTime() - 1_000)
    await UserModel.updateOne({ _id: victim._id }, { 'contactChange.frozenUntil': past })
    await ask(asha, { email: second })
    await change(asha, { email: second }, await mailedCode(second))
    await answer('undo')
    expect(await stored()).toMatchObject({ email: victim.email })
    expect(await refusalOf(asha.call(validateUser, { body: { requiredRoles: ['user'] } }))).toMatchObject({
      status: 401,
    })
  })

  it('needs the code and a proof, and takes no contact of another account', async () => {
    const other = await insertCustomer()
    const asha = await service.as(victim)
    await ask(asha, { email: other.email })
    const otp = await mailedCode(other.email)
    expect(await refusalOf(change(asha, { email: newEmail() }, otp))).toMatchObject({ code: 'otp_expired' })
    expect(await refusalOf(change(asha, { email: other.email }, otp))).toMatchObject({ code: 'email_taken' })
    service.clock.advance(6 * 60_000)
    const later = newEmail()
    await ask(asha, { email: later })
    expect(await refusalOf(change(asha, { email: later }, await mailedCode(later)))).toMatchObject({
      code: 'proof_required',
    })
    expect(await stored()).toMatchObject({ email: victim.email })
  })

  it('is one: of two at once the second finds its code used or the account frozen', async () => {
    const asha = await signIn()
    const emails = [newEmail(), newEmail()]
    for (const email of emails) {
      await ask(asha, { email })
      await mailedCode(email)
    }
    const codes = await Promise.all(emails.map(mailedCode))
    const outcomes = await Promise.allSettled(
      emails.map((email, index) => change(asha, { email }, codes[index] ?? '')),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await stored()).contactChange?.previous.email).toBe(victim.email)
  })

  it('is refused when what is named is not what is given', async () => {
    const asha = await service.as(victim)
    const number = { what: 'email', mobilenumber: newMobile() } as const
    const address = { what: 'mobile', email: newEmail() } as const
    for (const body of [number, address]) {
      const asked = await refusalOf(asha.call(signUp.askContactCode, { body }))
      const verified = await refusalOf(asha.call(signUp.verifyContact, { body: { ...body, otp: '123456' } }))
      for (const refusal of [asked, verified])
        expect(refusal).toMatchObject({ status: 400, code: 'invalid_request', field: 'what' })
    }
  })

  it('is refused when it is the account’s already, and for staff', async () => {
    const same = ask(await signIn(), { email: victim.email })
    expect(await refusalOf(same)).toMatchObject({ status: 400, reply: { field: 'email' } })
    const admin = ask(support, { email: newEmail() })
    expect(await refusalOf(admin)).toMatchObject({ status: 403 })
  })
})

describe('for a day after a contact change', () => {
  const spend = async (asha: Person) => [
    await refusalOf(buy(asha, orderBody(victim, shop.manual, { paymentmode: 'wallet' }), randomUUID())),
    await refusalOf(redeem(asha, victim, { points: 1 })),
  ]

  it('spending and redeeming are refused with the time at which the pause ends', async () => {
    await giveMoney(victim, 100_000)
    await set({ mobilenumber: newMobile() })
    const asha = await signIn()
    for (const refusal of await spend(asha)) {
      expect(refusal).toMatchObject({ status: 409, code: 'contact_frozen' })
      expect(refusal.message).toMatch(/The pause ends at \d{1,2}:\d\d (am|pm) on \d{1,2} [A-Z][a-z]{2,3}\.$/)
      expect(Date.parse(String(refusal.reply.until))).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    }
    expect(await balanceOf(asha, victim)).toBe(1_000)
    await buy(asha, orderBody(victim, shop.manual))
  })

  it('a reset link sets no password', async () => {
    await set({ mobilenumber: newMobile() })
    await forget(victim.email)
    await expect.poll(() => inbox.mails(victim.email).at(-1)?.subject, soon).toContain('Reset your password')
    const reset = service.guest.call(signUp.resetPassword, {
      params: await inbox.paramsOf(victim.email),
      body: { password: 'another password of hers' },
    })
    expect(await refusalOf(reset)).toMatchObject({ code: 'contact_frozen' })
  })

  it('the pause ends when the previous address confirms the change, or after the day', async () => {
    await giveMoney(victim, 100_000)
    await set({ mobilenumber: newMobile() })
    await answer('confirm')
    await buy(await signIn(), orderBody(victim, shop.manual, { paymentmode: 'wallet' }))
    victim = await insertCustomer()
    await giveMoney(victim, 100_000)
    await set({ mobilenumber: newMobile() })
    const past = new Date(Date.now() - 1_000)
    await UserModel.updateOne({ _id: victim._id }, { 'contactChange.frozenUntil': past })
    await buy(await signIn(), orderBody(victim, shop.manual, { paymentmode: 'wallet' }))
  })
})

describe('an admin', () => {
  it('without a second factor cannot sign in by a code to the number', async () => {
    const colleague = await insertAdmin({ staffRole: 'finance' })
    await requestOtp(colleague.mobilenumber)
    await settle()
    expect(inbox.texts(colleague.mobilenumber)).toEqual([])
  })

  it('starts without an unverified number that a staff member has set', async () => {
    await set({ mobilenumber: newMobile() })
    const [meera, imran] = [await service.as(await insertAdmin()), await service.as(await insertAdmin())]
    await set({ role: 'admin', staffRole: 'finance', reason: 'New' } as never, meera)
    const waiting = await imran.call(approvalRequests, { query: {} })
    const { id } = waiting.find(({ userId }) => userId === String(victim._id))!
    await imran.call(decideApprovalRequest, {
      params: { id },
      body: { decision: 'approve' },
      idempotencyKey: id,
    })
    expect(await stored()).toMatchObject({ role: 'admin', staffRole: 'finance', mobilenumber: '' })
  })
})
