import { login, validateUser } from '@jhatpat/shared/contracts/accounts.ts'
import type { ApiError } from '@jhatpat/shared/contracts/client.ts'
import type { Role } from '@jhatpat/shared/contracts/roles.ts'
import {
  type IUser,
  openSession,
  SessionModel,
  sessionMs,
  UserModel,
} from '@jhatpat/shared/domain/accounts/index.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AccessChange, changeAccess } from '../../support/change-access.ts'
import { insertAdmin, insertCustomer, testPassword } from '../../support/people.ts'
import type { Person, TestSocket } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { closed, refusalOf as refusalOfSocket } from '../realtime/socket-requests.ts'

let service: Service
let secondApi: number
beforeAll(async () => {
  service = await startService()
  secondApi = await service.startAnotherApi()
})
afterAll(() => service.stop())

const change = (user: IUser, to: AccessChange) => changeAccess(user, to, service.deps)
const anyRole = { body: { requiredRoles: ['user', 'reseller', 'admin'] as Role[] } }
const roleOf = async (person: Person) => (await person.call(validateUser, anyRole)).role
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ code: 'none' }),
    (error: ApiError) => error,
  )
const refused = async (person: Person) => (await refusalOf(roleOf(person))).code

describe('sign-ins at the moment of a block', () => {
  it('leave none of fifty active, before it, after it or once the block is lifted', async () => {
    const user = await insertCustomer()
    const reads = Promise.withResolvers<void>()
    let readSoFar = 0
    const block = reads.promise.then(() => change(user, { isBlocked: true }))
    const rounds = Array.from({ length: 50 }, async (_, round) => {
      const read = (await UserModel.findById(user._id).lean()) as IUser
      readSoFar += 1
      if (readSoFar === 50) reads.resolve()
      // As long as a password check takes: half of them create their session after the block.
      await (round % 2 ? block : new Promise((done) => setTimeout(done, round % 10)))
      return (await openSession(read, service.clock.now())).token
    })
    const [tokens] = await Promise.all([Promise.all(rounds), block])
    // Written directly, so that only the changed `validFrom` of the block keeps them out.
    await UserModel.updateOne({ _id: user._id }, { isBlocked: false })
    const live = await Promise.all(tokens.map((token) => refused(service.withToken(token))))
    expect(new Set(live)).toEqual(new Set(['not_signed_in']))
    expect(await roleOf(await service.as((await UserModel.findById(user._id).lean()) as IUser))).toBe('user')
  })

  it('are refused when their password was read before another one was set', async () => {
    const read = await insertCustomer()
    await change(read, { passwordHash: 'another' })
    const late = await service.as(read)
    expect(await refused(late)).toBe('not_signed_in')
    expect(await refusalOfSocket(late.socket())).toMatchObject({ data: { code: 'not_signed_in' } })
  })

  it('advance the time at each of twenty changes at once, though the clock is stopped', async () => {
    const user = await insertCustomer()
    const times = await Promise.all(
      Array.from({ length: 20 }, async () => (await change(user, {})).after.sessionsValidFrom.getTime()),
    )
    expect(new Set(times).size).toBe(20)
  })
})

describe('the permissions of a session', () => {
  it('are those of its user at the next call', async () => {
    const user = await insertCustomer()
    const person = await service.as(user)
    await UserModel.updateOne({ _id: user._id }, { role: 'reseller', name: 'Asha By Now' })
    expect(await roleOf(person)).toBe('reseller')
    await UserModel.updateOne({ _id: user._id }, { isBlocked: true })
    expect(await refused(person)).toBe('not_signed_in')
  })

  it('end with its user', async () => {
    const user = await insertCustomer()
    const person = await service.as(user)
    await UserModel.deleteOne({ _id: user._id })
    expect(await refused(person)).toBe('not_signed_in')
  })

  it('are checked again when an open socket subscribes to the board', async () => {
    const admin = await insertAdmin()
    const socket = await (await service.as(admin)).socket()
    const board = () => new Promise<{ ok: boolean }>((done) => socket.emit('board.subscribe', {}, done))
    await UserModel.updateOne({ _id: admin._id }, { role: 'user' })
    expect(await board()).toMatchObject({ ok: false, code: 'forbidden' })
    await UserModel.updateOne({ _id: admin._id }, { role: 'admin' })
    expect(await board()).toMatchObject({ ok: true })
  })
})

