import { randomUUID } from 'node:crypto'
import { erasedText } from '@jhatpat/shared/contracts/erased-text.ts'
import { addNote } from '@jhatpat/shared/contracts/order-details.ts'
import { openTicket } from '@jhatpat/shared/contracts/tickets.ts'
import { updateUserData } from '@jhatpat/shared/contracts/users.ts'
import { type IUser, invitationId, SessionModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { PersonKeyModel } from '@jhatpat/shared/domain/audit/index.ts'
import { repeatErasure } from '@jhatpat/shared/domain/erasure/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import type { PersonalFields } from '@jhatpat/shared/domain/person-data/personal-fields.ts'
import { personalCollections } from '@jhatpat/shared/domain/person-data/register.ts'
import mongoose, { type mongo, Types } from 'mongoose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { buy, ends, orderBody, pay, startTopUp } from '../../support/buying.ts'
import { findInDatabase } from '../../support/find-in-database.ts'
import { findInRedis } from '../../support/find-in-redis.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { createErasureKit, type ErasureKit } from './erasure-kit.ts'

let service: Service
let shop: Shop
let kit: ErasureKit
let asha: IUser
let person: Person
const player = '770188442'

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  kit = await createErasureKit(service)
})
beforeEach(async () => {
  asha = await insertCustomer({ name: 'Asha Sought-After' })
  person = await service.as(asha)
})
afterAll(() => service.stop())

type Doc = Record<string, unknown> & { _id: unknown }
const database = () => mongoose.connection.db as mongo.Db
const idOf = (user: IUser) => String(user._id)
const contacts = () => [asha.name, asha.email, asha.mobilenumber]

/** Ends an order so that nothing is due, as if a day had passed. */
const settle = (_id: string) =>
  OrderModel.collection.updateOne(
    { _id: _id as never },
    { $set: { 'due.payment.at': null, 'due.notify.at': null, 'due.fulfil.at': null } },
  )

/** The register's fields that an erasure changes, but keys. */
const erasable = Object.entries(personalCollections).flatMap(([collection, { personal }]) =>
  personal
    .filter(({ erasure }) => erasure !== 'keep' && erasure !== 'shred')
    .flatMap(({ fields }: PersonalFields) => fields.filter((field) => field !== '_id'))
    .map((field) => [collection, field] as const),
)

const markOf = (collection: string, field: string) => `sought/${collection}/${field}`

/** Puts a text at a path of the register, making what is missing on the way. */
function put(target: Record<string, unknown>, [step, ...rest]: string[], text: string): void {
  if (step === undefined) return
  const name = step.replace('[]', '')
  if (rest.length === 0) {
    target[name] = text
    return
  }
  if (!step.endsWith('[]')) {
    target[name] ??= {}
    put(target[name] as Record<string, unknown>, rest, text)
    return
  }
  const items = (target[name] ?? []) as Record<string, unknown>[]
  if (items.length === 0) items.push({})
  target[name] = items
  put(items[0] as Record<string, unknown>, rest, text)
}

/** A document of every collection that an erasure changes, with the person in it. */
async function documentsOf(order: string, topUp: string): Promise<Record<string, Doc>> {
  const { _id: userId, email, mobilenumber } = asha
  const stored = (name: string, filter: object) => database().collection(name).findOne(filter) as Promise<Doc>
  const session = await SessionModel.findOne({ userId }).orFail().lean()
  return {
    users: await stored('users', { _id: userId }),
    orders: await stored('orders', { _id: order }),
    wallet_transactions: await stored('wallet_transactions', { _id: topUp }),
    sessions: await stored('sessions', { _id: session._id }),
    push_subscriptions: { _id: 'push', userId },
    second_factors: { _id: idOf(asha) },
    person_keys: { _id: idOf(asha) },
    otps: { _id: `sign_in/${mobilenumber}` },
    email_tokens: { _id: `reset/${idOf(asha)}` },
    account_notifications: { _id: 'JN261121SOUGHT01', about: email },
    notifications: { _id: `${topUp}/topup_received//mail` },
    sms_numbers: { _id: mobilenumber },
    vaults: { _id: 'sought-delivery' },
    approval_requests: { _id: 'RR0000', userId, state: 'approved' },
    invitations: { _id: invitationId(email) },
    customer_notes: { _id: 'CN0000', userId },
    saved_views: { _id: 'somebody' },
    vendor_calls: { _id: new Types.ObjectId(), subjectIds: [order], calls: [{ subjectId: order }] },
    reconciliation_exceptions: { _id: `kind/${order}/`, ref: order },
  }
}

