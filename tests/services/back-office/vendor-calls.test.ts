import {
  createVendorCallLog,
  listVendorCalls,
  VendorCallBlockModel,
} from '@jhatpat/shared/domain/vendor-calls/index.ts'
import type { VendorCall } from '@jhatpat/shared/providers/vendor-call.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(() => VendorCallBlockModel.deleteMany({}))

/** A process's log of vendor calls. */
const process = () => createVendorCallLog(service.deps)

const orderId = (number: number) => `JP261121${String(number).padStart(8, '0')}`
const [mine, others] = [orderId(1), orderId(2)]

const aCall = (subject: string, more: Partial<VendorCall> = {}): VendorCall => ({
  ref: `${subject}-1`,
  isAct: false,
  vendor: 'MOOGOLD',
  call: 'order_detail',
  asked: { order: subject },
  answered: { 'data.status': 'processing' },
  outcome: 'json',
  httpStatus: 200,
  note: '',
  tookMs: 20,
  ...more,
})
const bought = (subject: string) => aCall(subject, { isAct: true, call: 'create_order', tookMs: 100 })
const capture = (log: ReturnType<typeof process>, calls: readonly VendorCall[]) => {
  for (const call of calls) log.capture(call)
  return log.write()
}
/** No majority has confirmed them yet. */
const stored = () => VendorCallBlockModel.find().readConcern('local').lean()
const countsOf = async (subject: string) =>
  (await listVendorCalls(subject)).map(({ call, answered, count }) => [call, answered['data.status'], count])

it('writes the calls of 64 orders as one document, and lists each order’s own', async () => {
  const all = Array.from({ length: 65 }, (_, number) => bought(orderId(number)))
  await capture(process(), all)
  expect(await stored()).toHaveLength(2)
  const [listed, ...rest] = await listVendorCalls(mine)
  expect(listed).toMatchObject({ ref: `${mine}-1`, asked: { order: mine }, count: 1 })
  expect(rest).toEqual([])
})

it('counts equal answers of several writes and processes as one, and each purchase by itself', async () => {
  const [one, other] = [process(), process()]
  await capture(one, [bought(mine), bought(mine), aCall(mine), aCall(mine), aCall(others)])
  service.clock.advance(10_000)
  await capture(one, [aCall(mine, { tookMs: 30 }), bought(mine)])
  await capture(other, [
    aCall(mine, { tookMs: 40 }),
    aCall(mine, { answered: { 'data.status': 'completed' } }),
  ])
  expect(await countsOf(mine)).toEqual([
    ['create_order', 'processing', 1],
    ['create_order', 'processing', 1],
    ['order_detail', 'processing', 4],
    ['create_order', 'processing', 1],
    ['order_detail', 'completed', 1],
  ])
  const repeated = (await listVendorCalls(mine)).find(({ count }) => count === 4)
  expect(Date.parse(String(repeated?.lastAt)) - Date.parse(String(repeated?.firstAt))).toBeGreaterThan(9_900)
  expect(await countsOf(others)).toEqual([['order_detail', 'processing', 1]])
})

it('inserts nothing for a repeated answer, and changes no key of the index that finds it', async () => {
  const log = process()
  await capture(log, [aCall(mine), aCall(others)])
  const before = await stored()
  service.clock.advance(60_000)
  await capture(log, [aCall(mine), aCall(mine)])
  const [after, ...rest] = await stored()
  expect(rest).toEqual([])
  expect(after?.calls.map(({ count }) => count)).toEqual([3, 1])
  expect([after?._id, after?.subjectIds]).toEqual([before[0]?._id, before[0]?.subjectIds])
  // Retention begins again with the last call.
  expect(Number(after?.lastAt) - Number(before[0]?.lastAt)).toBeGreaterThanOrEqual(60_000)
})

it('does not count an answer in the place of a call that was blanked', async () => {
  const log = process()
  await capture(log, [aCall(mine), aCall(others)])
  await VendorCallBlockModel.updateMany({}, { $pull: { subjectIds: mine }, $set: { 'calls.0': null } })
  await capture(log, [aCall(mine), aCall(others)])
  expect(await listVendorCalls(mine)).toEqual([])
  expect(await countsOf(others)).toEqual([['order_detail', 'processing', 2]])
  await capture(log, [aCall(mine)])
  expect(await countsOf(mine)).toEqual([['order_detail', 'processing', 1]])
})

it('stores a repeated answer again after its document was lost, as in a failover', async () => {
  const log = process()
  await capture(log, [aCall(mine), aCall(others)])
  await VendorCallBlockModel.deleteMany({})
  await capture(log, [aCall(mine)])
  await capture(log, [aCall(mine)])
  expect(await countsOf(mine)).toEqual([['order_detail', 'processing', 1]])
})

it('keeps a row’s id while it is counted', async () => {
  const log = process()
  const idsOf = async () => (await listVendorCalls(mine)).map(({ id }) => id)
  await capture(log, [bought(mine), aCall(mine)])
  const before = await idsOf()
  await capture(log, [aCall(mine)])
  expect(await idsOf()).toEqual(before)
  expect(new Set(before).size).toBe(2)
})
