import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proveAccount } from '@jhatpat/shared/contracts/account-proof.ts'
import { type IUser, SessionModel, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { AuditModel, auditTarget } from '@jhatpat/shared/domain/audit/index.ts'
import { NotificationModel } from '@jhatpat/shared/domain/notifications/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { exportFiles } from '@jhatpat/shared/domain/person-data/index.ts'
import { PointsEntryModel, pointAccounts } from '@jhatpat/shared/domain/points/index.ts'
import { PushSubscriptionModel } from '@jhatpat/shared/domain/push/index.ts'
import { WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, orderBody, startTopUp } from '../../support/buying.ts'
import { insertAdmin, insertCustomer, testPassword } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { runCliIn } from '../../support/run-cli.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'jhatpat-person-'))
let service: Service
let shop: Shop
let asha: IUser
let ravi: IUser
let owner: IUser
let orderid: string
let topUpId: string

/** Values that the export must contain, by file: each is in one place of the database. */
const values: Record<string, string[]> = {
  orders: ['player-a1', 'Asha’s player', 'asha.payer@upi', 'the reason of the end', 'our redelivery text'],
  players: ['player-a1', 'zone-a1', 'Asha’s player'],
  wallet: ['asha.topup@upi', 'the note of the top-up'],
  points: ['the note of the points'],
  tickets: ['the note of the ticket', 'a message of the ticket', 'the resolution of the ticket'],
  notifications: ['the answer about the order', 'the answer about the top-up'],
  devices: ['203.0.113.0', 'Chrome on a made-up phone'],
  account: ['9000000099', 'previous@example.test'],
}

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  asha = await insertCustomer({ name: 'Asha Exporter' })
  ravi = await insertCustomer({ name: 'Ravi Other' })
  owner = await insertAdmin({ name: 'Meera Owner' })
  const person = await service.as(asha)
  orderid = await buy(person, orderBody(asha, shop.diamonds))
  topUpId = await startTopUp(person, asha, 100)
  const other = await buy(await service.as(ravi), orderBody(ravi, shop.diamonds))
  await OrderModel.collection.updateOne({ _id: other as never }, { $set: { input1: 'player-r1' } })
  await fillIn()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await service.stop()
})

/** Puts a value into every field that the export contains; the shop’s own paths fill few of them at once. */
async function fillIn(): Promise<void> {
  const at = service.clock.now()
  const sending = { status: 'accepted', attempts: 1, firstAt: at, since: at }
  const capture = (payer: string) => ({
    gatewayId: 'G1',
    amountPaise: 100,
    payer,
    at,
    allocatedTo: 'purchase',
  })
  const decided = { by: String(owner._id), name: owner.name, at }
  await OrderModel.collection.updateOne(
    { _id: orderid as never },
    {
      $set: {
        input1: 'player-a1',
        input2: 'zone-a1',
        playerName: 'Asha’s player',
        reason: 'the reason of the end',
        'payment.captures': [capture('asha.payer@upi')],
        notes: [{ ...decided, id: 'ON1', text: 'a remark of our team' }],
        notifications: [{ ...sending, id: 'paid//mail', kind: 'paid', answer: 'the answer about the order' }],
        redelivery: { orderid: 'JP0', state: 'in_progress', at, text: 'our redelivery text' },
        ticket: {
          status: 'resolved',
          issue: 'not_received',
          note: 'the note of the ticket',
          openedAt: at,
          replyDueAt: at,
          deadlineAt: at,
          messages: [{ id: 'TM1', from: 'customer', text: 'a message of the ticket', at, resolution: '' }],
          resolution: { kind: 'delivered', text: 'the resolution of the ticket', at },
        },
      },
    },
  )
  await WalletTransactionModel.collection.updateOne(
    { _id: topUpId as never },
    {
      $set: { note: 'the note of the top-up', 'payment.captures': [capture('asha.topup@upi')] },
    },
  )
  await NotificationModel.collection.insertOne({
    ...sending,
    _id: `${topUpId}/topup_received//mail` as never,
    kind: 'topup_received',
    ref: topUpId,
    channel: 'mail',
    senderId: 'x',
    answer: 'the answer about the top-up',
  })
  const postings = [
    { account: pointAccounts.owner(asha._id), hundredths: 250 },
    { account: pointAccounts.issued, hundredths: -250 },
  ]
  const entry = { kind: 'earned', ref: orderid, postings, valuePaise: 0, note: 'the note of the points', at }
  await PointsEntryModel.collection.insertOne({ ...entry, _id: `earned:${orderid}` as never })
  await SessionModel.updateOne(
    { _id: (await SessionModel.findOne({ userId: asha._id }).orFail())._id },
    { $set: { address: '203.0.113.0', device: 'Chrome on a made-up phone' } },
  )
  const subscription = { userId: asha._id, sessionId: 's', p256dh: 'p', auth: 'a', since: at, expiresAt: at }
  await PushSubscriptionModel.collection.insertOne({
    ...subscription,
    _id: 'browser' as never,
    endpoint: 'https://push.example/secret-of-the-browser',
    expiresAt: new Date(at.getTime() + 86_400_000),
  })
  await UserModel.collection.updateOne(
    { _id: asha._id },
    {
      $set: {
        contactChange: { previous: { mobilenumber: '9000000099', email: 'previous@example.test' } },
      },
    },
  )
}

