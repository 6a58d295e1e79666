import { login, sessions, validateUser } from '@jhatpat/shared/contracts/accounts.ts'
import type { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { hostedProvider, hostedSignIn } from '@jhatpat/shared/contracts/hosted.ts'
import { verifyOtp } from '@jhatpat/shared/contracts/sign-up.ts'
import { updateUserData } from '@jhatpat/shared/contracts/users.ts'
import { findUser, findUserByMobile, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { ownerOf } from '@jhatpat/shared/platform/names.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { buy, orderBody } from '../../support/buying.ts'
import { changeAccess } from '../../support/change-access.ts'
import { insertAdmin, insertCustomer, testPassword } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertProductWithItem, listingInputs } from '../../support/shop.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
afterEach(() => service.simulators.reset('faults'))

type Claims = Record<string, unknown>

/** An ID token as the provider would give it to a browser of this person. */
async function tokenOf(claims: Claims): Promise<string> {
  const { issued } = await service.simulators.control('signin', { issue: claims })
  return String(issued)
}

const signInWith = (idToken: string, nonce?: string) =>
  service.guest.call(hostedSignIn, { body: { idToken, ...(nonce === undefined ? {} : { nonce }) } })
const signIn = async (claims: Claims) => signInWith(await tokenOf(claims))
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('was not refused'),
    (error: unknown) => error as ApiError,
  )
const codeOf = async (promise: Promise<unknown>) => (await refusalOf(promise)).code

let count = 0
const anAddress = () => `came-by-${++count}@example.test`

describe('GET /auth/hosted', () => {
  it('SIGNIN-01 returns the client id and the provider, and nothing else', async () => {
    const { provider } = await service.guest.call(hostedProvider)
    expect(provider).toEqual({
      url: service.env.OIDC_ISSUER_URL,
      clientId: service.env.OIDC_CLIENT_ID,
      audience: '',
      title: 'another account',
    })
  })
})

