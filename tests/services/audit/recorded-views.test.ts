import {
  AuditModel,
  auditTarget,
  recordView,
  UnsealedRowModel,
  viewsOf,
} from '@jhatpat/shared/domain/audit/index.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const meera = { userId: 'a1', name: 'Meera', from: '10.0.0.1' }
const imran = { userId: 'a2', name: 'Imran', from: '10.0.0.2' }
const viewOf = (orderid: string) => ({ target: auditTarget.order(orderid), action: 'order.view' as const })
const namesOf = async (orderid: string) => (await viewsOf(viewOf(orderid))).map(({ by }) => by)

it('records one view in ten minutes for each admin, however often their page reloads', async () => {
  const one = viewOf('JP261121AAAAAAAA')
  await recordView(service.clock, meera, one)
  await recordView(service.clock, meera, one)
  await recordView(service.clock, imran, one)
  await recordView(service.clock, meera, viewOf('JP261121BBBBBBBB'))
  expect((await namesOf('JP261121AAAAAAAA')).toSorted()).toEqual(['Imran', 'Meera'])
  service.clock.advance(10 * 60_000 + 1)
  await recordView(service.clock, meera, one)
  expect(await namesOf('JP261121AAAAAAAA')).toEqual(['Meera', expect.any(String), expect.any(String)])
})

it('records one view when many pages of one admin open at once, and each row will be sealed', async () => {
  const one = viewOf('JP261121CCCCCCCC')
  await Promise.all(Array.from({ length: 8 }, () => recordView(service.clock, meera, one)))
  const rows = await AuditModel.find({ target: one.target }).lean()
  expect(rows).toHaveLength(1)
  expect(await UnsealedRowModel.countDocuments({ _id: rows[0]!._id })).toBe(1)
})
