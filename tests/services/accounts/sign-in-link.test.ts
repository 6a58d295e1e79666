import { UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerTo, type Challenge } from '../../support/answer-challenge.ts'
import { insertAdmin, insertCustomer, testPassword } from '../../support/people.ts'
import type { RawReply } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { inboxOf } from './account-inbox.ts'

let service: Service
let inbox: ReturnType<typeof inboxOf>
beforeAll(async () => {
  service = await startService({ workers: true, env: { TRUST_PROXY: '1' } })
  inbox = inboxOf(service)
})
afterAll(() => service.stop())

const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<RawReply> =>
  service.guest.request(`/api${path}`, { method: 'POST', body: JSON.stringify(body), headers })

let addresses = 0
/** Strangers' wrong passwords, from as many addresses, until the account is locked. */
async function lock(email: string): Promise<RawReply> {
  let reply: RawReply | undefined
  for (let tries = 0; tries < 31; tries++) {
    addresses += 1
    const from = { 'x-forwarded-for': `198.51.${addresses >> 8}.${addresses & 255}` }
    reply = await post('/auth/login', { email, password: 'wrong-1' }, from)
  }
  return reply!
}

async function requestLink(email: string): Promise<RawReply> {
  addresses += 1
  const from = { 'x-forwarded-for': `203.0.113.${addresses % 250}` }
  const challengeReply = await post('/auth/sign-in-link', { email }, { ...from, 'proof-of-work': 'ask' })
  expect(challengeReply.json.code).toBe('challenge_required')
  const proof = await answerTo(challengeReply.json.challenge as Challenge)
  return post('/auth/sign-in-link', { email }, { ...from, 'proof-of-work': proof })
}

const useLink = ({ id, token }: { id: string; token: string }) =>
  post(`/auth/sign-in-link/${id}/${token}`, {})

describe('an account that strangers have locked by wrong passwords', () => {
  it('opens on a new device by a proof of work and a mailed link, once, and its browser is known afterwards', async () => {
    const user = await insertCustomer()
    const refused = await lock(user.email)
    expect(refused.status).toBe(429)
    expect(refused.json).toMatchObject({ code: 'too_many_requests', signInLink: true })
    expect((await post('/auth/login', { email: user.email, password: testPassword })).status).toBe(429)
    expect((await post('/auth/sign-in-link', { email: user.email })).json.code).toBe('too_many_requests')
    expect((await requestLink(user.email)).status).toBe(200)
    const emailToken = await inbox.paramsOf(user.email)
    const replies = await Promise.all(Array.from({ length: 5 }, () => useLink(emailToken)))
    const [signedIn, ...others] = replies.toSorted((one, other) => one.status - other.status)
    expect(signedIn!.status).toBe(200)
    expect(signedIn!.json).toMatchObject({ user: { email: user.email } })
    expect(others.map(({ json }) => json.msg)).toEqual(Array(4).fill('The link is corrupted.'))
    const me = service.withToken(String(signedIn!.json.token))
    expect((await me.request(`/api/wallet/getbalance/${user.userid}`)).status).toBe(200)
    const cookie = signedIn!.headers.getSetCookie()[0]!.split(';')[0]!
    const again = { email: user.email, password: testPassword }
    expect((await post('/auth/login', again, { cookie })).json).toMatchObject({ token: expect.any(String) })
    expect((await post('/auth/login', again)).status).toBe(429)
  })

  it('offers no link where a session has to enter the password again', async () => {
    const user = await insertCustomer()
    const me = await service.as(user)
    await lock(user.email)
    const refused = await me.request('/api/auth/prove', {
      method: 'POST',
      body: JSON.stringify({ password: testPassword }),
    })
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
    expect(refused.json).not.toHaveProperty('signInLink')
  })

  it('gets a link that is valid for 15 minutes', async () => {
    const user = await insertCustomer()
    await lock(user.email)
    await requestLink(user.email)
    const emailToken = await inbox.paramsOf(user.email)
    service.clock.advance(15 * 60_000 + 1)
    expect((await useLink(emailToken)).json.msg).toBe('The link is corrupted.')
  })

  it('of an admin requires the second factor, and is refused without one', async () => {
    const admin = await insertAdmin()
    await lock(admin.email)
    await UserModel.updateOne({ _id: admin._id }, { $set: { hasSecondFactor: true } })
    await requestLink(admin.email)
    const emailToken = await inbox.paramsOf(admin.email)
    expect((await useLink(emailToken)).json).toMatchObject({ code: 'second_factor_required' })
  })
})

describe('no sign-in link is mailed', () => {
  it.each([
    ['to an account that is not locked', {}, false],
    ['to one that is blocked', { isBlocked: true }, true],
    ['to an address that its owner has not verified', { verified: false }, true],
    ['to an admin without a second factor', { role: 'admin', staffRole: 'owner' }, true],
    [
      'to an address that staff have set',
      {
        contactChange: {
          email: new Date(),
          previous: { email: 'before@example.test', mobilenumber: '9000000000' },
        },
      },
      true,
    ],
  ] as const)('%s, and the reply does not differ', async (_what, set, isLocked) => {
    const user = await insertCustomer()
    if (isLocked) await lock(user.email)
    await UserModel.collection.updateOne({ _id: user._id }, { $set: set })
    const { status, json } = await requestLink(user.email)
    expect(status).toBe(200)
    const stranger = await requestLink(`nobody.${user.userid}@example.test`)
    expect(stranger.json).toEqual(json)
    // Requested later by another user, and in the inbox: an earlier request would be there too.
    const other = await insertCustomer()
    await lock(other.email)
    await requestLink(other.email)
    await inbox.linkOf(other.email)
    expect(inbox.mails(user.email).filter(({ text }) => text.includes('sign_in_link'))).toEqual([])
  })

  it('where the account was blocked after the request', async () => {
    const user = await insertCustomer()
    await lock(user.email)
    await requestLink(user.email)
    const emailToken = await inbox.paramsOf(user.email)
    await UserModel.updateOne({ _id: user._id }, { $set: { isBlocked: true } })
    expect((await useLink(emailToken)).json.msg).toBe('The link is corrupted.')
  })
})