it('removes every field of the register that an erasure changes', async () => {
  const order = await buy(person, orderBody(asha, shop.diamonds))
  const topUp = await startTopUp(person, asha, 100)
  const documents = await documentsOf(order, topUp)
  const marks = erasable
    .filter(([collection]) => collection !== 'saved_views')
    .map(([collection, field]) => {
      const document = documents[collection]
      if (!document) throw new Error(`${collection} has no document here`)
      const mark = markOf(collection, field)
      put(document, field.split('.'), mark)
      return mark
    })
  // These are found by what they say.
  const view = { id: 'v', name: `Orders of ${asha.mobilenumber}`, query: `q=${asha.email}` }
  Object.assign(documents.saved_views ?? {}, { views: [view, { id: 'w', name: 'Others', query: 'q=1' }] })
  Object.assign(documents.account_notifications ?? {}, { about: asha.email })
  Object.assign(documents.users ?? {}, { email: asha.email, mobilenumber: asha.mobilenumber })
  Object.assign(documents.orders ?? {}, {
    status: 'Failed',
    vault: [{ deliveryId: 'sought-delivery', secrets: [] }],
  })
  Object.assign(documents.wallet_transactions ?? {}, { status: 'Failed' })
  for (const name of ['orders', 'wallet_transactions'])
    for (const task of Object.values(documents[name]?.due as Record<string, { at: unknown }>))
      if (typeof task === 'object') task.at = null
  for (const [name, document] of Object.entries(documents))
    await database()
      .collection(name)
      .replaceOne({ _id: document._id as never }, document, { upsert: true })
  await database()
    .collection<{ _id: string }>('notifications')
    .insertOne({ _id: 'JN261101OLDER001/verify//mail', answer: `550 <${asha.email}> is unknown` } as never)
  const sought = marks.filter(
    (mark) => !/^sought.(users.(email|mobilenumber)|account_notifications.about)$/.test(mark),
  )
  const before = await findInDatabase(sought)
  expect(before.map((one) => one.split(': ')[1])).toEqual(sought.toSorted())

  await kit.erase(asha)
  expect(await kit.erasureOf(asha)).toMatchObject({ state: 'erased' })
  expect(await findInDatabase([...sought, ...contacts()])).toEqual([])
  expect(await database().collection('saved_views').findOne()).toMatchObject({ views: [{ id: 'w' }] })
  for (const [name, { _id }] of Object.entries(documents))
    await database()
      .collection(name)
      .deleteOne({ _id: _id as never })
})

it('leaves nothing of a person who has bought and written, but what the document names', async () => {
  const workers = await service.startAnotherWorkers()
  const order = await buy(person, orderBody(asha, shop.diamonds, { input1: player }))
  await pay(service, order)
  await ends(person, order, 'Completed')
  await workers.stop()
  const note = 'my nephew Kabir plays it'
  const params = { client_txn_id: order }
  await person.call(openTicket, { params, body: { issue: 'not_received', note } })
  const wallet = await buy(person, orderBody(asha, shop.diamonds, { input1: player }))
  const admin = await service.as(kit.meera)
  const { userid, role, name, email } = asha
  const flags = { verified: 'true', isBlocked: 'false' } as const
  const reason = 'Asha Sought-After called from 9111100022'
  const body = { _id: idOf(asha), userid, role, name, email, mobilenumber: '9111100022', ...flags, reason }
  await admin.call(updateUserData, { body })
  const staffNote = 'she says that Kabir got nothing'
  const noted = { params: { id: order }, body: { text: staffNote }, idempotencyKey: randomUUID() }
  await admin.call(addNote, noted)
  const { playerName } = await OrderModel.findById(order).orFail().lean()
  const sought = [
    ...contacts(),
    '9111100022',
    reason,
    player,
    note,
    staffNote,
    ...(playerName ? [playerName] : []),
  ]
  expect((await findInDatabase(sought)).length).toBeGreaterThan(sought.length)

  const at = service.clock.now()
  await OrderModel.collection.updateOne({ _id: order as never }, { $set: { 'ticket.status': 'resolved' } })
  await OrderModel.collection.updateOne(
    { _id: wallet as never },
    { $set: { status: 'Failed', ended: { at, by: 'payments', previous: null } } },
  )
  for (const one of [order, wallet]) await settle(one)
  await database().collection('points_balances').deleteMany({})
  // Calls are written within seconds, and an account is closed for ten minutes before it is cleared.
  await Promise.all([service.deps.vendorCalls.write(), service.deps.purchaseLog.write()])
  await kit.erase(asha)
  expect(await kit.erasureOf(asha)).toMatchObject({ state: 'erased' })
  // Replies to repeated requests, for 30 days: `docs/privacy-data.md` says so.
  const left = (await findInDatabase(sought)).filter((one) => !one.startsWith('idempotency_keys: '))
  expect(left).toEqual([])
  // The players of id checks, for ten minutes.
  const cached = await findInRedis(service.deps.redis, service.env.QUEUE_PREFIX, sought)
  for (const { key, leftMs } of cached) {
    expect(key).toContain(':found:')
    expect(leftMs).toBeGreaterThan(0)
    expect(leftMs).toBeLessThanOrEqual(600_000)
  }
})

it('destroys the key of what the audit log has of the person, also when it is repeated', async () => {
  const { userid, role, name, email } = asha
  const flags = { verified: 'true', isBlocked: 'false' } as const
  const body = { _id: idOf(asha), userid, role, name, email, mobilenumber: '9111100055', ...flags }
  const admin = await service.as(kit.meera)
  await admin.call(updateUserData, { body: { ...body, reason: 'she called' } })
  const target = { target: `user:${idOf(asha)}`, action: 'user.update' } as const
  const [before] = await auditRows(target)
  expect(before).toMatchObject({ reason: 'she called', after: { mobilenumber: '9111100055' } })
  const former = await PersonKeyModel.findById(idOf(asha)).orFail().lean()
  await kit.erase(asha)
  const destroyed = { _id: idOf(asha), wrapped: '', destroyedAt: expect.any(Date) }
  expect(await PersonKeyModel.findById(idOf(asha)).lean()).toEqual(destroyed)
  const [after] = await auditRows(target)
  expect(after).toMatchObject({ reason: erasedText, after: { mobilenumber: erasedText } })
  expect(after?.by.name).toBe(before?.by.name)
  // As an older copy of the keys brings it back.
  await PersonKeyModel.collection.replaceOne({ _id: idOf(asha) as never }, former as never)
  await repeatErasure(database(), {
    userId: idOf(asha),
    now: service.clock.now(),
  })
  expect(await PersonKeyModel.findById(idOf(asha)).lean()).toEqual(destroyed)
})
