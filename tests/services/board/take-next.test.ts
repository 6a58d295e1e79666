import { randomUUID } from 'node:crypto'
import { takeNext } from '@jhatpat/shared/contracts/board.ts'
import { byPriority } from '@jhatpat/shared/domain/orders/board/next-order-rules.ts'
import { nextUnassigned } from '@jhatpat/shared/domain/orders/board/take-next-order.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { pendingReasonOf } from '@jhatpat/shared/domain/orders/rules/pending-reason.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import { insertAdmin } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { makeOpenOrder } from './open-order-fixture.ts'

let service: Service
let admins: Person[]

const minuteMs = 60_000
const admin = () => admins[0]!

beforeAll(async () => {
  service = await startService()
  const apis = [undefined, await service.startAnotherApi()]
  admins = await Promise.all(
    Array.from({ length: 20 }, async (_one, at) =>
      service.as(await insertAdmin({ name: `Admin ${at}` }), apis[at % 2]),
    ),
  )
})
afterAll(() => service.stop())
beforeEach(() => OrderModel.collection.deleteMany({ status: 'Processing' }))

const ago = (minutes: number) => new Date(service.clock.now().getTime() - minutes * minuteMs)
const put = (orders: readonly object[]) => OrderModel.collection.insertMany(orders as never)
const take = async (who: Person, idempotencyKey: string = randomUUID()) =>
  (await who.call(takeNext, { body: {}, idempotencyKey })).order

/** Continues without an admin. */
const trying = (at: Date) => ({ pendingReason: pendingReasonOf('in_progress', { since: at, nextTry: at }) })
const assignmentOf = (leftMs: number) => ({
  assignee: {
    adminId: 'a9',
    name: 'Imran',
    since: ago(1),
    until: new Date(service.clock.now().getTime() + leftMs),
  },
})

/** Open orders of all ages up to `minutes` and all prices, some assigned, some that need no admin. */
const mixed = (size: number, minutes: number) =>
  Array.from({ length: size }, (_one, index) => {
    const at = new Date(ago(((index * 7_919) % (minutes * 100)) / 100).getTime() - index)
    return makeOpenOrder(index, at, {
      pricePaise: ((index * 104_729) % 150_000) + 100,
      ...(index % 5 === 0 && trying(at)),
      ...(index % 4 === 0 && assignmentOf(minuteMs)),
      ...(index % 8 === 1 && assignmentOf(-1)),
    })
  })

it('gives twenty admins at once the twenty most urgent orders, each a different one', async () => {
  await put(mixed(200, 60))
  const first = await nextUnassigned({ now: service.clock.now(), limit: 20, skipped: [] })
  const taken = await Promise.all(admins.map((who) => take(who)))
  expect(first).toHaveLength(20)
  expect(new Set(taken.map((order) => order?.orderid))).toEqual(new Set(first))
  expect(taken.map((order) => order?.assignee?.name)).toEqual(admins.map((_one, at) => `Admin ${at}`))
})

it('goes through all unassigned orders that need action, by priority, and then says that none is left', async () => {
  const orders = mixed(60, 45)
  await put(orders)
  const nowMs = service.clock.now().getTime()
  const expected = orders
    .filter(({ assignee }) => !assignee || assignee.until.getTime() <= nowMs)
    .filter(
      ({ pendingReason, processingAt }) =>
        pendingReason.needsAction || processingAt.getTime() <= nowMs - 30 * minuteMs,
    )
    .map(({ _id: orderid, processingAt, pricePaise }) => ({ orderid, processingAt, pricePaise }))
    .toSorted((a, b) => byPriority(a, b, nowMs))
  expect(expected.length).toBeGreaterThan(30)
  const given: (string | undefined)[] = []
  for (let count = 0; count <= expected.length; count += 1) given.push((await take(admin()))?.orderid)
  expect(given).toEqual([...expected.map(({ orderid }) => orderid), undefined])
})

it('skips an order that is being completed or that has continued since', async () => {
  const pendingCompletion = {
    adminId: 'a9',
    name: 'Imran',
    at: ago(0),
    until: ago(-1),
    reason: '',
    codes: [],
  }
  await put([makeOpenOrder(1, ago(20), { pendingCompletion }), makeOpenOrder(2, ago(5))])
  expect((await take(admin()))?.orderid).toBe('JP26112100000002')
  expect(await take(admin())).toBeNull()
})

it('gives the same order again when the reply was lost, and records one assignment', async () => {
  await put([makeOpenOrder(1, ago(5)), makeOpenOrder(2, ago(4))])
  const key = randomUUID()
  const [first, again] = [await take(admin(), key), await take(admin(), key)]
  expect(again?.orderid).toBe(first?.orderid)
  expect(first?.staffActions.map(({ action }) => action)).toEqual(['assign'])
  expect((await take(admin()))?.orderid).toBe('JP26112100000002')
})

it('refuses staff without the permission to decide', async () => {
  const finance = await service.as(await insertAdmin({ staffRole: 'finance' }))
  expect(await refusalOf(take(finance))).toMatchObject({ status: 403, code: 'role_not_permitted' })
})

it('chooses among thousands from the board’s index, and reads only the order that it gives', async () => {
  await put(mixed(2_000, 29))
  const db = OrderModel.db.db!
  await db.command({ profile: 0 })
  await db.command({ profile: 2, filter: { ns: /\.orders$/ } })
  const from = new Date()
  expect(await take(admin())).not.toBeNull()
  const profiled = await db
    .collection('system.profile')
    .find({ ns: /\.orders$/, ts: { $gte: from }, op: { $in: ['query', 'command'] } })
    .toArray()
  expect(profiled.length).toBeGreaterThan(2)
  const read = profiled.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0)
  expect(read).toBeLessThanOrEqual(5)
})