describe('POST /auth/hosted', () => {
  it('creates no session for a user who is blocked between the read of the account and its link', async () => {
    const user = await insertCustomer()
    const write = UserModel.findOneAndUpdate.bind(UserModel)
    const meanwhile = vi.spyOn(UserModel, 'findOneAndUpdate').mockImplementationOnce(((...args: []) => ({
      lean: async () => {
        await UserModel.updateOne({ _id: user._id }, { isBlocked: true })
        return write(...args).lean()
      },
    })) as never)
    expect(await codeOf(signIn({ email: user.email }))).toBe('account_blocked')
    expect(meanwhile).toHaveBeenCalledTimes(1)
    meanwhile.mockRestore()
  })

  it('creates an account for a verified address without one, and a session of our own', async () => {
    const email = anAddress()
    const { token, user } = await signIn({ email, name: 'Nisha Das' })
    expect(user).toMatchObject({ name: 'Nisha Das', email, mobilenumber: '', role: 'user', verified: 'true' })
    const person = service.withToken(token)
    expect(await person.call(validateUser, { body: { requiredRoles: ['user'] } })).toEqual({ role: 'user' })
    expect((await person.call(sessions)).sessions).toHaveLength(1)
    expect((await signIn({ email, name: 'Someone Else' })).user).toEqual(user)
  })

  it.each<[string, unknown]>([
    ['no name', null],
    ['an empty one', '  '],
    ['one of 300 letters', 'x'.repeat(300)],
    ['one that is no text', { $ne: null }],
  ])('names a user with %s after the address', async (_what, name) => {
    const email = anAddress()
    expect((await signIn({ email, name })).user.name).toBe(email.split('@')[0])
  })

  it('allows a user without a mobile number to buy by UPI', async () => {
    const { token, user } = await signIn({ email: anAddress() })
    const listing = await insertProductWithItem(listingInputs.diamonds.product, listingInputs.diamonds.item)
    const id = await buy(service.withToken(token), orderBody(await userOf(user), listing))
    expect(id).toMatch(/^JP/)
  })

  it('allows several people without a number', async () => {
    const [one, two] = [await signIn({ email: anAddress() }), await signIn({ email: anAddress() })]
    expect(one.user._id).not.toBe(two.user._id)
    expect(await findUserByMobile('')).toBeNull()
  })

  it('lets an admin add a missing number, and remove it again', async () => {
    const { user } = await signIn({ email: anAddress() })
    const admin = await service.as(await insertAdmin())
    const { _id, userid, name, email, role, verified, isBlocked } = user
    const edit = (mobilenumber: string) =>
      admin.call(updateUserData, {
        body: { _id, userid, name, email, role, verified, isBlocked, mobilenumber },
      })
    await edit('9123400001')
    expect((await findUserByMobile('9123400001'))?.email).toBe(email)
    expect((await edit('')).user.mobilenumber).toBe('')
    expect(await findUserByMobile('9123400001')).toBeNull()
  })

  it('links the account with the same verified address, and keeps its password and number', async () => {
    const before = await insertCustomer()
    const { user } = await signIn({ email: before.email.toUpperCase() })
    expect(user).toMatchObject({
      _id: before._id.toHexString(),
      name: before.name,
      mobilenumber: before.mobilenumber,
    })
    expect(await ownerOf(`user.hosted:${service.env.OIDC_ISSUER_URL}/|simulated|${before.email}`)).toBe(
      user._id,
    )
    const again = await service.guest.call(login, { body: { email: before.email, password: testPassword } })
    expect(again.user._id).toBe(user._id)
  })

  it('revokes password, sessions and number of a stranger who registered with the address', async () => {
    const stranger = await insertCustomer({ verified: false })
    const strangers = await service.as(stranger)
    const { user } = await signIn({ email: stranger.email })
    expect(user).toMatchObject({ _id: stranger._id.toHexString(), verified: 'true', mobilenumber: '' })
    expect(await codeOf(strangers.call(sessions))).toBe('not_signed_in')
    const credentials = { email: stranger.email, password: testPassword }
    expect(await codeOf(service.guest.call(login, { body: credentials }))).toBe('invalid_credentials')
    expect(await findUserByMobile(stranger.mobilenumber)).toBeNull()
    const { mobilenumber: mobile } = stranger
    expect(await codeOf(service.guest.call(verifyOtp, { body: { mobile, otp: '123456' } }))).toBe(
      'otp_expired',
    )
    await insertCustomer({ mobilenumber: mobile })
  })

  it.each([false, null, 'true'])(
    'creates and links nothing while email_verified is %s',
    async (email_verified) => {
      const known = await insertCustomer()
      const stranger = anAddress()
      for (const email of [known.email, stranger]) {
        expect(await codeOf(signIn({ email, email_verified }))).toBe('hosted_unverified')
      }
      expect(await UserModel.findOne({ _id: known._id }).lean()).toEqual(known)
      expect(await ownerOf(`user.email:${stranger}`)).toBeUndefined()
    },
  )

  it('refuses an address that could not be registered here', async () => {
    for (const email of ['a@b', 'x y@example.test', '<a@example.test>', 7]) {
      expect(await codeOf(signIn({ email, sub: 'simulated|odd' })), String(email)).toBe('hosted_unverified')
    }
  })

  it('accepts each token once, also of two at the same moment', async () => {
    const idToken = await tokenOf({ email: anAddress() })
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => signInWith(idToken)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const again = await refusalOf(signInWith(idToken))
    expect(again).toMatchObject({ status: 401, code: 'hosted_rejected' })
    expect(again.reply.msg).toBe('We couldn’t confirm this login. Try again.')
  })

  it('creates one account for a new user who signs in five times at once', async () => {
    const email = anAddress()
    const tokens = await Promise.all([1, 2, 3, 4, 5].map(() => tokenOf({ email })))
    expect(new Set(tokens).size).toBe(5)
    const all = await Promise.all(tokens.map((token) => signInWith(token)))
    expect(new Set(all.map(({ user }) => user._id)).size).toBe(1)
    expect(new Set(all.map(({ token }) => token)).size).toBe(5)
  })

  it.each<[string, Claims]>([
    ['another audience', { aud: 'other' }],
    ['another issuer', { iss: 'https://other.test/' }],
    ['an end that has passed', { exp: 1 }],
    ['a nonce that the browser did not send', { nonce: 'n-2' }],
  ])('refuses a token with %s', async (_what, claims) => {
    expect(await codeOf(signIn({ email: anAddress(), ...claims }))).toBe('hosted_rejected')
  })

  it('requires the nonce that the browser sent', async () => {
    const idToken = await tokenOf({ email: anAddress(), nonce: 'n-1' })
    expect(await codeOf(signInWith(idToken, 'n-2'))).toBe('hosted_rejected')
    expect((await signInWith(idToken, 'n-1')).token).toBeTruthy()
  })

  it('refuses a token signed by an unknown key', async () => {
    await service.simulators.control('signin', { key: 'unknown' })
    expect(await codeOf(signIn({ email: anAddress() }))).toBe('hosted_rejected')
  })

  it('refuses an expired token', async () => {
    const idToken = await tokenOf({ email: anAddress() })
    service.clock.advance(11 * 60_000)
    expect(await codeOf(signInWith(idToken))).toBe('hosted_rejected')
  })

  it('informs a blocked user, as the login does, and creates nothing', async () => {
    const user = await insertCustomer({ isBlocked: true })
    const refusal = await refusalOf(signIn({ email: user.email }))
    expect(refusal).toMatchObject({ status: 403, code: 'account_blocked' })
    expect(refusal.reply.msg).toBe('Your account is blocked. Contact support.')
  })

  it('signs no admin in past the second factor, and links none', async () => {
    const admin = await insertAdmin()
    expect(await codeOf(signIn({ email: admin.email }))).toBe('hosted_admin')
    expect(
      await ownerOf(`user.hosted:${service.env.OIDC_ISSUER_URL}/|simulated|${admin.email}`),
    ).toBeUndefined()
  })

  it('opens neither the account, which now has another address, nor the one of that address', async () => {
    const email = anAddress()
    const { user } = await signIn({ email, sub: 'moved' })
    const other = await insertCustomer()
    expect(await codeOf(signIn({ email: other.email, sub: 'moved' }))).toBe('hosted_other_email')
    expect(await codeOf(signIn({ email: anAddress(), sub: 'moved' }))).toBe('hosted_other_email')
    expect((await signIn({ email, sub: 'moved' })).user._id).toBe(user._id)
  })

  it('creates nothing that survives a block it raced with', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await insertCustomer()
      const idToken = await tokenOf({ email: user.email })
      const [signed] = await Promise.allSettled([
        signInWith(idToken),
        changeAccess(user, { isBlocked: true }, service.deps),
      ])
      if (signed.status === 'fulfilled') {
        expect(await codeOf(service.withToken(signed.value.token).call(sessions))).toBe('not_signed_in')
      }
      expect((await findUser(String(user._id)))?.isBlocked).toBe(true)
    }
  })
})

