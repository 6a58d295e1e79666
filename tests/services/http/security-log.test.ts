import { login, logout } from '@jhatpat/shared/contracts/accounts.ts'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import { otpLogin, resetPassword, verifyAndRegister, verifyOtp } from '@jhatpat/shared/contracts/sign-up.ts'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { buy, giveMoney, orderBody, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer, testPassword } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'

let service: Service
const lines: { level: string; line: Record<string, unknown> }[] = []
beforeAll(async () => {
  service = await startService()
  for (const level of ['info', 'warn'] as const) {
    vi.spyOn(service.deps.log, level).mockImplementation((line: unknown) => {
      lines.push({ level, line: line as Record<string, unknown> })
    })
  }
})
beforeEach(() => lines.splice(0))
afterAll(async () => {
  vi.restoreAllMocks()
  await service.stop()
})

const logged = (event: string) => lines.filter(({ line }) => line.event === event)
const from = { ip: expect.stringMatching(/127\.0\.0\.1$/), requestId: expect.stringMatching(/^[\w-]{8,}/) }

it('logs sign-ins and sign-outs with their address', async () => {
  const user = await insertCustomer()
  const { token } = await service.guest.call(login, { body: { email: user.email, password: testPassword } })
  await service.withToken(token).call(logout, { body: {} })
  const userId = user._id.toHexString()
  expect(logged('sign_in')).toEqual([{ level: 'info', line: { event: 'sign_in', userId, ...from } }])
  expect(logged('sign_out')).toMatchObject([{ level: 'info', line: { userId, ...from } }])
})

it('warns of failed sign-ins, and once of the limit they reach, without the input', async () => {
  const { email } = await insertCustomer()
  for (let tries = 0; tries < 14; tries++) {
    await refusalOf(service.guest.call(login, { body: { email, password: 'open sesame' } }))
  }
  expect(logged('sign_in_failed')).toHaveLength(10)
  expect(logged('sign_in_failed')[0]).toMatchObject({
    level: 'warn',
    line: { code: 'invalid_credentials', account: expect.stringMatching(/^[\w-]{16}$/), ...from },
  })
  expect(logged('refused')).toMatchObject([
    { level: 'warn', line: { code: 'too_many_requests', limit: 'login', call: 'POST /auth/login' } },
  ])
  expect(JSON.stringify(lines)).not.toContain('open sesame')
  expect(JSON.stringify(lines)).not.toContain(email)
})

it('warns of wrong codes, at sign-in and sign-up, and distinguishes one number from many', async () => {
  const { mobilenumber: mobile } = await insertCustomer()
  const otp = '482913'
  await refusalOf(service.guest.call(verifyOtp, { body: { mobile, otp } }))
  await service.guest.call(otpLogin, { body: { mobile } })
  await refusalOf(service.guest.call(verifyOtp, { body: { mobile, otp } }))
  const body = { name: 'Asha', email: 'n@example.test', mobileNumber: mobile, password: testPassword, otp }
  await refusalOf(service.guest.call(verifyAndRegister, { body }))
  expect(logged('sign_in_failed').map(({ line }) => line.code)).toEqual(['otp_expired', 'otp_mismatch'])
  const numbers = [...logged('sign_in_failed'), ...logged('code_failed')].map(({ line }) => line.number)
  expect(numbers).toEqual(Array(3).fill(expect.stringMatching(/^[\w-]{16}$/)))
  expect(new Set(numbers).size).toBe(1)
  expect(logged('code_failed')).toMatchObject([{ level: 'warn', line: { code: 'otp_expired', ...from } }])
  expect(JSON.stringify(lines)).not.toContain(mobile)
  expect(JSON.stringify(lines)).not.toContain(otp)
})

it('warns of links with an invalid token', async () => {
  const params = { id: 'a'.repeat(24), token: 'x'.repeat(43) }
  await refusalOf(service.guest.call(resetPassword, { params, body: { password: testPassword } }))
  expect(logged('link_failed')).toMatchObject([{ level: 'warn', line: { code: 'link_corrupted', ...from } }])
  expect(JSON.stringify(lines)).not.toContain(params.token)
})

it('warns of calls that a role may not make', async () => {
  const user = await insertCustomer()
  await refusalOf((await service.as(user)).call(admin.stats))
  expect(logged('refused')).toMatchObject([
    { level: 'warn', line: { code: 'forbidden', call: 'GET /admin/stats', role: 'user', ...from } },
  ])
  expect(logged('refused')[0]?.line.userId).toBe(user._id.toHexString())
})

it('logs admins’ decisions without their reasons, and passes to the queue board', async () => {
  const [user, chief] = [await insertCustomer(), await insertAdmin()]
  const meera = await service.as(chief)
  await giveMoney(user, 34_500)
  const { manual } = await insertShop()
  const id = await buy(await service.as(user), orderBody(user, manual, { paymentmode: 'wallet' }))
  const body = { to: 'Refunded' as const, version: 1, reason: 'Asha rang us' }
  await meera.call(admin.transitionOrder, { params: { id }, body })
  await meera.call(admin.opsToken, { body: {} })
  const by = { userId: chief._id.toHexString(), role: 'admin', ...from }
  expect(logged('admin_decision')).toMatchObject([
    {
      level: 'info',
      line: { call: 'POST /admin/orders/:id/transition', about: { id }, to: 'Refunded', ...by },
    },
  ])
  expect(logged('queue_pass')).toMatchObject([{ level: 'info', line: by }])
  expect(JSON.stringify(lines)).not.toContain('Asha rang us')
})
