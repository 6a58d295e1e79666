import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import type { VendorCall } from '../../providers/vendor-call.ts'
import { createVendorCallLog } from './vendor-call-log.ts'
import { type IVendorCallBlock, VendorCallBlockModel } from './vendor-call-model.ts'

afterEach(() => vi.restoreAllMocks())

const vendorCall = (ref: string, isAct: boolean): VendorCall => ({
  ref,
  isAct,
  vendor: 'SMILEBR',
  call: isAct ? 'createorder' : 'querypoints',
  asked: {},
  answered: {},
  outcome: 'json',
  httpStatus: 200,
  note: '',
  tookMs: 1,
})

it('drops the oldest check first when too many calls wait, and a purchase only when no check is left', async () => {
  const written: string[] = []
  vi.spyOn(VendorCallBlockModel.collection, 'insertMany').mockImplementation((async (
    blocks: IVendorCallBlock[],
  ) => {
    for (const { calls } of blocks) written.push(...calls.map(({ ref }) => ref))
  }) as never)
  const callLog = createVendorCallLog({ clock: { now: () => new Date() }, log: pino({ level: 'silent' }) })
  callLog.capture(vendorCall('bought', true))
  for (let n = 0; n < 1_000; n += 1) callLog.capture(vendorCall(`asked-${n}`, false))
  await callLog.write()
  expect(written).toHaveLength(1_000)
  expect(written.slice(0, 2)).toEqual(['bought', 'asked-1'])
  written.length = 0
  for (let n = 0; n < 1_001; n += 1) callLog.capture(vendorCall(`bought-${n}`, true))
  await callLog.close()
  expect([written.length, written[0]]).toEqual([1_000, 'bought-1'])
})
