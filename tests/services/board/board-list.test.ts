import { processing, processingCounts } from '@jhatpat/shared/contracts/board.ts'
import { boardCursor } from '@jhatpat/shared/contracts/board-cursor.ts'
import type { Call } from '@jhatpat/shared/contracts/client.ts'
import { pendingReasons } from '@jhatpat/shared/contracts/pending-reasons.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { listBoard } from '@jhatpat/shared/domain/orders/board/list-board.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/model/order-model.ts'
import { pendingReasonOf } from '@jhatpat/shared/domain/orders/rules/pending-reason.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertAdmin } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { makeOpenOrder, openDue } from './open-order-fixture.ts'

let service: Service
let admin: IUser
let call: Call

const minuteMs = 60_000
const size = 1_300

/** Open orders that were paid that many minutes ago, of each kind in turn. */
function anOrder(index: number) {
  const now = service.clock.now()
  const at = new Date(now.getTime() - (index % 60) * minuteMs - index)
  const kind = pendingReasons[index % pendingReasons.length] ?? 'in_progress'
  const nextTry = index % 16 < 8 ? new Date(now.getTime() + minuteMs) : null
  const assignee = {
    adminId: String(admin._id),
    name: 'M',
    since: now,
    until: new Date(now.getTime() + minuteMs),
  }
  return makeOpenOrder(index, at, {
    pendingReason: pendingReasonOf(kind, { since: at, nextTry }),
    due: openDue(nextTry),
    assignee: index % 100 === 0 ? assignee : null,
  })
}

beforeAll(async () => {
  service = await startService()
  admin = await insertAdmin()
  call = (await service.as(admin)).call
  const all = Array.from({ length: size }, (_one, index) => anOrder(index))
  await OrderModel.collection.insertMany(all as never)
})
afterAll(() => service.stop())

async function everyPage(limit: number) {
  const pages = []
  for (let after: string | undefined; ; ) {
    const page = await call(processing, { query: { limit, ...(after && { after }) } })
    pages.push(page)
    const last = page.at(-1)
    if (!last || page.length < limit) return pages
    after = boardCursor(last)
  }
}

it('ABOARD-01 the board lists every open order page by page: those that need action first, each part the oldest first', async () => {
  const pages = await everyPage(300)
  const all = pages.flat()
  expect(all).toHaveLength(size)
  expect(new Set(all.map(({ orderid }) => orderid)).size).toBe(size)
  const places = all.map(boardCursor)
  expect(places).toEqual([...places].sort())
  const firstOther = all.findIndex(({ needsAction }) => !needsAction)
  expect(firstOther).toBeGreaterThan(300)
  expect(all.slice(firstOther).some(({ needsAction }) => needsAction)).toBe(false)
  expect((await call(processing))[0]?.orderid).toBe(all[0]?.orderid)
})

it('counts all open orders of each kind, from the index alone', async () => {
  const all = (await everyPage(1_000)).flat()
  const now = service.clock.now().getTime()
  const isLate = ({ processingSince }: { processingSince: string }) =>
    Date.parse(processingSince) + 30 * minuteMs <= now
  const counts = await call(processingCounts)
  expect(counts).toEqual({
    all: size,
    needsAction: all.filter((one) => one.needsAction || isLate(one)).length,
    late: all.filter(isLate).length,
    unknown: all.filter(({ pendingReason }) => pendingReason.kind === 'outcome_unknown').length,
    mine: 13,
    assigned: 13,
  })
  expect(await (await service.as(await insertAdmin())).call(processingCounts)).toMatchObject({
    mine: 0,
    assigned: 13,
  })
})

it('reads only the orders of the requested page, and none to count', async () => {
  const db = OrderModel.db.db!
  await db.command({ profile: 0 })
  await db.command({ profile: 2, filter: { ns: /\.orders$/ } })
  const from = new Date()
  await everyPage(300)
  await call(processingCounts)
  const profiled = await db
    .collection('system.profile')
    .find({ ns: /\.orders$/, ts: { $gte: from }, op: { $in: ['query', 'command'] } })
    .toArray()
  expect(profiled.length).toBeGreaterThan(5)
  for (const { docsExamined, nreturned, hasSortStage, command } of profiled) {
    expect(hasSortStage ?? false).toBe(false)
    expect(docsExamined).toBeLessThanOrEqual(command.aggregate ? 0 : nreturned * 1.1)
  }
})

it('refuses an invalid cursor', async () => {
  await expect(call(processing, { query: { after: '2.x' } })).rejects.toMatchObject({ status: 400 })
})

it('ABOARD-01 lists an order once when it changes from one part to the other between two pages', async () => {
  const _id = 'JP26112100000001' as never
  let hasEnded = false
  const flipping = (async () => {
    for (let round = 0; !hasEnded; round += 1) {
      await OrderModel.collection.updateOne(
        { _id },
        { $set: { 'pendingReason.needsAction': round % 2 === 0 } },
      )
    }
  })()
  const pass: number[] = []
  for (let pageNumber = 0; pageNumber < 20; pageNumber += 1) {
    const list = await listBoard(service.clock.now(), { limit: 2 * size })
    pass.push(list.filter(({ orderid }) => orderid === _id).length)
  }
  hasEnded = true
  await flipping
  expect(pass).toEqual(pass.map(() => 1))
})
