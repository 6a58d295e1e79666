import { setTimeout as sleep } from 'node:timers/promises'
import { UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { inContext } from '@jhatpat/shared/platform/request-context.ts'
import { timed } from '@jhatpat/shared/platform/slow-queries.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
let lines: Record<string, unknown>[] = []
beforeAll(async () => {
  service = await startService({ logTo: { write: (line) => void lines.push(JSON.parse(line)) } })
})
beforeEach(() => {
  lines = []
})
afterAll(() => service.stop())

const context = { requestId: 'r-1', from: '', route: 'GET /users', subject: 'JP261121K7Q2MDX4' }
const slow = { $function: { body: 'function () { sleep(150); return true }', args: [], lang: 'js' } }
const slowLines = () => lines.filter(({ msg }) => String(msg).startsWith('slow query'))

it('logs a query of more than 100 ms with its shape, call and order, and without any value', async () => {
  const { _id, email } = await insertCustomer()
  const found = await inContext(context, () => UserModel.findOne({ _id, email, $expr: slow }).lean().exec())
  expect(found).toMatchObject({ email })
  expect(slowLines()).toMatchObject([
    {
      level: 40,
      collection: 'users',
      operation: 'findOne',
      route: 'GET /users',
      requestId: 'r-1',
      orderId: 'JP261121K7Q2MDX4',
    },
  ])
  const [{ shape, tookMs } = {}] = slowLines()
  expect(tookMs).toBeGreaterThanOrEqual(140)
  expect(JSON.parse(String(shape))).toMatchObject({ _id: '?', email: '?' })
  expect(JSON.stringify(lines)).not.toContain(email)
})

it('logs a command of the driver that is slow, and an aggregation', async () => {
  await timed({ operation: 'bulkWrite', collection: 'orders' }, () => sleep(120))
  const { _id } = await insertCustomer()
  await UserModel.aggregate([{ $match: { _id } }, { $match: { $expr: slow } }])
  expect(slowLines().map(({ collection, operation }) => [collection, operation])).toEqual([
    ['orders', 'bulkWrite'],
    ['users', 'aggregate'],
  ])
})

it('logs no other', async () => {
  await insertCustomer()
  await UserModel.findOne({ _id: 'none' }).catch(() => undefined)
  expect(slowLines()).toEqual([])
})