describe('an open socket', () => {
  const closesWithin2s = async (socket: TestSocket, end: () => Promise<unknown>) => {
    const done = closed(socket)
    const from = performance.now()
    await end()
    expect(await done).toBe('io server disconnect')
    expect(performance.now() - from).toBeLessThan(2_000)
  }

  it.each([
    ['a block', { isBlocked: true }],
    ['another role', { role: 'reseller' }],
    ['another password', { passwordHash: 'another' }],
    ['a sign-out everywhere', {}],
  ] as const)('closes within 2 s of %s, on every api', async (_what, to) => {
    const user = await insertCustomer()
    const sockets = [
      await (await service.as(user)).socket(),
      await (await service.as(user, secondApi)).socket(),
    ]
    await Promise.all(
      sockets.map((socket, index) => closesWithin2s(socket, async () => index || change(user, to))),
    )
  })

  it('closes within 2 s of a block even when the event is lost', async () => {
    const user = await insertCustomer()
    const socket = await (await service.as(user)).socket()
    await closesWithin2s(socket, () => UserModel.updateOne({ _id: user._id }, { isBlocked: true }))
  })
})

describe('a person', () => {
  it('has twenty sessions at most, and the oldest is revoked', async () => {
    const user = await insertCustomer()
    const people: Person[] = []
    for (let each = 0; each < 22; each++) {
      people.push(await service.as(user))
      service.clock.advance(1)
    }
    const answers = await Promise.all(people.map((person) => roleOf(person).catch(() => 'over')))
    expect(answers).toEqual(['over', 'over', ...Array.from({ length: 20 }, () => 'user')])
  })

  it('has no more of them after fifty sign-ins at once', async () => {
    const user = await insertCustomer()
    await Promise.all(Array.from({ length: 50 }, () => openSession(user, service.clock.now())))
    expect(await SessionModel.countDocuments({ userId: user._id })).toBe(20)
  })

  it('loses none to sessions that have expired', async () => {
    const user = await insertCustomer()
    for (let each = 0; each < 20; each++) await service.as(user)
    service.clock.advance(sessionMs + 1)
    const expired = await SessionModel.countDocuments({ userId: user._id })
    await service.as(user)
    expect(await SessionModel.countDocuments({ userId: user._id })).toBe(expired + 1)
  })
})

it('is not refused because the last activity could not be recorded', async () => {
  const user = await insertCustomer()
  const write = vi.spyOn(UserModel, 'updateOne').mockRejectedValueOnce(new Error('no primary'))
  const { token } = await openSession(user, service.clock.now())
  expect(write).toHaveBeenCalledOnce()
  write.mockRestore()
  expect(await roleOf(service.withToken(token))).toBe('user')
})

describe('a session', () => {
  it('stores the network and the browser it was created from, and nothing about its user', async () => {
    const user = await insertCustomer()
    const body = JSON.stringify({ email: user.email, password: testPassword })
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0'
    const headers = { 'user-agent': userAgent }
    const reply = await service.guest.request('/api/auth/login', { method: 'POST', body, headers })
    expect(login.result.safeParse(reply.json).success).toBe(true)
    const [session] = await SessionModel.find({ userId: user._id }).lean()
    expect(session).toMatchObject({ address: '127.0.0.x', device: 'Firefox on Windows' })
    expect(JSON.stringify(session)).not.toContain(user.email)
  })
})
