import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { homeProducts } from '@jhatpat/shared/contracts/catalogue.ts'
import type { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { checkId } from '@jhatpat/shared/contracts/orders.ts'
import { secondFactorSignIn } from '@jhatpat/shared/contracts/second-factor.ts'
import { forgetPassword, otpLogin, verifyOtp } from '@jhatpat/shared/contracts/sign-up.ts'
import { walletBalance } from '@jhatpat/shared/contracts/wallet.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { buy, giveMoney, orderBody, refusalOf } from '../../support/buying.ts'
import { insertCustomer, testPassword } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'

let service: Service
const start = async (env: Record<string, string> = {}) => {
  service = await startService({ env })
}
afterEach(() => service.stop())

/** Repeats a call until one is refused, at most `most` times, each with the headers of its index. */
async function untilRefused(
  path: string,
  most: number,
  headers: (round: number) => Record<string, string> = () => ({}),
): Promise<number | undefined> {
  for (let round = 1; round <= most; round++) {
    const { status } = await service.guest.request(path, { headers: headers(round) })
    if (status === 429) return round
  }
  return undefined
}

const forged = (round: number) => ({ 'x-forwarded-for': `203.0.113.${round}` })
const home = `/api${homeProducts.path}`

describe('an address', () => {
  it('is the connection’s own, whatever X-Forwarded-For says, also from a private address', async () => {
    await start({ LIMIT_PER_ADDRESS: '5' })
    expect(await untilRefused(home, 20, forged)).toBe(6)
  })

  it('is the one that the trusted hop names, and not one that its caller added before it', async () => {
    await start({ LIMIT_PER_ADDRESS: '5', TRUST_PROXY: '1' })
    const behind = (round: number) => ({ 'x-forwarded-for': `203.0.113.${round}, 198.51.100.7` })
    expect(await untilRefused(home, 20, behind)).toBe(6)
    expect(await untilRefused(home, 3, () => ({ 'x-forwarded-for': '198.51.100.8' }))).toBeUndefined()
  })

  it.each([
    ['pages', '/home', { LIMIT_PAGES: '5' }],
    ['pictures', '/media/none.svg', { LIMIT_MEDIA: '5' }],
  ] as const)(
    'gets a limited number of %s in a minute, separately from other addresses',
    async (_what, path, limit) => {
      await start({ ...limit, TRUST_PROXY: '1' })
      const from = (address: string) => () => ({ accept: 'text/html', 'x-forwarded-for': address })
      expect(await untilRefused(path, 20, from('198.51.100.7'))).toBe(6)
      expect(await untilRefused(path, 3, from('198.51.100.8'))).toBeUndefined()
    },
  )

  it('is read from proxies at trusted addresses only', async () => {
    await start({ LIMIT_PER_ADDRESS: '5', TRUST_PROXY: '10.9.0.0/16' })
    expect(await untilRefused(home, 20, forged)).toBe(6)
  })

  it('with 5 wrong tokens in a minute causes no more session reads', async () => {
    await start({ LIMIT_PER_ADDRESS: '5' })
    const user = await insertCustomer()
    const stranger = service.withToken('made-up')
    const statuses: number[] = []
    for (let tries = 0; tries < 6; tries++) {
      statuses.push((await stranger.request(`/api/wallet/getbalance/${user.userid}`)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })
})

describe('a caller', () => {
  it('makes a limited number of calls in a minute, whichever they are, separately from other callers', async () => {
    await start({ LIMIT_PER_CALLER: '4' })
    const [user, other] = [await insertCustomer(), await insertCustomer()]
    const [phone, laptop, ravi] = [
      await service.as(user),
      await service.as(user, await service.startAnotherApi()),
      await service.as(other),
    ]
    const readOrders = (person: typeof phone, of: typeof user) =>
      person.call(walletBalance, { params: { userid: of.userid } })
    for (const person of [phone, laptop, phone, laptop]) await readOrders(person, user)
    expect(await refusalOf(readOrders(phone, user))).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect((await refusalOf(readOrders(laptop, user))).status).toBe(429)
    expect(await readOrders(ravi, other)).toEqual({ balance: 0 })
    const reply = await phone.request(`/api/wallet/getbalance/${user.userid}`)
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('is counted exactly when 40 calls arrive at once', async () => {
    await start({ LIMIT_PER_CALLER: '10' })
    const user = await insertCustomer()
    const asha = await service.as(user)
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => {
        return (await asha.request(`/api/wallet/getbalance/${user.userid}`)).status
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  })

  it('places a limited number of wallet orders in a minute, with UPI orders counted separately', async () => {
    await start({ LIMIT_ORDERS: '2' })
    const user = await insertCustomer()
    const asha = await service.as(user)
    const { manual } = await insertShop()
    await giveMoney(user, 10 * 34_500)
    const wallet = orderBody(user, manual, { paymentmode: 'wallet' })
    await buy(asha, wallet)
    await buy(asha, wallet)
    expect(await refusalOf(buy(asha, wallet))).toMatchObject({ status: 429 })
    expect(await buy(asha, orderBody(user, manual))).toMatch(/^JP/)
  })
})

describe('a sign-in', () => {
  const signIn = (email: string, password: string, from: string) =>
    service.guest
      .request('/api/auth/login', {
        method: 'POST',
        body: JSON.stringify({ email, password }),
        headers: { 'x-forwarded-for': from },
      })
      .then(({ status }) => status)

  it('is refused to an address after 60 wrong passwords for as many accounts, and open to others', async () => {
    await start({ TRUST_PROXY: '1' })
    const user = await insertCustomer()
    const codes = new Set<number>()
    for (let tries = 0; tries < 60; tries += 10) {
      const batch = Array.from({ length: 10 }, (_, index) =>
        signIn(`nobody${tries + index}@example.test`, 'x', '198.51.100.1'),
      )
      for (const status of await Promise.all(batch)) codes.add(status)
    }
    expect([...codes]).toEqual([401])
    expect(await signIn(user.email, testPassword, '198.51.100.1')).toBe(429)
    expect(await signIn(user.email, testPassword, '198.51.100.2')).toBe(200)
  })

  it('is refused to an account after 30 wrong passwords, from however many addresses', async () => {
    await start({ TRUST_PROXY: '1' })
    const user = await insertCustomer()
    for (let tries = 0; tries < 30; tries++) {
      expect(await signIn(user.email, 'wrong', `198.51.100.${tries}`)).toBe(401)
    }
    expect(await signIn(user.email.toUpperCase(), 'wrong', '203.0.113.9')).toBe(429)
    expect(await signIn((await insertCustomer()).email, testPassword, '203.0.113.9')).toBe(200)
  })

  it('stays open to the browser its owner has used before, whatever others try elsewhere', async () => {
    await start({ TRUST_PROXY: '1' })
    const user = await insertCustomer()
    const attempt = (password: string, from: string, cookie: string) =>
      service.guest.request('/api/auth/login', {
        method: 'POST',
        body: JSON.stringify({ email: user.email, password }),
        headers: { 'x-forwarded-for': from, cookie },
      })
    const first = await attempt(testPassword, '203.0.113.1', '')
    const [cookie = ''] = (first.headers.get('set-cookie') ?? '').split(';')
    expect(first.headers.get('set-cookie')).toMatch(/^device_\w+=.*; Path=\/; .*HttpOnly; .*SameSite=Strict/)
    for (let tries = 0; tries < 30; tries++) await attempt('wrong', `198.51.100.${tries}`, '')

    const status = async (password: string, sent: string, from = '203.0.113.2') =>
      (await attempt(password, from, sent)).status
    const forged = cookie.replace(/=[^.]+/, `=${'a'.repeat(22)}`)
    const ofAnother = cookie.replace(/^[^=]+/, 'device_000000000000')
    expect(await status(testPassword, '')).toBe(429)
    expect(await status(testPassword, forged)).toBe(429)
    expect(await status(testPassword, ofAnother)).toBe(429)
    expect(await status(testPassword, cookie)).toBe(200)

    for (let tries = 0; tries < 10; tries++) await attempt('wrong', `203.0.113.${10 + tries}`, cookie)
    expect(await status(testPassword, cookie)).toBe(429)
  })

  it('that succeeds is never counted', async () => {
    await start()
    const user = await insertCustomer()
    const codes = new Set<number>()
    for (let tries = 0; tries < 15; tries++) codes.add(await signIn(user.email, testPassword, '198.51.100.1'))
    expect([...codes]).toEqual([200])
  })
})

it('counts callbacks by address, whatever their subject', async () => {
  await start({ LIMIT_CALLBACKS: '3' })
  const statuses: number[] = []
  for (let round = 0; round < 4; round++) {
    const name = round % 2 ? 'moogold' : 'upigateway'
    const body = JSON.stringify({ client_txn_id: `JP${round}`, order_id: round })
    statuses.push((await service.guest.request(`/api/webhooks/${name}`, { method: 'POST', body })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 429])
})

describe('without Redis', () => {
  it('refuses sign-in and codes, keeps the limit of id checks in the process, and serves pages without delay', async () => {
    await start({ ID_CHECKS_PER_SECOND: '100' })
    const { diamonds } = await insertShop()
    const user = await insertCustomer()
    service.deps.redis.disconnect()
    const wrong = { body: { email: user.email, password: 'wrong' } }
    const mobile = user.mobilenumber
    const ticket = `${'a'.repeat(16)}.${'b'.repeat(43)}`
    for (const refused of [
      service.guest.call(login, wrong),
      service.guest.call(otpLogin, { body: { mobile } }),
      service.guest.call(verifyOtp, { body: { mobile, otp: '482913' } }),
      service.guest.call(forgetPassword, { body: { email: user.email } }),
      service.guest.call(secondFactorSignIn, { body: { ticket, code: '482913' } }),
    ]) {
      expect(await refusalOf(refused)).toMatchObject({ status: 503, code: 'service_unavailable' })
    }
    const body = {
      userid: '123456789',
      zoneid: '1234',
      selectedProduct: String(diamonds.product._id),
      selectedItem: String(diamonds.item._id),
    }
    const checks = await Promise.allSettled(
      Array.from({ length: 21 }, () => service.guest.call(checkId, { body })),
    )
    const refused = checks.filter(
      (check) => check.status === 'rejected' && (check.reason as ApiError).status === 429,
    )
    expect(refused).toHaveLength(1)
    const from = performance.now()
    for (let page = 0; page < 20; page++) expect((await service.guest.request(home)).status).toBe(200)
    expect(performance.now() - from).toBeLessThan(5_000)
  })
})
