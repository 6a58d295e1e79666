import { randomUUID } from 'node:crypto'
import { team } from '@jhatpat/shared/contracts/team.ts'
import { addUserBalance, updateUserData } from '@jhatpat/shared/contracts/users.ts'
import { type IUser, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { walletBalancePaise } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import { anAdmin, aUser } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { inboxOf } from '../accounts/account-inbox.ts'

let service: Service
let inbox: ReturnType<typeof inboxOf>
let meera: IUser
let imran: IUser
let asMeera: Person
let asImran: Person

const hourMs = 3_600_000
const soon = { timeout: 15_000 }

beforeAll(async () => {
  service = await startService({ workers: true, env: { BALANCE_SECOND_ADMIN_ABOVE: '10000' } })
  inbox = inboxOf(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  const gone = { $set: { role: 'user' }, $unset: { ownerUntil: 1 } }
  await UserModel.collection.updateMany(
    { $or: [{ role: 'admin' }, { ownerUntil: { $gt: new Date(0) } }] },
    gone,
  )
  meera = await anAdmin({ name: 'Meera Iyer' })
  imran = await anAdmin({ name: 'Imran Khan' })
  asMeera = await service.as(meera)
  asImran = await service.as(imran)
})

const now = async ({ _id }: IUser) => (await UserModel.findById(_id).lean<IUser>())!

async function edit(change: object, whom: IUser, who = asMeera) {
  const { _id, userid, name, mobilenumber, email, role, verified, isBlocked } = await now(whom)
  const flags = { verified: verified ? 'true' : 'false', isBlocked: isBlocked ? 'true' : 'false' } as const
  const body = { _id: String(_id), userid, name, mobilenumber, email, role, ...flags, reason: 'Left us' }
  return who.call(updateUserData, { body: { ...body, ...change } })
}

describe('where two accounts count as owners, one of them alone', () => {
  it.each([
    { isBlocked: 'true' },
    { role: 'user' },
    { officeRole: 'support' },
    { verified: 'false' },
    { email: 'mine.now@example.test' },
    { mobilenumber: '9711111111' },
  ])('changes nothing of the other at once: %o', async (change) => {
    const before = await now(imran)
    expect(await edit({ ...change, name: 'Imran K' }, imran)).toMatchObject({ status: 'waiting' })
    expect(await now(imran)).toEqual({ ...before, name: 'Imran K', updatedAt: expect.any(Date) })
    expect(await refusalOf(asImran.call(team))).toBeUndefined()
  })

  it('makes no owner, and lets no blocked one in again', async () => {
    const blocked = await anAdmin({ name: 'Puppet', isBlocked: true })
    expect(await edit({ isBlocked: 'false' }, blocked)).toMatchObject({ status: 'waiting' })
    expect(await now(blocked)).toMatchObject({ isBlocked: true })
    const support = await anAdmin({ officeRole: 'support' })
    expect(await edit({ officeRole: 'owner' }, support)).toMatchObject({ status: 'waiting' })
    expect(await now(support)).toMatchObject({ officeRole: 'support' })
  })

  it('who blocks the other, makes a puppet an owner and lets it approve moves no money', async () => {
    const victim = await aUser()
    const puppet = await aUser({ name: 'Puppet' })
    await edit({ isBlocked: 'true' }, imran)
    await edit({ role: 'admin' }, puppet)
    const body = { userId: victim.userid, email: victim.email, amount: 500_000, reason: 'Mine' }
    const { status } = await asMeera.call(addUserBalance, { body, idempotencyKey: randomUUID() })
    expect(status).toBe('waiting')
    expect([(await now(imran)).isBlocked, (await now(puppet)).role]).toEqual([false, 'user'])
    expect(await walletBalancePaise(String(victim._id))).toBe(0)
    await expect
      .poll(
        () =>
          inbox
            .mails(imran.email)
            .map(({ text }) => text)
            .join(),
        soon,
      )
      .toMatch(/block the owner Imran Khan/)
  })

  it('still counts as two for 72 hours after the other was an owner', async () => {
    const change = { isBlocked: true, ownerUntil: service.clock.now() }
    await UserModel.collection.updateOne({ _id: imran._id }, { $set: change })
    const puppet = await aUser()
    expect(await edit({ role: 'admin' }, puppet)).toMatchObject({ status: 'waiting' })
    const ownerUntil = new Date(+service.clock.now() - 72 * hourMs)
    await UserModel.collection.updateOne({ _id: imran._id }, { $set: { ownerUntil } })
    expect(await edit({ role: 'admin' }, puppet)).toMatchObject({ status: 'done' })
  })
})