const download = async (person: Person) => {
  const response = await fetch(new URL('/api/user/data', service.url), {
    headers: { authorization: `Bearer ${person.token}` },
  })
  return {
    status: response.status,
    bytes: new Uint8Array(await response.arrayBuffer()),
    headers: response.headers,
  }
}
const textsOf = (zip: Uint8Array) =>
  Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]))

describe('the customer’s export', () => {
  let files: Record<string, string>
  beforeAll(async () => {
    const { status, bytes, headers } = await download(await service.as(asha))
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe('attachment; filename="my-data.zip"')
    expect(headers.get('cache-control')).toBe('no-store')
    files = textsOf(bytes)
  })

  it.each(Object.entries(values))('has every value of %s that the register promises', (file, expected) => {
    for (const value of expected) expect(files[`${file}.json`], value).toContain(value)
  })

  it.each(['account', 'orders', 'wallet'])('has name, address and number in %s', (file) => {
    for (const value of [asha.name, asha.email, asha.mobilenumber])
      expect(files[`${file}.json`]).toContain(value)
  })

  it('is a list in each file, with balances and consents', () => {
    expect(JSON.parse(files['points.json'] ?? '')).toEqual([
      { balanceHundredths: 0 },
      expect.objectContaining({ kind: 'earned', ref: orderid, hundredths: 250 }),
    ])
    expect(JSON.parse(files['consents.json'] ?? '')).toHaveLength(2)
    for (const file of exportFiles)
      expect(JSON.parse(files[`${file}.json`] ?? ''), file).toBeInstanceOf(Array)
  })

  it('contains nothing of another person, no secret, and no remark or name of staff', () => {
    const all = Object.values(files).join('\n')
    const hidden = [ravi.name, ravi.email, ravi.mobilenumber, 'player-r1', owner.name, String(owner._id)]
    for (const value of [...hidden, 'a remark of our team', 'secret-of-the-browser', asha.passwordHash])
      expect(all).not.toContain(value)
  })

  it('is recorded without the customer’s name or address, and is in the next access log', async () => {
    const rows = await AuditModel.find({
      target: auditTarget.user(String(asha._id)),
      action: 'export',
    }).lean()
    expect(rows).toEqual([
      expect.objectContaining({
        by: { userId: String(asha._id), name: 'the customer' },
        from: '',
        after: { what: 'personal data' },
      }),
    ])
    const { bytes } = await download(await service.as(asha))
    expect(JSON.parse(textsOf(bytes)['access-log.json'] ?? '')).toContainEqual({
      action: 'export',
      target: auditTarget.user(String(asha._id)),
      at: rows[0]?.at.toISOString(),
      by: 'you',
    })
  })

  it('asks for a proof when the sign-in is older than five minutes, and is limited', async () => {
    const person = await service.as(ravi)
    service.clock.advance(6 * 60_000)
    const refused = await person.request('/api/user/data')
    expect(refused).toMatchObject({ status: 409, json: { code: 'proof_required', by: 'password' } })
    await person.call(proveAccount, { body: { password: testPassword } })
    expect((await download(person)).status).toBe(200)
    expect((await download(person)).status).toBe(409)
    const statuses = []
    for (let time = 0; time < 5; time += 1) statuses.push((await download(await service.as(ravi))).status)
    expect(statuses).toContain(429)
  })
})

describe('person:export', () => {
  it('writes the same for a staff member, readable by its owner only, with a row of the reason', async () => {
    const file = join(folder, 'asha.zip')
    const { code, stdout, stderr } = await runCliIn(service, [
      ...['person:export', file, '--user', asha.email, '--reason', 'asked by mail'],
      ...['--as', owner.email, '--json'],
    ])
    expect(code, stderr).toBe(0)
    const bytes = readFileSync(file)
    expect(JSON.parse(stdout)).toEqual({ user: String(asha._id), file, bytes: bytes.length })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const files = textsOf(new Uint8Array(bytes))
    expect(files['orders.json']).toContain('player-a1')
    expect(files['orders.json']).not.toContain('player-r1')
    const row = await AuditModel.findOne({ 'by.userId': String(owner._id), action: 'export' }).lean()
    expect(row).toMatchObject({ target: auditTarget.user(String(asha._id)), reason: 'asked by mail' })
  })

  it('is refused to staff without the permission, and leaves no file', async () => {
    const supporter = await insertAdmin({ staffRole: 'support' })
    const file = join(folder, 'refused.zip')
    const { code, stderr } = await runCliIn(service, [
      ...['person:export', file, '--user', asha.email, '--reason', 'a test', '--as', supporter.email],
    ])
    expect(code, stderr).toBe(2)
    expect(() => statSync(file)).toThrow()
  })
})
