import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { orderWrittenBy, pastChangeOrder } from './order-writers.ts'

const root = join(import.meta.dirname, '../..')

async function product(): Promise<{ file: string; source: string }[]> {
  const found: { file: string; source: string }[] = []
  for await (const file of glob('{shared,api,workers}/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|(^|\/)node_modules\//.test(file)) continue
    found.push({ file, source: await readFile(join(root, file), 'utf8') })
  }
  return found
}

it('orders are changed only by changeOrder, in the whole product', async () => {
  const sources = await product()
  expect(sources.length).toBeGreaterThan(200)
  expect(sources.flatMap(({ file, source }) => pastChangeOrder(file, source))).toEqual([])
})

describe('in a source file', () => {
  const board = 'shared/domain/orders/board/some-decision.ts'
  const transitionFile = 'shared/domain/orders/change/transition-order.ts'

  it.each<[string, [string, string], string]>([
    [
      'an update',
      [board, 'await OrderModel.updateOne({ _id }, { $set: { assignee: null } })'],
      'writes orders by updateOne',
    ],
    [
      'an update on several lines',
      [board, 'OrderModel\n    .findOneAndUpdate(\n'],
      'writes orders by findOneAndUpdate',
    ],
    [
      'an update past the model',
      ['workers/src/a.ts', 'OrderModel.collection.updateMany({}, [])'],
      'writes orders by updateMany',
    ],
    [
      'an order of its own',
      ['api/src/a.ts', 'OrderModel.insertMany([order])'],
      'writes orders by insertMany',
    ],
    [
      'a move that nobody hears of',
      [board, "import { transitionOrder } from '../change/transition-order.ts'"],
      'uses transitionOrder',
    ],
    [
      'work that is queued by hand',
      [board, "import {\n  a,\n  enqueueDueTasks,\n} from '../change/publish-order.ts'"],
      'uses enqueueDueTasks',
    ],
    [
      'an announcement by hand',
      [board, "import { publishOrderEvents } from '../change/publish-order.ts'"],
      'uses publishOrderEvents',
    ],
    [
      'a revision',
      [board, "{ $set: { assignee: null }, $inc: { 'due.fulfil.seq': 1, revision: 1 } }"],
      'raises the revision',
    ],
    ['a status', [board, '{\n $set: { status: to, reason },\n}'], 'sets a status'],
    ['a status beside its one writer', [board, '$set: { ...set, status: to }'], 'sets a status'],
  ])('%s is reported', (_what, [file, source], message) => {
    expect(pastChangeOrder(file, source)).toEqual([expect.stringContaining(`${file} ${message}`)])
  })

  it.each([
    ['a read', board, 'await OrderModel.findById(id).lean<OrderDoc | null>()'],
    ['a type of what is not used', board, "import type { Transition } from '../change/transition-order.ts'"],
    [
      'the one way',
      board,
      "import { changeOrder } from '../change/change-order.ts'\nawait changeOrder(deps, order, edit)",
    ],
    ['the transition’s own work', transitionFile, '({ $set: { status: to }, $inc: { revision: 1 } })'],
    ['another’s status', 'shared/domain/notifications/a.ts', "$set: { status: 'unknown' }"],
  ])('%s is allowed', (_what, file, source) => {
    expect(pastChangeOrder(file, source)).toEqual([])
  })
})

describe('in a profiled write', () => {
  const update = (u: object) => ({ ns: 'x.orders', op: 'update', command: { q: { _id: 'JP1' }, u } })
  const findAndModify = (change: object) => ({ ns: 'x.orders', op: 'command', command: { update: change } })

  it.each([
    ['a status from elsewhere', 'shared/platform/sweep.ts:9', update({ $set: { status: 'Failed' } })],
    [
      'a status from beside its writer',
      'shared/domain/orders/change/transition-order.ts:40',
      findAndModify({ $set: { status: 'Failed' } }),
    ],
    [
      'a revision from elsewhere',
      'shared/domain/payments/check-schedule.ts:23',
      update({ $inc: { revision: 1 } }),
    ],
    [
      'a revision that is set',
      'shared/domain/payments/check-schedule.ts:23',
      update({ $set: { revision: 7 } }),
    ],
  ])('%s is reported', (_what, caller, entry) => {
    expect(orderWrittenBy(caller, entry)).toContain(caller)
  })

  it.each([
    [
      'a move',
      'shared/domain/orders/change/compare-and-set.ts:50',
      findAndModify({ $set: { status: 'Failed' }, $inc: { revision: 1 } }),
    ],
    [
      'an edit',
      'shared/domain/orders/change/compare-and-set.ts:50',
      findAndModify({ $inc: { revision: 1 } }),
    ],
    ['one of many', 'shared/domain/orders/change/compare-and-set.ts:70', update({ $inc: { revision: 1 } })],
    [
      'an edit that nobody sees',
      'shared/platform/sweep.ts:9',
      update({ $set: { 'due.fulfil.at': null }, $inc: { revision: 0 } }),
    ],
    [
      'another collection',
      'shared/domain/wallet/change-top-up.ts:40',
      { ...update({ $set: { status: 'Success' } }), ns: 'x.wallet_transactions' },
    ],
  ])('%s is allowed', (_what, caller, entry) => {
    expect(orderWrittenBy(caller, entry)).toBeUndefined()
  })
})
