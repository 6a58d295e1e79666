import {
  type OpenSession,
  revokeSession,
  sessions,
  validateUser,
} from '@jhatpat/shared/contracts/accounts.ts'
import type { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { clientOf, openSession, SessionModel, sessionMs } from '@jhatpat/shared/domain/accounts/index.ts'
import { hashToken } from '@jhatpat/shared/platform/ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { closed } from '../realtime/socket-requests.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const open = async (person: Person): Promise<OpenSession[]> => (await person.call(sessions)).sessions
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: ApiError) => error.code,
  )
const works = (person: Person) => codeOf(person.call(validateUser, { body: { requiredRoles: ['user'] } }))
const end = (person: Person, id: string) => person.call(revokeSession, { params: { id } })

describe('GET /auth/sessions', () => {
  it('lists the caller’s sessions: since when, from where, and which is the current one', async () => {
    const user = await insertCustomer()
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0'
    const from = clientOf('49.37.112.86', firefox)
    const opened = service.clock.now()
    const other = service.withToken((await openSession(user, opened, from)).token)
    const here = await service.as(user)
    service.clock.advance(10 * 60_000)
    const [first, second] = await open(here)
    expect(first).toMatchObject({ isThisOne: true, address: '', device: '' })
    expect(second).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      createdAt: opened.toISOString(),
      lastUsedAt: opened.toISOString(),
      expiresAt: new Date(opened.getTime() + sessionMs).toISOString(),
      address: '49.37.112.x',
      device: 'Firefox on Windows',
      isThisOne: false,
    })
    expect(Date.parse(first?.lastUsedAt ?? '')).toBeGreaterThan(opened.getTime())
    expect((await open(other)).find(({ isThisOne }) => isThisOne)?.device).toBe('Firefox on Windows')
  })

  it('shows no token, no hash of one, no other user’s sessions and no ended ones', async () => {
    const user = await insertCustomer()
    const person = await service.as(user)
    await service.as(await insertCustomer())
    await service.as(user)
    await SessionModel.updateMany(
      { userId: user._id, _id: { $ne: await idOf(person) } },
      { expiresAt: new Date(0) },
    )
    const reply = await person.request('/api/auth/sessions')
    expect(reply.json.sessions).toHaveLength(1)
    for (const secret of [person.token ?? '', await idOf(person)]) expect(reply.text).not.toContain(secret)
  })
})

describe('DELETE /auth/sessions/:id', () => {
  it('revokes that session and its sockets within 2 s, and no other', async () => {
    const user = await insertCustomer()
    const [here, phone] = [await service.as(user), await service.as(user)]
    const gone = closed(await phone.socket())
    const from = performance.now()
    await end(here, (await open(phone)).find(({ isThisOne }) => isThisOne)?.id ?? '')
    await gone
    expect(performance.now() - from).toBeLessThan(2_000)
    expect([await works(phone), await works(here)]).toEqual(['not_signed_in', 'done'])
    expect(await open(here)).toHaveLength(1)
  })

  it('refuses every call after it, also among many that are answered together', async () => {
    const user = await insertCustomer()
    const [here, phone] = [await service.as(user), await service.as(user)]
    const id = (await open(phone)).find(({ isThisOne }) => isThisOne)?.id ?? ''
    const others = await Promise.all([1, 2, 3].map(async () => service.as(await insertCustomer())))
    for (const round of [1, 2, 3, 4, 5]) {
      const busy = [...others, here].flatMap((person) => [works(person), works(person), works(person)])
      if (round === 3) await end(here, id)
      const codes = await Promise.all([works(phone), works(phone), works(phone)])
      expect(codes).toEqual(Array(3).fill(round < 3 ? 'done' : 'not_signed_in'))
      expect(await Promise.all(busy)).toEqual(busy.map(() => 'done'))
    }
  })

  it('does not find another user’s session, also for an admin, or one that has ended', async () => {
    const [asha, neha] = [await service.as(await insertCustomer()), await service.as(await insertCustomer())]
    const [{ id = '' } = {}] = await open(asha)
    for (const stranger of [neha, await service.as(await insertAdmin())]) {
      expect(await codeOf(end(stranger, id))).toBe('not_found')
    }
    expect(await codeOf(end(asha, await idOf(asha)))).toBe('not_found')
    expect(await works(asha)).toBe('done')
    expect((await end(asha, id)).message).toBe('Signed out.')
    expect(await works(asha)).toBe('not_signed_in')
  })

  it('revokes once when two do so at once', async () => {
    const user = await insertCustomer()
    const [here, there, third] = [await service.as(user), await service.as(user), await service.as(user)]
    const id = (await open(third)).find(({ isThisOne }) => isThisOne)?.id ?? ''
    const codes = await Promise.all([here, there].map((person) => codeOf(end(person, id))))
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
  })
})

it('a token of 200 characters is searched for, and a longer one is invalid', async () => {
  const person = await service.as(await insertCustomer())
  const session = (await SessionModel.findById(await idOf(person)).lean())!
  const withToken = async (token: string) => {
    await SessionModel.collection.insertOne({ ...session, _id: hashToken(token) as never })
    return works(service.withToken(token))
  }
  expect(await withToken('a'.repeat(200))).toBe('done')
  expect(await withToken('a'.repeat(201))).toBe('not_signed_in')
})

/** The token's hash, as the database has it. */
async function idOf({ token = '' }: Person): Promise<string> {
  return hashToken(token)
}