describe('where the provider is unavailable or not configured', () => {
  it('says that the provider does not answer, and accepts the same token afterwards', async () => {
    const fresh = await startAgain({})
    const { issued } = await fresh.simulators.control('signin', {
      issue: { email: 'late@example.test' },
      next: { outcome: 'http500', call: 'jwks' },
    })
    const body = { idToken: String(issued) }
    const refusal = await refusalOf(fresh.guest.call(hostedSignIn, { body }))
    expect(refusal).toMatchObject({ status: 503, code: 'hosted_unavailable' })
    expect(refusal.reply.msg).toContain('The login service isn’t responding.')
    expect((await fresh.guest.call(hostedSignIn, { body })).token).toBeTruthy()
  })

  it('is off without a client id', async () => {
    const off = await startAgain({ OIDC_CLIENT_ID: '' })
    expect(await off.guest.call(hostedProvider)).toEqual({ provider: null })
    expect(await codeOf(off.guest.call(hostedSignIn, { body: { idToken: 'a.b.c' } }))).toBe('hosted_off')
  })
})

const userOf = async ({ _id }: { _id: string }) => (await findUser(_id)) ?? expect.unreachable()

/** Another service replaces the first: each has the process's one connection to MongoDB. */
async function startAgain(env: Record<string, string>): Promise<Service> {
  await service.stop()
  service = await startService({ env })
  return service
}
