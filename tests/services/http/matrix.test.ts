import { randomUUID } from 'node:crypto'
import { logout, sessions } from '@jhatpat/shared/contracts/accounts.ts'
import { transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { callRegistry } from '@jhatpat/shared/contracts/call-registry.ts'
import { orderList } from '@jhatpat/shared/contracts/orders.ts'
import { grantOf, permissions, type StaffRole, staffRoles } from '@jhatpat/shared/contracts/permissions.ts'
import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import { walletTransactions } from '@jhatpat/shared/contracts/wallet.ts'
import { type IUser, SessionModel, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { PushSubscriptionModel } from '@jhatpat/shared/domain/push/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, giveMoney, orderBody, startTopUp } from '../../support/buying.ts'
import { changeAccess } from '../../support/change-access.ts'
import { insertAdmin, insertCustomer, insertReseller } from '../../support/people.ts'
import type { Person, RawReply } from '../../support/person.ts'
import { earn } from '../../support/points.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'
import { type AccessRule, accessRules, type Named } from './access-rules.ts'
import { addressOf, sampleOf, schemaOf } from './contract-samples.ts'
import { fingerprintDatabase } from './fingerprint.ts'
import {
  expectAccepted,
  expectRefusal,
  fieldsOf,
  hasOwner,
  type RequestErrorReply,
  replyContent,
  unknownIds,
} from './matrix-replies.ts'

type CallerKind = 'customer' | 'another customer' | 'reseller' | 'admin' | StaffRole
type Closed = 'guest' | 'expired' | 'revoked' | 'blocked'

let service: Service
let users: Record<CallerKind, IUser>
let closed: Record<Closed, Person>
/** The customer's own records, with every value that names them in the calls. */
let own: Record<Named, string[]>

const named = callRegistry.map((route) => [`${route.method} ${route.path}`, route] as const)
const ruled = named.map(([name, route]) => [name, route, accessRules[name] as AccessRule] as const)
const withSession = ruled.filter(([, , rule]) => rule?.who === 'signed in')
const forAdmins = ruled.filter(([, , rule]) => rule?.who === 'admin')
const forAll = ruled.filter(([, , rule]) => rule?.who === 'anyone')
const owned = withSession.flatMap(([name, route, rule]) =>
  Object.entries(rule.ids ?? {}).flatMap(([field, kind]) =>
    hasOwner(kind) ? [[name, field, { route, rule, kind }] as const] : [],
  ),
)

beforeAll(async () => {
  service = await startService()
  users = {
    customer: await insertCustomer(),
    'another customer': await insertCustomer(),
    reseller: await insertReseller(),
    admin: await insertAdmin(),
    ...(await oneOfEachRole()),
  }
  closed = {
    guest: service.guest,
    expired: await userWithEndedSession(async (user) => {
      await SessionModel.updateMany({ userId: user._id }, { expiresAt: new Date(service.clock.now()) })
    }),
    revoked: await userWithEndedSession((_user, person) => person.call(logout, { body: {} })),
    blocked: await userWithEndedSession((user) => changeAccess(user, { isBlocked: true }, service.deps)),
  }
  own = await idsOfUser(users.customer)
})
afterAll(() => service.stop())

it('has a rule for every call, and no rule for an unknown call', () => {
  expect(Object.keys(accessRules).sort()).toEqual(named.map(([name]) => name).sort())
})

it('has a subject for every id in calls that need a session', () => {
  const unnamed = withSession.flatMap(([name, route, { ids = {} }]) =>
    fieldsOf(route)
      .filter((field) => /(id|token|cursor)$/i.test(field) && !(field in ids))
      .map((field) => `${name}: ${field}`),
  )
  expect(unnamed).toEqual([])
  expect(owned.length).toBeGreaterThan(10)
})

describe('public calls', () => {
  it.each(forAll)('accept %s, also with an expired token', async (_name, route, rule) => {
    for (const person of Object.values(closed)) expectAccepted(route, await send(person, { route, rule }), '')
    expectAccepted(route, await send(await as('admin'), { route, rule }), 'admin')
  })
})

describe('calls that need a session', () => {
  it.each(withSession)(
    'CALL-02 %s needs an active one, and does nothing otherwise',
    async (_name, route, rule) => {
      const unchanged = await fingerprintDatabase()
      await expectRefused(route, rule)
      await unchanged()
      for (const who of ['customer', 'reseller', 'admin'] as const) {
        const reply = await send(await as(who), { route, rule }, { userid: String(users[who]._id) })
        expectAccepted(route, reply, who)
      }
    },
  )
})

describe('admin calls', () => {
  it.each(forAdmins)('CALL-03 %s does nothing for other callers', async (_name, route, rule) => {
    const others = [await as('customer'), await as('another customer'), await as('reseller')]
    const unchanged = await fingerprintDatabase()
    await expectRefused(route, rule)
    for (const person of others) {
      expectRefusal(await send(person, { route, rule }), route, {
        status: 403,
        code: 'forbidden',
        said: notAllowed,
      })
    }
    await unchanged()
    expectAccepted(route, await send(await as('admin'), { route, rule }), 'admin')
  })
})

describe('back-office calls', () => {
  it.each(forAdmins)('%s is for the roles with its permission', async (_name, route, rule) => {
    const enough = rule.asks ? ['allowed', 'with_approval'] : ['allowed']
    for (const staffRole of staffRoles) {
      const isAllowed = rule.may?.every((one) => enough.includes(grantOf({ role: 'admin', staffRole }, one)))
      const person = await as(staffRole)
      const unchanged = await fingerprintDatabase()
      const reply = await send(person, { route, rule })
      if (isAllowed) expectAccepted(route, reply, staffRole)
      else {
        expect(reply, staffRole).toMatchObject({ status: 403, json: { code: 'role_not_permitted' } })
        expect(reply.json[route.errorField]).toMatch(/^Your role \(\w+\) doesn’t include “.+”\. Nothing/)
        await unchanged()
      }
    }
  })

  it('each name a permission, and an owner has all of them', () => {
    expect(forAdmins.filter(([, , { may = [] }]) => may.length === 0)).toEqual([])
    expect(Object.values(permissions).every(({ owner }) => owner === 'allowed')).toBe(true)
  })

  it.each(owned.filter(([, , { kind }]) => kind === 'user' || kind === 'top-up'))(
    '%s %s does not exist for an admin without access to customers',
    async (_name, field, { route, rule, kind }) => {
      for (const value of await currentIds(kind)) {
        const reply = await send(await as('catalogue'), { route, rule }, { [field]: value })
        expect(reply, value).toMatchObject({ status: 404, json: { code: 'not_found' } })
      }
    },
  )
})

describe('the wallet', () => {
  it.each(withSession.filter(([, { path }]) => path.startsWith('/wallet/')))(
    'WAL-02 %s needs a token, though the specification does not mark all of them',
    async (_name, route, rule) => {
      expect((await send(service.withToken('made-up'), { route, rule })).status).toBe(401)
      expect((await send(await as('customer'), { route, rule })).status).not.toBe(401)
    },
  )
})

describe('records of one customer', () => {
  it.each(owned)('%s %s does not exist for other customers', async (_name, field, { route, rule, kind }) => {
    const forAdminsToo = kind.startsWith('own ') || kind === 'session' || kind === 'device'
    const others = ['another customer', 'reseller', ...(forAdminsToo ? (['admin'] as const) : [])] as const
    const people = await Promise.all(others.map(as))
    const values = await currentIds(kind)
    const unchanged = await fingerprintDatabase()
    for (const person of people) {
      const missing = await send(person, { route, rule }, { [field]: unknownIds[kind] })
      expect(missing, 'made up').toMatchObject({ status: 404, json: { code: 'not_found' } })
      expect(missing.json[route.errorField]).toBe(
        'Not found. It may not exist or may belong to another account.',
      )
      for (const value of values) {
        const reply = await send(person, { route, rule }, { [field]: value })
        expect(replyContent(reply), value).toEqual(replyContent(missing))
      }
    }
    await unchanged()
  })

  it.each(owned)('%s %s exists for their owner', async (_name, field, { route, rule, kind }) => {
    const admins = ['user', 'order', 'top-up', 'payment'].includes(kind) ? [await as('admin')] : []
    for (const person of [...admins, await as('customer')]) {
      for (const value of await currentIds(kind)) {
        const reply = await send(person, { route, rule }, { [field]: value })
        // An order that is not late has no offer; a caller without access gets “not found”.
        if (reply.json.code !== 'offer_closed') expect(reply.status, `${value}: ${reply.text}`).toBe(200)
      }
    }
  })

  it('are not listed for others who continue from its last row', async () => {
    const other = await as('another customer')
    const id = users['another customer'].userid
    const [cursor, line] = [own.order[0] as string, own['top-up'][0] as string]
    expect(await other.call(orderList, { params: { userId: id }, query: { cursor } })).toEqual([])
    expect(await other.call(walletTransactions, { params: { userid: id }, query: { cursor: line } })).toEqual(
      [],
    )
  })
})

const notAllowed = 'You don’t have permission for this.'
const refusals: Record<Closed, RequestErrorReply> = {
  guest: { status: 401, code: 'not_signed_in', said: 'Please log in to continue.' },
  expired: { status: 401, code: 'session_expired', said: 'Token has expired. Please login again.' },
  revoked: { status: 401, code: 'not_signed_in', said: 'Please log in to continue.' },
  blocked: { status: 401, code: 'not_signed_in', said: 'Please log in to continue.' },
}

async function expectRefused(route: AnyRoute, rule: AccessRule): Promise<void> {
  for (const [who, refusal] of Object.entries(refusals)) {
    expectRefusal(await send(closed[who as Closed], { route, rule }), route, refusal)
  }
}

async function oneOfEachRole(): Promise<Record<StaffRole, IUser>> {
  const people = staffRoles.map(async (staffRole) => [staffRole, await insertAdmin({ staffRole })] as const)
  return Object.fromEntries(await Promise.all(people)) as Record<StaffRole, IUser>
}

/** A user whose session has ended in this way. */
async function userWithEndedSession(end: (user: IUser, person: Person) => Promise<unknown>): Promise<Person> {
  const user = await insertCustomer()
  const person = await service.as(user)
  await end(user, person)
  return person
}

/** A session for each call: some of the calls end all sessions. */
async function as(who: CallerKind): Promise<Person> {
  return service.as((await UserModel.findById(users[who]._id).lean<IUser>()) as IUser)
}

/** Some of the calls end sessions and devices; this one is active now. */
async function currentIds(kind: Named): Promise<string[]> {
  if (kind === 'device') return [await insertDevice(users.customer)]
  if (kind !== 'session') return own[kind]
  const { sessions: open } = await (await as('customer')).call(sessions)
  return open.slice(0, 1).map(({ id }) => id)
}

/** A browser that receives push messages about orders. */
async function insertDevice({ _id: userId }: IUser): Promise<string> {
  const keys = { endpoint: 'https://push.example.test/a', p256dh: 'c'.repeat(87), auth: 'd'.repeat(22) }
  const times = { since: service.clock.now(), expiresAt: new Date(Date.now() + 3_600_000) }
  const one = { _id: 'd'.repeat(43), userId, sessionId: 'a session', ...keys, ...times }
  await PushSubscriptionModel.replaceOne({ _id: one._id }, one, { upsert: true })
  return one._id
}

async function idsOfUser(user: IUser): Promise<Record<Named, string[]>> {
  const person = await as('customer')
  const { manual } = await insertShop()
  await giveMoney(user, 1_000_000)
  await earn(person, user, { some: 100, by: await as('admin') })
  const order = await buy(person, orderBody(user, manual))
  const topUp = await startTopUp(person, user, 50)
  const delivered = await deliverCodes(person, user, manual)
  const { sessions: open } = await person.call(sessions)
  return {
    user: [String(user._id), user.userid],
    'own user': [String(user._id), user.userid],
    order: [order],
    'own order': [delivered],
    'top-up': [topUp],
    payment: [order, topUp],
    session: open.map(({ id }) => id),
    device: [await insertDevice(user)],
    cursor: [],
    catalogue: [String(manual.item._id), String(manual.product._id)],
  }
}

/** An order with secrets in its vault. */
async function deliverCodes(person: Person, user: IUser, manual: Listing): Promise<string> {
  const id = await buy(person, orderBody(user, manual, { paymentmode: 'wallet' }))
  const handed = [{ label: 'PIN', value: '4711' }]
  const body = { to: 'Completed', version: 1, codes: handed } as const
  await (await as('admin')).call(transitionOrder, { params: { id }, body, idempotencyKey: randomUUID() })
  return id
}

/** The call with samples, with what the rule requires, and with these values of its fields. */
function send(
  person: Person,
  { route, rule: { ids = {}, sends = {} } }: { route: AnyRoute; rule: AccessRule },
  values: Record<string, string> = {},
): Promise<RawReply> {
  const [item, product] = own?.catalogue ?? []
  const sold = {
    itemid: Number(item),
    product_id: product,
    selectedProduct: product,
    selectedItem: Number(item),
  }
  const mine = Object.fromEntries(
    Object.entries(ids).flatMap(([field, kind]) => (hasOwner(kind) ? [[field, own[kind][0]]] : [])),
  )
  const all: Record<string, unknown> = { ...sold, ...mine, ...sends, ...values }
  const known = (part: AnyRoute['params']) => {
    const { properties = {} } = schemaOf(part)
    return Object.fromEntries(Object.entries(all).filter(([field]) => field in properties))
  }
  const body = { ...(sampleOf(schemaOf(route.body)) as object), ...known(route.body) }
  return person.request(addressOf(route, known(route.params) as Record<string, string>), {
    method: route.method,
    ...(route.method === 'POST' ? { body: JSON.stringify(body) } : {}),
  })
}
