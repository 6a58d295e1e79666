import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type IUser, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { ApprovalRequestModel } from '@jhatpat/shared/domain/approvals/index.ts'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import {
  ImageModel,
  ItemModel,
  MediaModel,
  ProductModel,
  saveMedia,
} from '@jhatpat/shared/domain/catalogue/index.ts'
import type { CatalogueFile } from '@jhatpat/shared/domain/catalogue-admin/index.ts'
import { IncidentModel } from '@jhatpat/shared/domain/incidents/index.ts'
import { JournalEntryModel, walletBalancePaise } from '@jhatpat/shared/domain/wallet/index.ts'
import { UniqueNameModel } from '@jhatpat/shared/platform/names.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import { runCliIn } from '../../support/run-cli.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'jhatpat-cli-'))
let service: Service
let owner: IUser
let catalogueAdmin: IUser
let supporter: IUser

beforeAll(async () => {
  service = await startService()
  owner = await insertAdmin()
  catalogueAdmin = await insertAdmin({ staffRole: 'catalogue' })
  supporter = await insertAdmin({ staffRole: 'support' })
  await insertShop()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await service.stop()
})

const cli = (...args: string[]) => runCliIn(service, args)
const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await cli(...args, '--json')
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}
const balance = (user: IUser) => walletBalancePaise(user._id.toHexString())
const adjust = (user: IUser, amount: string, ...more: string[]) => [
  ...['wallet:adjust', '--user', user.userid, '--amount', amount, '--reason', 'cash at the counter'],
  ...more,
]

describe('wallet:adjust', () => {
  it('adds and deducts money for a staff member, with a posting and an audit row each', async () => {
    const user = await insertCustomer()
    const as = ['--as', owner.email]
    expect(await json(...adjust(user, '250', ...as))).toMatchObject({ status: 'done', balance: 250 })
    expect(await json(...adjust(user, '-99.50', ...as))).toMatchObject({ status: 'done', balance: 150.5 })
    expect(await balance(user)).toBe(15_050)
    const rows = await auditRows({ target: `user:${user._id}`, action: 'balance.adjust' })
    expect(rows).toHaveLength(2)
    for (const row of rows) {
      expect(row.by).toEqual({ userId: owner._id.toHexString(), name: owner.name })
      expect(row.from).toMatch(/^.+@.+$/)
    }
    const tooMuch = await cli(...adjust(user, '-151', ...as))
    expect(tooMuch).toMatchObject({ code: 2, stderr: expect.stringContaining('Insufficient wallet balance') })
    expect(await balance(user)).toBe(15_050)
  })

  it('requests an approval above the limit, and for a role that needs one, and never approves', async () => {
    const user = await insertCustomer()
    const large = await json(...adjust(user, '10001', '--as', owner.email))
    const bySupport = await json(...adjust(user, '5', '--as', supporter.email))
    expect([large.status, bySupport.status]).toEqual(['pending', 'pending'])
    expect(await balance(user)).toBe(0)
    const requests = await ApprovalRequestModel.find({ userId: user._id }).lean()
    expect(requests.map(({ state }) => state)).toEqual(['pending', 'pending'])
    const again = await json(...adjust(user, '10001', '--as', owner.email, '--id', large.id))
    expect(again).toMatchObject({ id: large.id, status: 'pending' })
    expect(await ApprovalRequestModel.countDocuments({ userId: user._id })).toBe(2)
  })

  it('does not repeat what an interrupted command has done, also when both run at once', async () => {
    const user = await insertCustomer()
    const { id } = await json(...adjust(user, '100', '--as', owner.email))
    await Promise.all([1, 2].map(() => json(...adjust(user, '100', '--as', owner.email, '--id', id))))
    expect(await balance(user)).toBe(10_000)
    expect(await JournalEntryModel.countDocuments({ ref: id })).toBe(1)
  })

  it('refuses a role without the permission, a customer and a blocked admin', async () => {
    const user = await insertCustomer()
    const blocked = await insertAdmin()
    await UserModel.updateOne({ _id: blocked._id }, { isBlocked: true, sessionsValidFrom: new Date() })
    for (const email of [catalogueAdmin.email, user.email, blocked.email]) {
      const { code, stdout, stderr } = await cli(...adjust(user, '100', '--as', email))
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toMatch(/may not|no active staff member|role|permission/)
    }
    expect(await balance(user)).toBe(0)
  })
})

describe('supplier:pause and incident:on', () => {
  const message = [
    ...['--reason', 'announced maintenance', '--en', 'The supplier is under maintenance.'],
    ...['--hi', 'सप्लायर का रखरखाव चल रहा है।'],
  ]

  it('start an incident once, and release it', async () => {
    const as = ['--as', owner.email]
    const started = await json('supplier:pause', 'SMILEBR', ...message, ...as)
    expect(started).toMatchObject({ scope: 'SMILEBR', state: 'active' })
    expect(await cli('incident:on', 'SMILEBR', ...message, ...as)).toMatchObject({ code: 2, stdout: '' })
    const { incidents } = await json('status')
    expect(incidents).toEqual([expect.objectContaining({ id: started.id, state: 'active' })])
    expect(await json('incident:off', 'SMILEBR', '--rate', '30', ...as)).toMatchObject({
      id: started.id,
      state: 'releasing',
      perMinute: 30,
    })
    const gateway = await json('incident:on', 'upigateway', ...message, ...as)
    expect(await json('incident:off', 'upigateway', ...as)).toMatchObject({ id: gateway.id, state: 'ended' })
    const rows = await auditRows({ target: `incident:${started.id}` })
    expect(rows.map(({ action }) => action)).toEqual(['incident.start', 'incident.update'])
  })

  it('refuse a role that may not manage incidents, and a message that is too short', async () => {
    const count = await IncidentModel.countDocuments()
    expect((await cli('supplier:pause', 'MOOGOLD', ...message, '--as', supporter.email)).code).toBe(2)
    const short = await cli('incident:on', 'MOOGOLD', ...message, '--en', 'Wait', '--as', owner.email)
    expect(short).toMatchObject({ code: 2, stderr: expect.stringMatching(/^--en .* at least 10 letters/) })
    expect(await IncidentModel.countDocuments()).toBe(count)
  })
})

