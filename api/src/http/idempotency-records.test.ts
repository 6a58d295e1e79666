import { IdempotencyKeyModel, type IIdempotencyKey } from '@jhatpat/shared/platform/idempotency-model.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { reserveKey } from './idempotency-records.ts'

afterEach(() => vi.restoreAllMocks())

const record: IIdempotencyKey = {
  _id: 'key',
  route: 'POST /spend',
  requestHash: 'hash',
  ref: '261121K7Q2MDX4',
  owner: 'a run',
  state: 'running',
  startedAt: new Date('2026-11-21T10:00:00Z'),
}

function failing({ stored }: { stored: () => Promise<unknown[]> }) {
  const { collection } = IdempotencyKeyModel
  vi.spyOn(collection, 'insertMany').mockRejectedValue(new Error('the first error'))
  vi.spyOn(collection, 'find').mockReturnValue({ toArray: stored } as never)
}

it('throws the original error when the outcome of a write cannot be read back', async () => {
  failing({ stored: () => Promise.reject(new Error('the database is away')) })
  await expect(reserveKey(record)).rejects.toThrow('the first error')
})

it('trusts the stored record when the reply was lost, whether it is this run’s or another’s', async () => {
  failing({ stored: async () => [record] })
  expect(await reserveKey(record)).toBe(true)
  failing({ stored: async () => [{ ...record, owner: 'another' }] })
  await expect(reserveKey(record)).rejects.toThrow('the first error')
})
