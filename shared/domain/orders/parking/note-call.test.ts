import { expect, it } from 'vitest'
import { isGoodEnd, isGoodSale } from './note-call.ts'

const refused = { kind: 'rejected', code: 'no_player', message: 'No such player' } as const
const returned = { kind: 'returned', supplierOrderId: '7', message: '' } as const
const accepted = { kind: 'accepted', supplierOrderId: '7', vendorStatus: 'processing' } as const

it('counts what tells of a supplier, and no refusal that is about the order', () => {
  expect(isGoodSale({ ...refused, retryable: false })).toBeUndefined()
  expect(isGoodSale({ ...refused, retryable: true })).toBe(false)
  expect(isGoodSale({ kind: 'unknown', message: '' })).toBe(false)
  expect(isGoodSale({ kind: 'unavailable', message: '' })).toBe(false)
  expect(isGoodSale({ kind: 'delivered', supplierOrderId: '7' })).toBe(true)
  expect(isGoodSale(returned)).toBe(false)
})

it('counts what was accepted by its end', () => {
  expect(isGoodSale(accepted)).toBeUndefined()
  expect(isGoodEnd(accepted)).toBeUndefined()
  expect(isGoodEnd(returned)).toBe(false)
  expect(isGoodEnd({ kind: 'delivered', supplierOrderId: '7' })).toBe(true)
  expect(isGoodEnd({ kind: 'unknown', message: '' })).toBeUndefined()
})
