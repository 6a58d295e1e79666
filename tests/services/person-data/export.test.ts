import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proveAccount } from '@jhatpat/shared/contracts/account-proof.ts'
import { type IUser, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { AuditModel, auditTarget } from '@jhatpat/shared/domain/audit/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { rowsOf } from '@jhatpat/shared/domain/person-data/export-files.ts'
import { exportPerson } from '@jhatpat/shared/domain/person-data/index.ts'
import { type ExportFile, exportFiles } from '@jhatpat/shared/domain/person-data/personal-fields.ts'
import { personalCollections } from '@jhatpat/shared/domain/person-data/register.ts'
import { PointsEntryModel, pointAccounts } from '@jhatpat/shared/domain/points/index.ts'
import { UniqueNameModel } from '@jhatpat/shared/platform/names.ts'
import { strFromU8, unzipSync } from 'fflate'
import mongoose from 'mongoose'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { buy, orderBody } from '../../support/buying.ts'
import { insertAdmin, insertCustomer, testPassword } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { runCliIn } from '../../support/run-cli.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { type FullRecord, fullIds, fullOrder, fullRecord, fullTransaction } from './full-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'jhatpat-person-'))
let service: Service
let shop: Shop
let asha: IUser
let ravi: IUser
let owner: IUser

/** What the export of the filled records must contain, and what it must not. */
type Expected = { collection: string; path: string; value: unknown; file: ExportFile | undefined }
const expected: Expected[] = []

beforeAll(async () => {
  service = await startService()
  at = service.clock.now()
  shop = await insertShop()
  asha = await insertCustomer({ name: 'Asha Exporter' })
  ravi = await insertCustomer({ name: 'Ravi Other' })
  owner = await insertAdmin({ name: 'Meera Owner' })
  const other = await buy(await service.as(ravi), orderBody(ravi, shop.diamonds))
  await OrderModel.collection.updateOne({ _id: other as never }, { $set: { input1: 'player-r1' } })
  await fillIn()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await service.stop()
})

let at: Date
const hostedName = 'user.hosted:https://accounts.example|asha-subject'

/** Puts a value into every personal field of the collections that the export reads. */
async function fillIn(): Promise<void> {
  const insert = async (collection: string, record: FullRecord, more: object = {}) => {
    await mongoose.connection.collection(collection).insertOne({ ...record.document, ...more })
    expectAll(collection, record.values)
  }
  await insert('orders', fullOrder(asha._id, at))
  await insert('wallet_transactions', fullTransaction(asha._id, at))
  await insert('notifications', fullRecord('notifications'), {
    _id: `${fullIds.transaction}/topup_received//mail` as never,
  })
  await insert('points_journal_entries', fullRecord('points_journal_entries'), {
    ref: fullIds.order,
    postings: [
      { account: pointAccounts.owner(asha._id), hundredths: 250 },
      { account: pointAccounts.issued, hundredths: -250 },
    ],
  })
  await insert('vaults', fullRecord('vaults'), { _id: fullIds.deliveryId as never })
  await insert('sessions', fullRecord('sessions'), { _id: 'a-session' as never, userId: asha._id })
  await insert('push_subscriptions', fullRecord('push_subscriptions'), {
    userId: asha._id,
    since: at,
    expiresAt: new Date(at.getTime() + 86_400_000),
  })
  await UniqueNameModel.create({ _id: hostedName, owner: String(asha._id) })
  expectAll('unique_names', new Map([['_id', hostedName]]))
  const account = fullRecord('users').values
  const personal = groupsOf('users').flatMap(({ fields }) => fields)
  const set = Object.fromEntries(personal.map((path) => [path, account.get(path)]))
  await UserModel.collection.updateOne({ _id: asha._id }, { $set: set })
  expectAll('users', account)
}

const groupsOf = (collection: string) =>
  (personalCollections[collection]?.personal ?? []).filter(({ about }) => about === 'customer')

function expectAll(collection: string, values: ReadonlyMap<string, unknown>): void {
  for (const group of groupsOf(collection)) {
    for (const path of group.fields) {
      const file = 'file' in group ? group.file : undefined
      expected.push({ collection, path, value: values.get(path), file })
    }
  }
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
const testStaff = { userId: 'staff', name: 'a test', from: '' }
const has = (text: string | undefined, value: unknown) =>
  (text ?? '').includes(JSON.stringify(value).slice(1, -1))
const textsOf = (zip: Uint8Array) =>
  Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]))

afterEach(() => vi.restoreAllMocks())

