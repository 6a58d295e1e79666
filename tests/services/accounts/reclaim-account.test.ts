import { login } from '@jhatpat/shared/contracts/accounts.ts'
import {
  createAccount,
  forgetPassword,
  otpLogin,
  resetPassword,
  verifyAndRegister,
  verifyOtp,
} from '@jhatpat/shared/contracts/sign-up.ts'
import {
  findUserByEmail,
  findUserByMobile,
  otpTimeLeft,
  UserModel,
} from '@jhatpat/shared/domain/accounts/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import { insertCustomer, testPassword } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { inboxOf } from './account-inbox.ts'

let service: Service
let inbox: ReturnType<typeof inboxOf>
beforeAll(async () => {
  service = await startService({ workers: true })
  inbox = inboxOf(service)
})
beforeEach(async () => {
  await service.simulators.reset('all')
  await service.simulators.control('sms', { spamWindowMs: 0 })
})
afterAll(() => service.stop())

const ownersPassword = 'a password of the owner'
const signIn = (email: string, password: string) => service.guest.call(login, { body: { email, password } })

async function resetFor(email: string) {
  await service.guest.call(forgetPassword, { body: { email } })
  await expect
    .poll(() => inbox.mails(email).at(-1)?.subject, { timeout: 15_000 })
    .toContain('Reset your password')
  const params = await inbox.paramsOf(email)
  await service.guest.call(resetPassword, { params, body: { password: ownersPassword } })
}

/** A person registers with their own mobile number and another person's address. */
async function strangerRegisters(email: string, mobileNumber: string) {
  const registration = { name: 'Mallory Rao', email, mobileNumber, password: testPassword }
  const before = inbox.texts(mobileNumber).length
  await service.guest.call(createAccount, { body: registration })
  await expect.poll(() => inbox.texts(mobileNumber).length, { timeout: 15_000 }).toBe(before + 1)
  const otp = await inbox.codeOf(mobileNumber)
  await service.guest.call(verifyAndRegister, { body: { ...registration, otp } })
  await inbox.linkOf(email)
}

describe('an account that a stranger created with another person’s address', () => {
  it('belongs to the owner of the address after a reset: the stranger’s password and mobile number no longer sign in', async () => {
    const [email, mobile] = ['owner1@example.test', '9711111111']
    await strangerRegisters(email, mobile)
    await resetFor(email)
    expect((await signIn(email, ownersPassword)).user).toMatchObject({ verified: 'true', mobilenumber: '' })
    expect((await refusalOf(signIn(email, testPassword))).code).toBe('invalid_credentials')
    await service.guest.call(otpLogin, { body: { mobile } })
    expect(await otpTimeLeft(service.deps, { purpose: 'sign_in', mobile })).toBeGreaterThan(0)
    expect(await findUserByMobile(mobile)).toBeNull()
    const guess = service.guest.call(verifyOtp, { body: { mobile, otp: '482913' } })
    expect((await refusalOf(guess)).code).toBe('otp_mismatch')
  })

  it('belongs to the owner of the address after a reset, too, where only support had marked the address as verified', async () => {
    const [email, mobile] = ['owner5@example.test', '9711111115']
    await strangerRegisters(email, mobile)
    await UserModel.updateOne({ email }, { $set: { verified: true, isVerifiedByStaff: true } })
    await resetFor(email)
    expect((await signIn(email, ownersPassword)).user).toMatchObject({ verified: 'true', mobilenumber: '' })
    expect((await refusalOf(signIn(email, testPassword))).code).toBe('invalid_credentials')
    expect(await findUserByMobile(mobile)).toBeNull()
    expect(await UserModel.findOne({ email }).lean()).not.toHaveProperty('isVerifiedByStaff')
  })

  it('releases the number to the owner of the phone, for an account of their own', async () => {
    const mobile = '9711111112'
    await strangerRegisters('owner2@example.test', mobile)
    await resetFor('owner2@example.test')
    await strangerRegisters('mallory@example.test', mobile)
    expect((await findUserByMobile(mobile))?.email).toBe('mallory@example.test')
  })

  it('is described in the mail that confirms it, with what to do when it is another person’s', async () => {
    await strangerRegisters('owner3@example.test', '9711111113')
    const text = async () => {
      await inbox.linkOf('owner3@example.test')
      return inbox.mails('owner3@example.test')[0]?.text
    }
    expect(await text()).toContain('the account of Mallory Rao (mobile ending 1113)')
    expect(await text()).toContain('If this isn’t you, don’t open the link')
  })
})

it('keeps number and verification where the address was verified before the reset', async () => {
  const user = await insertCustomer()
  await resetFor(user.email)
  expect(await findUserByEmail(user.email)).toMatchObject({
    verified: true,
    mobilenumber: user.mobilenumber,
  })
  expect((await findUserByMobile(user.mobilenumber))?._id).toEqual(user._id)
})

it('accepts no password by a link that was mailed before a block', async () => {
  const user = await insertCustomer()
  await service.guest.call(forgetPassword, { body: { email: user.email } })
  await expect
    .poll(() => inbox.mails(user.email).at(-1)?.subject, { timeout: 15_000 })
    .toContain('Reset your password')
  const params = await inbox.paramsOf(user.email)
  await UserModel.updateOne({ _id: user._id }, { isBlocked: true })
  const reset = service.guest.call(resetPassword, { params, body: { password: ownersPassword } })
  await expect(reset).rejects.toThrow('The link is corrupted.')
  await UserModel.updateOne({ _id: user._id }, { isBlocked: false })
  await signIn(user.email, testPassword)
})
