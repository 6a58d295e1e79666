import { logout, validateUser } from '@jhatpat/shared/contracts/accounts.ts'
import { stats } from '@jhatpat/shared/contracts/admin.ts'
import type { Role } from '@jhatpat/shared/contracts/roles.ts'
import { SessionModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer, insertReseller } from '../../support/people.ts'
import type { Person, TestSocket } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
afterEach(() => vi.restoreAllMocks())

const minuteMs = 60_000
const isIn = async (person: Person) => (await person.call(validateUser, anyRole)).role
const anyRole = { body: { requiredRoles: ['user', 'reseller', 'admin'] satisfies Role[] } }
const ended = (socket: TestSocket) =>
  new Promise<number>((resolve) => {
    const since = Date.now()
    socket.once('disconnect', () => resolve(Date.now() - since))
  })

describe('with ADMIN_IDLE_MINUTES', () => {
  beforeAll(async () => {
    service = await startService({ env: { ADMIN_IDLE_MINUTES: '15' } })
  })
  afterAll(() => service.stop())

  it('an admin’s session without a call expires like any other', async () => {
    const [idle, expired] = [await service.as(await insertAdmin()), await service.as(await insertCustomer())]
    service.clock.advance(15 * minuteMs)
    const validate = async (person: Person) => {
      const { status, json } = await person.request('/api/auth/validateuser', {
        method: 'POST',
        body: JSON.stringify(anyRole.body),
      })
      const { requestId: _, ...reply } = json
      return { status, reply }
    }
    const over = await validate(idle)
    service.clock.advance(6 * 60 * minuteMs)
    expect(over).toEqual(await validate(expired))
    expect(over).toMatchObject({ status: 401, reply: { code: 'session_expired' } })
    expect((await refusalOf(idle.call(logout, { body: {} }))).code).toBe('session_expired')
    await expect(idle.socket()).rejects.toThrow('Token has expired')
  })

  it('an admin’s session is extended by each call, whatever the staff role, up to six hours', async () => {
    const person = await service.as(await insertAdmin({ staffRole: 'support' }))
    for (let minutes = 0; minutes < 350; minutes += 14) {
      service.clock.advance(14 * minuteMs - 500)
      expect(await isIn(person)).toBe('admin')
    }
    service.clock.advance(11 * minuteMs)
    expect((await refusalOf(isIn(person))).code).toBe('session_expired')
  })

  it('an admin’s session is not extended by calls that a page makes by itself, or by a socket', async () => {
    const person = await service.as(await insertAdmin())
    const unattended = () =>
      person.request('/api/admin/stats', { headers: { unattended: '1' } }).then(({ status }) => status)
    for (let minutes = 0; minutes < 14; minutes += 2) {
      service.clock.advance(2 * minuteMs)
      expect(await unattended()).toBe(200)
      await person.socket()
    }
    service.clock.advance(minuteMs)
    expect(await unattended()).toBe(401)
  })

  it('the activity is written at most once a minute, however many calls there are', async () => {
    const person = await service.as(await insertAdmin())
    const writes = vi.spyOn(SessionModel, 'updateOne')
    for (let calls = 0; calls < 60; calls++) await person.call(stats)
    expect(writes).toHaveBeenCalledTimes(0)
    for (let calls = 0; calls < 30; calls++) {
      service.clock.advance(10_000)
      await person.call(stats)
    }
    expect(writes.mock.calls.length).toBeGreaterThanOrEqual(4)
    expect(writes.mock.calls.length).toBeLessThanOrEqual(5)
    service.clock.advance(14 * minuteMs)
    expect(await isIn(person)).toBe('admin')
  })

  it('customers and resellers are not affected', async () => {
    const people = [await service.as(await insertCustomer()), await service.as(await insertReseller())]
    const sockets = await Promise.all(people.map((person) => person.socket()))
    const writes = vi.spyOn(SessionModel, 'updateOne')
    for (const person of people) {
      service.clock.advance(4 * minuteMs)
      await isIn(person)
    }
    expect(writes).toHaveBeenCalledTimes(1)
    service.clock.advance(5 * 60 * minuteMs)
    for (const person of people) expect(await isIn(person)).toMatch(/user|reseller/)
    await new Promise((resolve) => setTimeout(resolve, 1_800))
    expect(sockets.every(({ connected }) => connected)).toBe(true)
  })

  it('the sockets of an idle session are closed within two seconds', async () => {
    const [idle, busy] = [await service.as(await insertAdmin()), await service.as(await insertAdmin())]
    const [over, open] = [await idle.socket(), await busy.socket()]
    service.clock.advance(14 * minuteMs)
    await isIn(busy)
    const end = ended(over)
    service.clock.advance(minuteMs)
    expect(await end).toBeLessThan(2_000)
    expect(open.connected).toBe(true)
  })
})

describe('without ADMIN_IDLE_MINUTES', () => {
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.stop())

  it('an admin’s session lasts six hours from the login, as in the specification', async () => {
    const person = await service.as(await insertAdmin())
    service.clock.advance(6 * 60 * minuteMs - 5_000)
    expect(await isIn(person)).toBe('admin')
    service.clock.advance(5_000)
    expect((await refusalOf(isIn(person))).code).toBe('session_expired')
  })
})
