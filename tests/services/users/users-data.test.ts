import { usersData } from '@jhatpat/shared/contracts/users.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { Types } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveMoney } from '../../support/buying.ts'
import { anAdmin, aUser } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
let meera: Person
let asha: IUser
let made: IUser[]

beforeAll(async () => {
  service = await startService()
  meera = await service.as(
    await anAdmin({ name: 'Meera Iyer', email: 'meera@shop.test', userid: 'umeera01' }),
  )
  made = []
  for (let number = 0; number < 30; number++) made.push(await aUser({ name: `Person ${number}` }))
  asha = await aUser({
    ...{ name: 'Ásha Rao', email: 'asha.rao@mail.test', userid: 'uasha001', mobilenumber: '9876543210' },
  })
  await giveMoney(asha, 257_150)
})
afterAll(() => service.stop())

const list = (query = {}) => meera.call(usersData, { query })
const found = async (q: string) => (await list({ q })).users.map(({ userid }) => userid)

describe('GET /admin/users_data', () => {
  it('CALL-45 replies with users, totalPages and totalCount, and each user with all that is kept of them', async () => {
    const reply = await list({ page: 1, limit: 50 })
    expect(reply).toMatchObject({ totalPages: 1, totalCount: 32, isCut: false })
    expect(reply.users[0]).toEqual({
      ...{ _id: String(asha._id), userid: 'uasha001', name: 'Ásha Rao', email: 'asha.rao@mail.test' },
      ...{ mobilenumber: '9876543210', role: 'user', balance: 2571.5, verified: 'true', isBlocked: 'false' },
      createdAt: asha.createdAt.toISOString(),
      updatedAt: asha.updatedAt.toISOString(),
    })
    expect(JSON.stringify(reply)).not.toContain('argon2')
  })

  it('CALL-46 gives 25 without a limit, the newest first, and every user once over all pages', async () => {
    const [first, second, third] = await Promise.all([list(), list({ page: 2 }), list({ page: 3 })])
    expect([first.users.length, second.users.length, third.users.length]).toEqual([25, 7, 0])
    expect(first.totalPages).toBe(2)
    const ids = [...first.users, ...second.users].map(({ _id }) => _id)
    expect(new Set(ids).size).toBe(32)
    expect(ids.slice(0, 2)).toEqual([String(asha._id), String(made.at(-1)?._id)])
  })

  it.each([
    ['a name in another case, without its accent', 'asha r'],
    ['an e-mail', 'Asha.Rao@'],
    ['a mobile number', '98765'],
    ['a mobile number as people write it', '+91 98765 43210'],
    ['the short id', 'UASHA0'],
    ['the _id', ''],
  ])('finds someone by %s', async (_what, q) => {
    expect(await found(q || String(asha._id))).toEqual(['uasha001'])
  })

  it('finds nobody by what stands inside, by an operator or by a pattern', async () => {
    for (const q of ['sha', 'rao', '.*', '$ne', '{"$gt":""}', String(new Types.ObjectId())]) {
      expect(await found(q), q).toEqual([])
    }
  })

  it('pages through what it finds, and says when there is more than it reads', async () => {
    const [first, second] = [await list({ q: 'person' }), await list({ q: 'person', page: 2 })]
    expect(first).toMatchObject({ totalCount: 30, totalPages: 2, isCut: false })
    expect(new Set([...first.users, ...second.users].map(({ _id }) => _id)).size).toBe(30)
    const many = Array.from({ length: 501 }, (_none, number) => ({
      ...{ ...asha, _id: new Types.ObjectId(), name: `Crowd ${number}`, userid: `uc${number}` },
      ...{ email: `crowd${number}@x.test`, mobilenumber: String(8_000_000_000 + number) },
    }))
    await UserModel.collection.insertMany(many)
    expect(await list({ q: 'crowd' })).toMatchObject({ totalCount: 500, isCut: true })
  })
})
