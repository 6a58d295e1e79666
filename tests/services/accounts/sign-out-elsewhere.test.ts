import {
  revokeOtherSessions,
  revokeSession,
  sessions,
  validateUser,
} from '@jhatpat/shared/contracts/accounts.ts'
import {
  revokeOtherSessions as endOther,
  findCaller,
  type IUser,
  openSession,
  UserModel,
} from '@jhatpat/shared/domain/accounts/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import { changeAccess } from '../../support/change-access.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { closed } from '../realtime/socket-requests.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const elsewhere = (person: Person) => person.call(revokeOtherSessions)
const state = (person: Person) =>
  person.call(validateUser, { body: { requiredRoles: ['user'] } }).then(
    () => 'in',
    (error: { code: string }) => error.code,
  )
const read = async ({ _id }: IUser) => (await UserModel.findById(_id).lean()) as IUser
const signedIn = async (user: IUser, many: number): Promise<Person[]> => {
  const people: Person[] = []
  for (let each = 0; each < many; each++) people.push(await service.as(await read(user)))
  return people
}

describe('DELETE /auth/sessions', () => {
  it('revokes all other sessions and returns how many there were; this one, and other people’s, stay', async () => {
    const user = await insertCustomer()
    const bystander = await service.as(await insertCustomer())
    const [here, ...others] = (await signedIn(user, 3)) as [Person, ...Person[]]
    expect(await elsewhere(here)).toEqual({ ended: 2 })
    for (const other of others) expect(await state(other)).toBe('not_signed_in')
    expect([await state(here), await state(bystander)]).toEqual(['in', 'in'])
    expect((await here.call(sessions)).sessions).toMatchObject([{ isThisOne: true }])
    expect(await elsewhere(here)).toEqual({ ended: 0 })
    expect(await state(here)).toBe('in')
  })

  it("closes the others' sockets within 2 s, and none of this one's", async () => {
    const user = await insertCustomer()
    const [here, phone] = (await signedIn(user, 2)) as [Person, Person]
    const [mine, phoneSocket] = [await here.socket(), await phone.socket()]
    const gone = closed(phoneSocket)
    const from = performance.now()
    await elsewhere(here)
    expect(await gone).toBe('io server disconnect')
    expect(performance.now() - from).toBeLessThan(2_000)
    // Longer than a full pass over all sessions takes.
    await new Promise((done) => setTimeout(done, 2_000))
    expect(mine.connected).toBe(true)
  })

  it('leaves none of eighteen sign-ins active whose password was checked before it, created before or after', async () => {
    const user = await insertCustomer()
    const here = await service.as(user)
    const before = await read(user)
    const ended = elsewhere(here)
    const tokens = await Promise.all(
      Array.from({ length: 18 }, async (_, round) => {
        await (round % 2 ? ended : new Promise((done) => setTimeout(done, round % 10)))
        return (await openSession(before, service.clock.now())).token
      }),
    )
    await ended
    const live = await Promise.all(tokens.map((token) => state(service.withToken(token))))
    expect(new Set(live)).toEqual(new Set(['not_signed_in']))
    expect(await state(await service.as(await read(user)))).toBe('in')
  })

  it('leaves exactly one of ten devices that call it at once', async () => {
    const user = await insertCustomer()
    const devices = await signedIn(user, 10)
    await Promise.allSettled(devices.map(elsewhere))
    const live = await Promise.all(devices.map(state))
    expect(live.filter((one) => one === 'in')).toHaveLength(1)
  })

  it.each([
    ['a block', (user: IUser) => changeAccess(user, { isBlocked: true }, service.deps)],
    ['another password', (user: IUser) => changeAccess(user, {}, service.deps)],
  ])('restores no session when it races with %s', async (_what, over) => {
    for (let round = 0; round < 10; round++) {
      const user = await insertCustomer()
      const here = await service.as(user)
      await Promise.allSettled([over(user), elsewhere(here)])
      expect(await state(here)).toBe('not_signed_in')
    }
  })

  it('restores none when its user was changed after the call was authorised', async () => {
    const user = await insertCustomer()
    const here = await service.as(user)
    const { caller } = await findCaller(here.token, service.clock.now())
    await UserModel.updateOne({ _id: user._id }, { sessionsValidFrom: service.clock.now() })
    await expect(endOther(caller, service.deps)).rejects.toMatchObject({ code: 'not_signed_in' })
    expect(await state(here)).toBe('not_signed_in')
  })

  it('restores none that another device revokes at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const [here, phone] = (await signedIn(await insertCustomer(), 2)) as [Person, Person]
      const id = (await here.call(sessions)).sessions.find(({ isThisOne }) => isThisOne)?.id ?? ''
      const [ended] = await Promise.allSettled([
        phone.call(revokeSession, { params: { id } }),
        elsewhere(here),
      ])
      expect(await state(here)).toBe(ended.status === 'fulfilled' ? 'not_signed_in' : 'in')
    }
  })

  it('is refused without a session', async () => {
    expect((await refusalOf(elsewhere(service.guest))).status).toBe(401)
  })
})
