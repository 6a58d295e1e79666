import { auditRows } from '@jhatpat/shared/contracts/audit.ts'
import type { BodyInputOf } from '@jhatpat/shared/contracts/route.ts'
import { updateUserData, userAudit } from '@jhatpat/shared/contracts/users.ts'
import { walletBalance } from '@jhatpat/shared/contracts/wallet.ts'
import { findUserByEmail, type IUser, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
let admin: IUser
let meera: Person
let user: IUser

beforeAll(async () => {
  service = await startService()
  admin = await insertAdmin({ name: 'Meera Iyer' })
})
afterAll(() => service.stop())
beforeEach(async () => {
  meera = await service.as(admin)
  user = await insertCustomer()
})

type Edit = BodyInputOf<typeof updateUserData>

const bodyOf = ({ _id, userid, name, mobilenumber, email, role, verified, isBlocked }: IUser): Edit => ({
  ...{ _id: String(_id), userid, name, mobilenumber, email, role },
  verified: verified ? 'true' : 'false',
  isBlocked: isBlocked ? 'true' : 'false',
})
const edit = (change: Partial<Edit>, who = meera, whom = user) =>
  who.call(updateUserData, { body: { ...bodyOf(whom), ...change } })
const now = async (whom = user) => (await UserModel.findById(whom._id).lean())!
const rows = (whom = user) => meera.call(userAudit, { params: { id: String(whom._id) } })

describe('POST /admin/updateuserdata', () => {
  it('CALL-49 takes all eight fields, changes the six, and says so in the specification’s words', async () => {
    const change: Partial<Edit> = {
      ...{ name: 'Asha Menon', mobilenumber: '7000000001', email: 'Asha.Menon@mail.test' },
      ...{ role: 'reseller', verified: 'false', isBlocked: 'true' },
    }
    const reply = await edit(change)
    expect(reply.message).toBe('User updated successfully!, Please Refresh/Reload Page')
    expect(reply.user).toMatchObject({ ...change, email: 'asha.menon@mail.test', _id: String(user._id) })
    expect(await now()).toMatchObject({
      name: 'Asha Menon',
      role: 'reseller',
      verified: false,
      isBlocked: true,
    })
  })

  it('leaves one row in the log: who, from where, what, before, after and why', async () => {
    await edit({ role: 'reseller', reason: 'Asked by phone' })
    expect(await rows()).toEqual([
      {
        ...{
          id: expect.any(String),
          at: expect.any(String),
          action: 'user.update',
          reason: 'Asked by phone',
        },
        ...{ by: 'Meera Iyer', actorId: String(admin._id), from: expect.stringMatching(/127\.0\.0\.1$/) },
        ...{ before: { role: 'user' }, after: { role: 'reseller' } },
        ...{ target: `user:${user._id}`, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      },
    ])
  })

  it('writes nothing where nothing differs, or where it is refused', async () => {
    await edit({})
    const taken = await insertCustomer()
    await refusalOf(edit({ email: taken.email, name: 'Somebody' }))
    expect(await rows()).toEqual([])
    expect(await now()).toEqual(user)
  })

  it('keeps e-mail and mobile number for one user each, and gives back what was left', async () => {
    const other = await insertCustomer()
    expect(await refusalOf(edit({ email: other.email.toUpperCase() }))).toMatchObject({
      ...{ status: 409, code: 'email_taken', field: 'email' },
    })
    await edit({ mobilenumber: '7000000002' })
    expect(await refusalOf(edit({ mobilenumber: '7000000002' }, meera, other))).toMatchObject({
      ...{ status: 409, code: 'mobile_taken', field: 'mobilenumber' },
    })
    await edit({ email: `moved.${user.email}` }, meera, await now())
    expect(await findUserByEmail(user.email)).toBeNull()
    await edit({ email: user.email }, meera, other)
    expect((await findUserByEmail(user.email))?._id).toEqual(other._id)
  })

  it('gives an e-mail that two want at once to one of them', async () => {
    const other = await insertCustomer()
    const email = `wanted.${user.email}`
    const tries = await Promise.allSettled([edit({ email }), edit({ email }, meera, other)])
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await UserModel.find({ email, _id: { $in: [user._id, other._id] } }).lean()).toHaveLength(1)
  })

  it('refuses an id and a userid of two people, and what somebody else has changed since it was seen', async () => {
    const { userid } = await insertCustomer()
    expect(await refusalOf(edit({ userid }))).toMatchObject({ status: 404 })
    const expectedVersion = user.updatedAt.toISOString()
    await edit({ isBlocked: 'true', expectedVersion })
    expect(await refusalOf(edit({ name: 'Old form', expectedVersion }))).toMatchObject({
      code: 'user_changed',
    })
    expect(await now()).toMatchObject({ isBlocked: true, name: user.name })
  })

  it.each<[string, Partial<Edit>]>([
    ['blocked', { isBlocked: 'true' }],
    ['given another role', { role: 'reseller' }],
    ['un-verified', { verified: 'false' }],
    ['given another e-mail', { email: 'another@mail.test' }],
  ])('signs out whoever is %s, everywhere', async (_what, change) => {
    const phone = await service.as(user)
    const socket = await phone.socket()
    const closed = new Promise((resolve) => socket.once('disconnect', resolve))
    await edit(change)
    const balance = phone.call(walletBalance, { params: { userid: user.userid } })
    expect(await refusalOf(balance)).toMatchObject({ status: 401 })
    await closed
  })

  it('replies with what a next edit has seen, also after it ended sessions', async () => {
    const blocked = await edit({ isBlocked: 'true' })
    const again = await edit({ isBlocked: 'false', expectedVersion: blocked.user.updatedAt })
    expect(again.user.isBlocked).toBe('false')
  })

  it('leaves whoever gets another name signed in', async () => {
    const phone = await service.as(user)
    await edit({ name: 'Asha Menon' })
    expect(await phone.call(walletBalance, { params: { userid: user.userid } })).toEqual({ balance: 0 })
  })
})

it('the audit log is refused below what is no place in it', async () => {
  const refusal = await refusalOf(meera.call(auditRows, { query: { cursor: 'never-was' } }))
  expect(refusal).toMatchObject({ status: 400, field: 'cursor' })
})

describe('an admin', () => {
  it.each<Partial<Edit>>([{ isBlocked: 'true' }, { role: 'user' }, { verified: 'false' }])(
    'cannot shut themselves out: %o',
    async (change) => {
      const refusal = await refusalOf(edit(change, meera, admin))
      expect(refusal).toMatchObject({ status: 409, code: 'own_account', field: Object.keys(change)[0] })
      expect(await now(admin)).toMatchObject({ role: 'admin', verified: true, isBlocked: false })
    },
  )
})

describe('roles of the back office', () => {
  const officeOf = async (whom: IUser) => {
    const { role, staffRole } = await now(whom)
    return [role, staffRole]
  }

  it('are given by an owner, end the sessions of whoever gets one, and are in the log', async () => {
    const imran = await insertAdmin({ staffRole: 'operations' })
    const open = await service.as(imran)
    const socket = await open.socket()
    const closed = new Promise((resolve) => socket.once('disconnect', resolve))
    const { user: seen } = await edit({ staffRole: 'support', reason: 'Moves to tickets' }, meera, imran)
    expect(seen).toMatchObject({ role: 'admin', staffRole: 'support' })
    expect(await refusalOf(open.call(userAudit, { params: { id: String(imran._id) } }))).toMatchObject({
      status: 401,
    })
    await closed
    expect(await rows(imran)).toMatchObject([
      { before: { staffRole: 'operations' }, after: { staffRole: 'support' }, reason: 'Moves to tickets' },
    ])
  })

  it('go with the role admin: who is none has none, and who becomes one again is what was chosen then', async () => {
    const imran = await insertAdmin({ staffRole: 'support' })
    await edit({ role: 'user' }, meera, imran)
    expect(await officeOf(imran)).toEqual(['user', undefined])
    await edit({ role: 'reseller', staffRole: 'owner' }, meera, imran)
    expect(await officeOf(imran)).toEqual(['reseller', undefined])
  })

  it('are no matter of an admin who is no owner, and neither is anything else of an admin', async () => {
    const support = await insertAdmin({ staffRole: 'support' })
    const finance = await insertAdmin({ staffRole: 'finance' })
    const sana = await service.as(support)
    const changes: [Partial<Edit>, IUser][] = [
      [{ staffRole: 'owner' }, support],
      [{ email: 'mine.now@mail.test' }, admin],
      [{ isBlocked: 'true' }, finance],
      [{ name: 'Somebody' }, finance],
      [{ role: 'admin' }, user],
      [{ role: 'reseller' }, user],
    ]
    for (const [change, whom] of changes) {
      const before = await now(whom)
      expect(await refusalOf(edit(change, sana, whom))).toMatchObject({
        status: 403,
        code: 'role_not_permitted',
      })
      expect(await now(whom)).toEqual(before)
    }
    await edit({ isBlocked: 'true' }, sana)
    expect(await now()).toMatchObject({ isBlocked: true })
  })

  it('are for nobody whose address is unproved: whoever signed up with it may be somebody else', async () => {
    const stranger = await insertCustomer({ verified: false })
    const refusal = { status: 409, code: 'verified_email_required', field: 'role' }
    for (const staffRole of ['owner', 'support'] as const) {
      const change = { role: 'admin', staffRole } as const
      expect(await refusalOf(edit(change, meera, stranger))).toMatchObject(refusal)
      expect(await refusalOf(edit({ ...change, verified: 'false' }))).toMatchObject(refusal)
    }
    expect([await now(stranger), await now()]).toEqual([stranger, user])
    await edit({ role: 'reseller' }, meera, stranger)
    expect(await officeOf(stranger)).toEqual(['reseller', undefined])
    const support = await insertAdmin({ staffRole: 'support', verified: false })
    expect(await refusalOf(edit({ staffRole: 'owner' }, meera, support))).toMatchObject(refusal)
    await edit({ role: 'user' }, meera, support)
    expect(await officeOf(support)).toEqual(['user', undefined])
  })

  it('are for nobody whose address support alone vouches for, until an owner does', async () => {
    const sana = await service.as(await insertAdmin({ staffRole: 'support' }))
    const refusal = { status: 409, code: 'verified_email_required', field: 'role' }
    const stranger = await insertCustomer({ verified: false })
    const renamed = await insertCustomer()
    await edit({ verified: 'true' }, sana, stranger)
    await edit({ email: `renamed-${renamed.userid}@mail.test`.toLowerCase() }, sana, renamed)
    for (const whom of [stranger, renamed]) {
      expect(await now(whom)).toMatchObject({ verified: true, isVerifiedByStaff: true })
      const role = { role: 'admin', staffRole: 'owner' } as const
      expect(await refusalOf(edit(role, meera, await now(whom)))).toMatchObject(refusal)
      expect(await officeOf(whom)).toEqual(['user', undefined])
      await edit({ verified: 'false' }, meera, await now(whom))
      await edit({ verified: 'true' }, meera, await now(whom))
      expect(await now(whom)).not.toHaveProperty('isVerifiedByStaff')
      const given = await edit({ role: 'admin', staffRole: 'support' }, meera, await now(whom))
      expect(['done', 'pending']).toContain(given.status)
    }
  })

  it('are not given up by an owner alone', async () => {
    expect(await refusalOf(edit({ staffRole: 'support' }, meera, admin))).toMatchObject({
      ...{ status: 409, code: 'own_account', field: 'staffRole' },
    })
  })
})
