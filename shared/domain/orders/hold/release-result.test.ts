import { expect, it } from 'vitest'
import { isHealthyPurchase, isHealthyResult } from './release-result.ts'

const rejected = { kind: 'rejected', code: 'no_player', message: 'No such player' } as const
const returned = { kind: 'returned', supplierOrderId: '7', message: '' } as const
const accepted = { kind: 'accepted', supplierOrderId: '7', vendorStatus: 'processing' } as const

it('counts what a purchase says about the supplier, and no rejection that is about the order', () => {
  expect(isHealthyPurchase({ ...rejected, retryable: false })).toBeUndefined()
  expect(isHealthyPurchase({ ...rejected, retryable: true })).toBe(false)
  expect(isHealthyPurchase({ kind: 'unknown', message: '' })).toBe(false)
  expect(isHealthyPurchase({ kind: 'unavailable', message: '' })).toBe(false)
  expect(isHealthyPurchase({ kind: 'delivered', supplierOrderId: '7' })).toBe(true)
  expect(isHealthyPurchase(returned)).toBe(false)
})

it('counts an accepted purchase by its final state', () => {
  expect(isHealthyPurchase(accepted)).toBeUndefined()
  expect(isHealthyResult(accepted)).toBeUndefined()
  expect(isHealthyResult(returned)).toBe(false)
  expect(isHealthyResult({ kind: 'delivered', supplierOrderId: '7' })).toBe(true)
  expect(isHealthyResult({ kind: 'unknown', message: '' })).toBeUndefined()
})
