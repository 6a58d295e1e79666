import { randomUUID } from 'node:crypto'
import * as calls from '@jhatpat/shared/contracts/audit.ts'
import { customer as customerCall } from '@jhatpat/shared/contracts/customers.ts'
import {
  AuditModel,
  auditTarget,
  recordView,
  sealAudit,
  UnsealedRowModel,
  writeAudit,
} from '@jhatpat/shared/domain/audit/index.ts'
import { inTransaction } from '@jhatpat/shared/platform/mongo.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { queriesOf } from '../../support/queries-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
let admin: Person
let customer: { _id: unknown; email: string }

const total = 10_000
const newest = Date.parse('2026-11-20T12:00:00Z')
const acts = ['order.assign', 'user.update', 'order.complete', 'secret.reveal'] as const
const requestOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

/**
 * One a minute: of four kinds, by three admins, on a hundred targets; one in a hundred is of a fifth kind.
 */
async function putRows(): Promise<void> {
  const rows = Array.from({ length: total }, (_, index) => ({
    _id: randomUUID(),
    at: new Date(newest - index * 60_000),
    reason: '',
    from: '10.0.0.1',
    by: { userId: `a${index % 3}`, name: `Admin ${index % 3}` },
    action: index % 100 === 99 ? ('balance.adjust' as const) : acts[index % 4],
    target: index === 7 ? `user:${customer._id}` : `order:JP${String(index % 100).padStart(12, '0')}`,
    before: { n: index },
    after: { n: index + 1 },
    requestId: requestOf(Math.floor(index / 2)),
  }))
  await AuditModel.collection.insertMany(rows as never)
  await UnsealedRowModel.collection.insertMany(rows.slice(-40).map(({ _id, at }) => ({ _id, at })) as never)
  await sealAudit(service.deps)
}

beforeAll(async () => {
  service = await startService()
  customer = await insertCustomer()
  admin = await service.as(await insertAdmin())
  await putRows()
}, 120_000)
afterAll(() => service.stop())

type Query = NonNullable<NonNullable<Parameters<typeof admin.call<typeof calls.auditRows>>[1]>['query']>
const log = (query: Query = {}) => admin.call(calls.auditRows, { query })

describe('the audit log', () => {
  it('is listed 50 at a time, the latest first, each row once by cursors and as by numbers', async () => {
    const first = await log({ to: '2026-11-20' })
    expect(first).toMatchObject({ hasMore: false, previous: null, count: total })
    expect(first.rows).toHaveLength(50)
    const listed = new Set<string>()
    let [cursor, page] = [null as string | null, 0]
    do {
      const slice = await log({ limit: 500, to: '2026-11-20', ...(cursor ? { cursor } : {}) })
      for (const { id } of slice.rows) listed.add(id)
      page += 1
      if (page === 2) {
        expect(await log({ limit: 500, to: '2026-11-20', page })).toEqual(slice)
        const back = await log({ limit: 500, to: '2026-11-20', before: String(slice.previous) })
        expect(back.rows[0]?.id).toBe(first.rows[0]?.id)
      }
      cursor = slice.next
    } while (cursor)
    expect([listed.size, page]).toEqual([total, total / 500])
  }, 60_000)

  it.each<[string, Query, number]>([
    ['one kind', { action: 'balance.adjust' }, 100],
    ['an admin', { by: 'a1' }, 3_333],
    ['an admin and a rare kind', { by: 'a1', action: 'balance.adjust' }, 33],
    ['a thing, as it is shown', { target: 'JP-000000-000042' }, 100],
    ['a thing and an admin', { target: 'JP000000000042', by: 'a1' }, 33],
    ['a thing of a rare kind', { target: 'order:JP000000000099', action: 'balance.adjust' }, 100],
    ['days without views of records', { from: '2026-11-19', to: '2026-11-19', views: 'hidden' }, 1_440],
    ['a request', { requestId: requestOf(5) }, 2],
    ['days', { from: '2026-11-19', to: '2026-11-19' }, 1_440],
    [
      'days, an admin and a kind',
      { from: '2026-11-18', to: '2026-11-19', by: 'a2', action: 'order.complete' },
      240,
    ],
    ['what a request did, pasted', { q: requestOf(5), action: 'secret.reveal' }, 2],
    ['what was done to an order, pasted', { q: 'jp-000000-000042' }, 100],
  ])(
    'of %s is read from an index: no more rows than are shown, without a sort',
    async (_what, query, count) => {
      const pages: Awaited<ReturnType<typeof log>>[] = []
      const queries = await queriesOf(AuditModel, async () => void pages.push(await log(query)))
      const [page] = pages
      expect(page).toMatchObject({ count, hasMore: false })
      expect(page?.rows).toHaveLength(Math.min(50, count))
      for (const { plan, sortsInMemory } of queries) {
        expect(plan).toMatch(/IXSCAN|COUNT_SCAN|IDHACK|EXPRESS/)
        expect(sortsInMemory).toBe(false)
      }
      const read = queries.reduce((sum, { documentsRead }) => sum + documentsRead, 0)
      expect(read / (page?.rows.length ?? 0)).toBeLessThanOrEqual(1.1)
    },
  )

  it('pages past view records, and shows what each id viewed', async () => {
    const target = auditTarget.order('JP261122AAAAAAAA')
    const by = { userId: String(customer._id), name: 'Meera' }
    for (const action of ['order.view', 'secret.reveal'] as const) {
      await recordView(service.clock, by, { target, action })
      service.clock.advance(1_000)
    }
    const query = { target, limit: 1 }
    const first = await log(query)
    const second = await log({ ...query, cursor: String(first.next) })
    expect([...first.rows, ...second.rows].map(({ action }) => action)).toEqual([
      'secret.reveal',
      'order.view',
    ])
    expect(second.next).toBeNull()
    const back = await log({ ...query, before: String(second.previous) })
    expect(back.rows).toEqual(first.rows)
  })

  it.each(['prices', 'supplier', 'exception'])('finds a pasted id without its kind: %s', async (kind) => {
    const name = `${kind}-Of-it`
    await inTransaction((session) =>
      writeAudit(
        session,
        { userId: 'a1', name: 'Meera' },
        {
          at: service.clock.now(),
          action: 'supplier.update',
          target: `${kind}:${name}`,
          before: {},
          after: {},
          reason: '',
        },
      ),
    )
    expect((await log({ target: name })).rows.map(({ target }) => target)).toEqual([`${kind}:${name}`])
  })

  it('finds what was done to the customer of an address, for admins with access to customers', async () => {
    expect((await log({ q: customer.email })).rows.map(({ target }) => target)).toEqual([
      `user:${customer._id}`,
    ])
    const catalogue = await service.as(await insertAdmin({ staffRole: 'catalogue' }))
    expect(await catalogue.call(calls.auditRows, { query: { q: customer.email } })).toMatchObject({
      count: 0,
    })
  })
})