describe('the customer’s export', () => {
  let files: Record<string, string>
  beforeAll(async () => {
    const { status, bytes, headers } = await download(await service.as(asha))
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe('attachment; filename="my-data.zip"')
    expect(headers.get('cache-control')).toBe('no-store')
    files = textsOf(bytes)
  })

  it('has every field that the register promises', () => {
    const promised = Object.keys(personalCollections).filter((collection) =>
      groupsOf(collection).some((group) => 'file' in group),
    )
    expect(promised.filter((name) => !expected.some(({ collection }) => collection === name))).toEqual([])
    const missing = expected.filter(({ file, value }) => file && !has(files[`${file}.json`], value))
    // The download itself is the last use.
    expect(missing.map(({ path }) => path)).toEqual(['lastSeenAt'])
    const [account] = JSON.parse(files['account.json'] ?? '') as { lastSeenAt: string }[]
    expect(new Date(account?.lastSeenAt ?? '').getTime()).toBeGreaterThanOrEqual(at.getTime())
  })

  it('has no field that the register keeps back', () => {
    const all = Object.values(files).join('\n')
    const kept = expected.filter(({ file }) => !file)
    expect(kept.length).toBeGreaterThan(10)
    expect(kept.filter(({ value }) => has(all, value))).toEqual([])
  })

  it('says why an order ended and what its supplier replied, as its page does, but not the shop’s own cost', async () => {
    const [order] = JSON.parse(files['orders.json'] ?? '') as { history: unknown[]; units: unknown[] }[]
    expect(order?.history).toEqual([expect.objectContaining({ reason: 'orders history[].reason' })])
    expect(order?.units).toEqual([expect.objectContaining({ message: 'orders units[].message' })])
    const units = { 'units.0.state': 'rejected', 'units.0.code': 'below_cost' }
    await OrderModel.collection.updateOne({ _id: fullIds.order as never }, { $set: units })
    const { parts } = await exportPerson(service.deps, testStaff, { userId: String(asha._id), reason: '' })
    const chunks: Uint8Array[] = []
    for await (const part of parts) chunks.push(part)
    const bytes = Buffer.concat(chunks)
    expect(textsOf(bytes)['orders.json']).not.toContain('orders units[].message')
    expect(textsOf(bytes)['orders.json']).toContain('orders history[].reason')
  })

  it('is a list in each file, with balances and consents', () => {
    expect(JSON.parse(files['points.json'] ?? '')).toEqual([
      { balanceHundredths: 0 },
      expect.objectContaining({ ref: fullIds.order, hundredths: 250 }),
    ])
    expect(JSON.parse(files['consents.json'] ?? '')).toEqual([
      {
        for: 'the account, on the terms and the privacy policy of the shop',
        since: asha.createdAt.toISOString(),
      },
      {
        for: 'notifications in a browser',
        since: at.toISOString(),
        expiresAt: new Date(at.getTime() + 86_400_000).toISOString(),
      },
    ])
    for (const file of exportFiles)
      expect(JSON.parse(files[`${file}.json`] ?? ''), file).toBeInstanceOf(Array)
  })

  it('contains nothing of another person, and no name of staff', () => {
    const all = Object.values(files).join('\n')
    const hidden = [ravi.name, ravi.email, ravi.mobilenumber, 'player-r1', owner.name, String(owner._id)]
    for (const value of [...hidden, asha.passwordHash]) expect(all).not.toContain(value)
  })

  it('is recorded without the customer’s name or address, and is in the next access log', async () => {
    const target = auditTarget.user(String(asha._id))
    const rows = await auditRows({ target, action: 'export', 'by.userId': String(asha._id) })
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

  it('asks for a proof when the sign-in is older than five minutes, for each export anew', async () => {
    const person = await service.as(ravi)
    service.clock.advance(6 * 60_000)
    const refused = await person.request('/api/user/data')
    expect(refused).toMatchObject({ status: 409, json: { code: 'proof_required', by: 'password' } })
    await person.call(proveAccount, { body: { password: testPassword } })
    expect((await download(person)).status).toBe(200)
    expect((await download(person)).status).toBe(409)
  })

  it('is refused while a change of contact by staff is fresh', async () => {
    const frozen = await insertCustomer()
    const frozenUntil = new Date(service.clock.now().getTime() + 60_000)
    const contactChange = { previous: { mobilenumber: '', email: frozen.email }, frozenUntil }
    await UserModel.collection.updateOne({ _id: frozen._id }, { $set: { contactChange } })
    const refused = await (await service.as(frozen)).request('/api/user/data')
    expect(refused).toMatchObject({ status: 409, json: { code: 'contact_frozen' } })
    expect(await AuditModel.countDocuments({ target: auditTarget.user(String(frozen._id)) })).toBe(0)
  })

  it('is limited to five an hour, not counting calls that were refused for want of a proof or while frozen', async () => {
    const diya = await insertCustomer()
    const old = await service.as(diya)
    const frozenUntil = new Date(service.clock.now().getTime() + 60_000)
    const contactChange = { previous: { mobilenumber: '', email: diya.email }, frozenUntil }
    await UserModel.collection.updateOne({ _id: diya._id }, { $set: { contactChange } })
    for (let time = 0; time < 6; time += 1) expect((await download(old)).status).toBe(409)
    service.clock.advance(6 * 60_000)
    for (let time = 0; time < 6; time += 1) expect((await download(old)).status).toBe(409)
    const fresh = await service.as(diya)
    const statuses: number[] = []
    for (let time = 0; time < 6; time += 1) statuses.push((await download(fresh)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('counts a download that its client left', async () => {
    const diya = await insertCustomer()
    const person = await service.as(diya)
    for (let time = 0; time < 5; time += 1) {
      const leaving = new AbortController()
      const response = await fetch(new URL('/api/user/data', service.url), {
        headers: { authorization: `Bearer ${person.token}` },
        signal: leaving.signal,
      })
      expect(response.status).toBe(200)
      leaving.abort()
    }
    expect((await download(person)).status).toBe(429)
  })

  it('is complete but for the file that cannot be read, which says so', async () => {
    const diya = await insertCustomer()
    vi.spyOn(PointsEntryModel, 'find').mockImplementationOnce(() => {
      throw new Error('no such index')
    })
    const { status, bytes } = await download(await service.as(diya))
    expect(status).toBe(200)
    const texts = textsOf(bytes)
    const incomplete = {
      incomplete: 'This list could not be read to its end. Please ask for your data again.',
    }
    expect(JSON.parse(texts['points.json'] ?? '')).toEqual([{ balanceHundredths: 0 }, incomplete])
    expect(texts['README.txt']).toContain('points.json could not be read to its end.')
    for (const file of exportFiles.filter((name) => name !== 'points'))
      expect(JSON.parse(texts[`${file}.json`] ?? ''), file).not.toContainEqual(incomplete)
    expect(JSON.parse(texts['account.json'] ?? '')[0]).toMatchObject({ email: diya.email })
  })

  it('breaks off where no file can be read', async () => {
    const person = await service.as(await insertCustomer())
    const failure = new Error('no primary')
    for (const file of exportFiles)
      vi.spyOn(rowsOf, file).mockReturnValue({
        [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(failure) }),
      })
    await expect(download(person)).rejects.toThrow()
  })

  it('reads at most 200 documents at a time', async () => {
    const cursors = [
      vi.spyOn(mongoose.Query.prototype, 'cursor'),
      vi.spyOn(mongoose.Aggregate.prototype, 'cursor'),
    ]
    await download(await service.as(await insertCustomer()))
    const calls = cursors.flatMap(({ mock }) => mock.calls as unknown[][])
    expect(calls.length).toBeGreaterThan(8)
    for (const [options] of calls) expect(options).toEqual({ batchSize: 200 })
  })
})

/** Empty for a handle that is closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

describe('person:export', () => {
  it('writes the same for a staff member, readable by its owner only, with a row of the reason', async () => {
    const file = join(folder, 'asha.zip')
    const { code, stdout, stderr } = await runCliIn(service, [
      ...['person:export', file, '--user', String(asha._id), '--reason', 'asked by mail'],
      ...['--as', owner.email, '--json'],
    ])
    expect(code, stderr).toBe(0)
    const bytes = readFileSync(file)
    expect(JSON.parse(stdout)).toEqual({ user: String(asha._id), file, bytes: bytes.length, incomplete: [] })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const files = textsOf(new Uint8Array(bytes))
    expect(files['orders.json']).toContain('orders input1')
    expect(files['orders.json']).not.toContain('player-r1')
    const row = (await auditRows({ 'by.userId': String(owner._id), action: 'export' }))[0]
    expect(row).toMatchObject({ target: auditTarget.user(String(asha._id)), reason: 'asked by mail' })
  })

  it('names a file that could not be read', async () => {
    vi.spyOn(PointsEntryModel, 'find').mockImplementationOnce(() => {
      throw new Error('no such index')
    })
    const args = ['--user', String(asha._id), '--reason', 'a test', '--as', owner.email]
    const file = join(folder, 'incomplete.zip')
    const { code, stdout } = await runCliIn(service, ['person:export', file, ...args])
    expect(code).toBe(0)
    expect(stdout).toContain('points.json could not be read to its end: export again.')
  })

  it.runIf(process.platform === 'linux')('leaves neither a file nor a handle when it fails', async () => {
    vi.spyOn(AuditModel, 'insertMany').mockImplementationOnce(() => {
      throw new Error('no primary')
    })
    const file = join(folder, 'failed.zip')
    const args = ['--user', String(asha._id), '--reason', 'a test', '--as', owner.email]
    const { code } = await runCliIn(service, ['person:export', file, ...args])
    expect(code).not.toBe(0)
    expect(existsSync(file)).toBe(false)
    const open = readdirSync('/proc/self/fd').map((handle) => linkOf(`/proc/self/fd/${handle}`))
    expect(open.filter((name) => name.includes('failed.zip'))).toEqual([])
  })

  it('is refused to staff without the permission, and leaves no file', async () => {
    const supporter = await insertAdmin({ staffRole: 'support' })
    const file = join(folder, 'refused.zip')
    const { code, stderr } = await runCliIn(service, [
      ...['person:export', file, '--user', String(asha._id), '--reason', 'a test', '--as', supporter.email],
    ])
    expect(code, stderr).toBe(2)
    expect(() => statSync(file)).toThrow()
  })
})
