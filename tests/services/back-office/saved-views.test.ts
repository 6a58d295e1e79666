import type { AdminTable } from '@jhatpat/shared/contracts/admin-tables.ts'
import * as calls from '@jhatpat/shared/contracts/saved-views.ts'
import { ViewListModel } from '@jhatpat/shared/domain/back-office/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { refusalOf } from '../../support/buying.ts'
import { insertAdmin } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
let meera: Person
let imran: Person
let tenzin: Person

beforeAll(async () => {
  service = await startService()
  meera = await service.as(await insertAdmin())
  imran = await service.as(await insertAdmin())
  tenzin = await service.as(await insertAdmin({ staffRole: 'support' }))
})
afterAll(() => service.stop())
beforeEach(async () => {
  await ViewListModel.deleteMany({ _id: { $gt: '' } })
})

type ViewInput = { name: string; query?: string; isShared?: boolean; table?: AdminTable }

const save = (person: Person, { name, query = 'status=Failed', table = 'orders', ...rest }: ViewInput) =>
  person.call(calls.saveView, { body: { table, name, query, ...rest } })
const list = async (person: Person, table: AdminTable = 'orders') =>
  (await person.call(calls.savedViews, { params: { table } })).views
const names = async (person: Person, table?: AdminTable) =>
  (await list(person, table)).map(({ name }) => name)

describe('a saved view', () => {
  it('is an address with a name, stored for its admin and its table only', async () => {
    const { views } = await save(meera, {
      name: 'UPI above ₹2,000',
      query: 'paymentmode=upi&min=2000&cols=value+item',
    })
    expect(views).toEqual([
      {
        id: expect.any(String),
        name: 'UPI above ₹2,000',
        isShared: false,
        query: 'paymentmode=upi&min=2000&cols=value+item',
      },
    ])
    expect(await list(meera)).toEqual(views)
    expect(await list(meera, 'wallet')).toEqual([])
    expect(await list(imran)).toEqual([])
  })

  it('that an owner shares is shown to all admins, before their own, and recorded', async () => {
    await save(tenzin, { name: 'Mine' })
    await save(meera, { name: 'Late today', isShared: true })
    expect(await list(tenzin)).toMatchObject([
      { name: 'Late today', isShared: true },
      { name: 'Mine', isShared: false },
    ])
    const [{ id } = { id: '' }] = await list(imran)
    await imran.call(calls.renameView, { params: { id }, body: { name: 'Late' } })
    await imran.call(calls.removeView, { params: { id } })
    expect(await names(tenzin)).toEqual(['Mine'])
    const rows = await auditRows({ target: `view:${id}` })
    expect(rows.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['view.share', {}, { table: 'orders', name: 'Late today', query: 'status=Failed' }],
      ['view.rename', { name: 'Late today' }, { name: 'Late' }],
      ['view.remove', { name: 'Late' }, {}],
    ])
  })

  it('that is shared can be changed by owners only', async () => {
    const [{ id } = { id: '' }] = (await save(meera, { name: 'Late today', isShared: true })).views
    const forbidden = { status: 403, code: 'role_not_permitted' }
    expect(await refusalOf(save(tenzin, { name: 'Ours', isShared: true }))).toMatchObject(forbidden)
    const renaming = tenzin.call(calls.renameView, { params: { id }, body: { name: 'x' } })
    expect(await refusalOf(renaming)).toMatchObject(forbidden)
    expect(await refusalOf(tenzin.call(calls.removeView, { params: { id } }))).toMatchObject(forbidden)
    expect(await names(meera)).toEqual(['Late today'])
  })

  it('of another admin does not exist', async () => {
    const [{ id } = { id: '' }] = (await save(imran, { name: 'His' })).views
    const gone = { status: 404, code: 'not_found' }
    expect(await refusalOf(meera.call(calls.removeView, { params: { id } }))).toMatchObject(gone)
    const renaming = meera.call(calls.renameView, { params: { id }, body: { name: 'x' } })
    expect(await refusalOf(renaming)).toMatchObject(gone)
    expect(await names(imran)).toEqual(['His'])
  })

  it('of a table that the admin may not see is neither stored nor shown', async () => {
    await save(meera, { name: 'Above ₹50,000', table: 'wallet', isShared: true })
    const forbidden = { status: 403, code: 'role_not_permitted' }
    expect(await refusalOf(list(tenzin, 'wallet'))).toMatchObject(forbidden)
    expect(await refusalOf(save(tenzin, { name: 'x', table: 'wallet' }))).toMatchObject(forbidden)
  })

  it('has a unique name in its table, in any spelling', async () => {
    await save(meera, { name: 'Late today', isShared: true })
    await save(meera, { name: 'Mine' })
    for (const name of ['late  TODAY', ' Mine ']) {
      expect(await refusalOf(save(meera, { name, query: 'q=1' }))).toMatchObject({
        status: 409,
        code: 'view_name_taken',
        field: 'name',
        message: 'A view with this name exists. Choose another name.',
      })
    }
    await save(meera, { name: 'Mine', table: 'wallet' })
    const mine = (await list(meera)).find(({ name }) => name === 'Mine')
    const rename = (name: string) =>
      meera.call(calls.renameView, { params: { id: mine?.id ?? '' }, body: { name } })
    expect(await refusalOf(rename('LATE TODAY'))).toMatchObject({ code: 'view_name_taken' })
    await rename('mine')
    expect(await names(meera)).toEqual(['Late today', 'mine'])
  })

  it('is stored once, however often it is sent, whatever other views are saved at the same time', async () => {
    const rounds = Array.from({ length: 6 }, (_, index) => index)
    await Promise.all(
      rounds.flatMap((round) => [
        save(meera, { name: 'Twice' }),
        save(meera, { name: `Mine ${round}` }),
        save(round % 2 ? meera : imran, { name: `Ours ${round}`, isShared: true }),
      ]),
    )
    const ours = (await names(imran)).sort()
    expect(ours).toEqual(rounds.map((round) => `Ours ${round}`))
    const mine = rounds.map((round) => `Mine ${round}`)
    expect((await names(meera)).sort()).toEqual([...mine, ...ours, 'Twice'])
    const other = rounds.map((round) => save(meera, { name: 'One name', query: `min=${round}` }))
    const ends = await Promise.allSettled(other)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }, 60_000)

  it('is one of fifty at most', async () => {
    const views = Array.from({ length: calls.maxViews - 1 }, (_, index) => ({
      id: `v${index}`,
      table: 'users' as const,
      name: `View ${index}`,
      query: '',
      at: new Date(),
    }))
    await save(tenzin, { name: 'First' })
    const [viewList] = await ViewListModel.find().lean()
    await ViewListModel.updateOne({ _id: viewList?._id ?? '' }, { $push: { views: { $each: views } } })
    expect(await refusalOf(save(tenzin, { name: 'One more' }))).toMatchObject({
      status: 409,
      code: 'view_limit_reached',
    })
    await save(meera, { name: 'One more', isShared: true })
    const [, { id } = { id: '' }] = await list(tenzin)
    await tenzin.call(calls.removeView, { params: { id } })
    await save(tenzin, { name: 'Another' })
  })

  it.each(['?status=Failed', 'a=1#x', 'q=<b>', '//evil.test/', 'a'.repeat(1_001)])(
    'refuses the address %s',
    async (query) => {
      expect(await refusalOf(save(meera, { name: 'Bad', query }))).toMatchObject({
        status: 400,
        field: 'query',
      })
    },
  )
})