describe('the audit log’s CSV', () => {
  const csv = async (person: Person, path = '') => {
    const { status, text, headers } = await person.request(`/api/admin/audit/csv${path}`)
    const lines = text.replace('\uFEFF', '').trimEnd().split('\r\n')
    return { status, lines, name: headers.get('content-disposition') }
  }

  it('has each row of the view with its chain entry, which contains the previous hash, and is recorded first', async () => {
    const { status, lines, name } = await csv(admin, '?to=2026-11-13')
    expect([status, name]).toEqual([200, 'attachment; filename="audit-log.csv"'])
    const { count, rows } = await log({ to: '2026-11-13', limit: 1 })
    expect(lines).toHaveLength(count + 1)
    expect(lines[1]).toContain(rows[0]?.id)
    const noted = await AuditModel.findOne({ target: 'table:audit' }).lean()
    expect(noted).toMatchObject({ action: 'export', after: { to: '2026-11-13' } })
  })

  it('records only the kind of the search: all roles read the log', async () => {
    service.clock.advance(1_000)
    for (const [q, kind] of [
      [customer.email, 'an e-mail address'],
      ['+91 98765 43210', 'a mobile number'],
      [requestOf(5), 'some text'],
    ] as const) {
      await csv(admin, `?q=${encodeURIComponent(q)}`)
      const notes = await AuditModel.find({ target: 'table:audit' }).lean()
      expect(notes.map(({ after }) => after.q)).toContain(kind)
      expect(JSON.stringify(notes)).not.toContain(q)
    }
  })

  it('has the search results, and is refused without the permission to export', async () => {
    expect((await csv(admin, `?q=${requestOf(5)}`)).lines).toHaveLength(3)
    const support = await service.as(await insertAdmin({ staffRole: 'support' }))
    expect((await csv(support)).status).toBe(403)
    expect(await refusalOf(support.call(calls.auditRows, { query: { limit: 501 } }))).toMatchObject({
      status: 400,
    })
  })
})

it('leaves out views of records on request, and names the person of a row', async () => {
  const target = `user:${customer._id}`
  await admin.call(customerCall, { params: { id: String(customer._id) } })
  const all = await log({ target })
  expect(all.rows[0]).toMatchObject({
    action: 'customer.view',
    target,
    targetName: expect.stringMatching(/^Asha \d+$/),
  })
  const { rows: changes } = await log({ target, views: 'hidden' })
  expect(changes.map(({ action }) => action)).not.toContain('customer.view')
  expect((await log({ target, views: 'hidden', action: 'customer.view' })).rows).toHaveLength(1)
  const support = await service.as(await insertAdmin({ staffRole: 'catalogue' }))
  const { rows } = await support.call(calls.auditRows, { query: { target } })
  expect(rows[0]).not.toHaveProperty('targetName')
})