describe('catalogue:export and catalogue:import', () => {
  const path = join(folder, 'catalogue.json')
  const read = () => JSON.parse(readFileSync(path, 'utf8')) as CatalogueFile
  const write = (name: string, file: unknown) => {
    const other = join(folder, name)
    writeFileSync(other, JSON.stringify(file))
    return other
  }
  const imports = (file: string, ...more: string[]) => [
    'catalogue:import',
    file,
    '--as',
    owner.email,
    ...more,
  ]

  it('change nothing when a shop imports its own export', async () => {
    const url = await saveMedia(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml')
    const [item] = await ItemModel.find().limit(1).lean()
    await ItemModel.updateOne({ _id: item!._id }, { imgpath: url })
    await ImageModel.create({ title: 'A slide', type: 'CarouselPc', url, redirectUrl: '/' })
    await json('catalogue:export', path)
    const before = [await ItemModel.find().lean(), await ProductModel.find().lean()]
    const rows = await AuditModel.countDocuments()
    expect((await json(...imports(path))).changes).toEqual([])
    expect([await ItemModel.find().lean(), await ProductModel.find().lean()]).toEqual(before)
    expect(await AuditModel.countDocuments()).toBe(rows)
    expect(await cli('catalogue:export', path)).toMatchObject({
      code: 2,
      stderr: `${path} exists already: name a new file.\n`,
    })
  })

  it('fill a new shop, which then exports the same, also when the first import was interrupted', async () => {
    await ItemModel.deleteMany({})
    await ProductModel.deleteMany({})
    await ImageModel.deleteMany({})
    await MediaModel.deleteMany({})
    await UniqueNameModel.deleteMany({ _id: /^item\.number:/ })
    const file = read()
    const dry = await json(...imports(path, '--dry-run'))
    expect(dry.changes).toHaveLength(
      file.items.length + file.products.length + file.images.length + file.pictures.length,
    )
    expect(await ItemModel.countDocuments()).toBe(0)
    const half = { ...file, products: [], items: file.items.slice(0, 2) }
    await json(...imports(write('half.json', half)))
    await json(...imports(path))
    const again = join(folder, 'again.json')
    await json('catalogue:export', again)
    expect(JSON.parse(readFileSync(again, 'utf8'))).toEqual(file)
    const created = await AuditModel.countDocuments({ action: { $in: ['item.create', 'product.create'] } })
    expect(created).toBe(file.items.length + file.products.length)
  })

  it('update only what differs, and say so before', async () => {
    const file = read()
    const [first, ...rest] = file.items
    const changed = { ...first!, fields: { ...first!.fields, name: 'Another name' } }
    const other = write('changed.json', { ...file, items: [changed, ...rest] })
    const change = { kind: 'item', id: String(first!.itemid), change: 'update', fields: ['name'] }
    expect((await json(...imports(other, '--dry-run'))).changes).toEqual([expect.objectContaining(change)])
    expect((await ItemModel.findById(first!.itemid).lean())?.name).toBe(first!.fields.name)
    await json(...imports(other))
    expect((await ItemModel.findById(first!.itemid).lean())?.name).toBe('Another name')
  })

  it('name every fault of a file with its path, and import none of it', async () => {
    const file = read()
    const before = await ItemModel.find().lean()
    const wrong = write('wrong.json', {
      ...file,
      items: [{ itemid: 900, fields: { ...file.items[0]!.fields, name: '', discountedprice: 1.005 } }],
      products: [{ productid: 'Not an id', fields: file.products[0]!.fields }],
      pictures: [{ ...file.pictures[0]!, bytes: 'AAAA' }],
    })
    const { code, stderr } = await cli(...imports(wrong))
    expect(code).toBe(2)
    expect(stderr).toContain('items[0].fields.name: Name is required.')
    expect(stderr).toContain('items[0].fields.discountedprice: A valid Discounted Price is required.')
    expect(stderr).toContain('products[0].productid: must be like mobile-legends')
    expect(stderr).toContain('pictures[0].bytes: its bytes are not those of its address')
    const product = { productid: 'new', fields: { ...file.products[0]!.fields, items: [999_001] } }
    const missing = write('missing.json', { ...file, items: [], products: [product] })
    expect((await cli(...imports(missing))).stderr).toContain(
      'products[0].fields.items[0]: there is no item 999001.',
    )
    expect((await cli('catalogue:import', path, '--as', catalogueAdmin.email)).stderr).toContain(
      'is no owner',
    )
    writeFileSync(join(folder, 'torn.json'), '{"format":')
    expect((await cli(...imports(join(folder, 'torn.json')))).stderr).toContain('is no JSON')
    expect(await ItemModel.find().lean()).toEqual(before)
    expect(await ProductModel.exists({ _id: 'new' })).toBeNull()
  })
})
