import { describe, expect, it } from 'vitest'
import { type LatePayment, mergeSources } from './late-payments.ts'

const ledger = (id: string, gatewayId: string, paise = 34_500): LatePayment => ({
  id,
  attempt: '',
  ref: `${id}/${gatewayId}`,
  paise,
  source: 'tail',
})
const answered = (id: string, attempt: string, gatewayId: string): LatePayment => ({
  ...ledger(id, gatewayId),
  attempt,
  source: 'gateway',
})
const exported = (id: string, attempt: string, paise = 34_500): LatePayment => ({
  id,
  attempt,
  ref: '',
  paise,
  source: 'export',
})
const sumOf = (parts: Partial<Parameters<typeof mergeSources>[0]>) => {
  const merged = mergeSources({ tail: [], gateway: [], exported: [], ...parts })
  return merged.reduce((sum, { paise }) => sum + paise, 0)
}

describe('payments that several sources name', () => {
  it('are counted once', () => {
    const tail = [ledger('JP1', 'G1')]
    expect(sumOf({ tail, gateway: [answered('JP1', 'JP1R2', 'G1')] })).toBe(34_500)
    expect(sumOf({ tail, exported: [exported('JP1', 'JP1R2')] })).toBe(34_500)
    expect(sumOf({ gateway: [answered('JP1', 'JP1R2', 'G1')], exported: [exported('JP1', 'JP1R2')] })).toBe(
      34_500,
    )
    expect(sumOf({ exported: [exported('JP1', 'JP1'), exported('JP1', 'JP1')] })).toBe(34_500)
  })

  it('are counted twice where one order was paid twice', () => {
    const tail = [ledger('JP1', 'G1'), ledger('JP1', 'G2')]
    expect(sumOf({ tail })).toBe(69_000)
    expect(sumOf({ tail, exported: [exported('JP1', 'JP1'), exported('JP1', 'JP1R2')] })).toBe(69_000)
    expect(sumOf({ tail: tail.slice(1), exported: [exported('JP1', 'JP1'), exported('JP1', 'JP1R2')] })).toBe(
      69_000,
    )
    expect(sumOf({ gateway: [answered('JP1', 'JP1', 'G1')], exported: [exported('JP1', 'JP1R2')] })).toBe(
      69_000,
    )
  })

  it.each([
    ['in the order of the attempts', ['JP1', 'JP1R2']],
    ['in the opposite order', ['JP1R2', 'JP1']],
  ])('are matched by their attempt before their amount, with the rows %s', (_order, attempts) => {
    const tail = [ledger('JP1', 'G1'), ledger('JP1', 'G2')]
    const gateway = [answered('JP1', 'JP1R2', 'G2')]
    const rows = attempts.map((attempt) => exported('JP1', attempt))
    const merged = mergeSources({ tail, gateway, exported: rows })
    expect(merged.map(({ ref, attempt }) => [ref, attempt])).toEqual([
      ['JP1/G1', 'JP1'],
      ['JP1/G2', 'JP1R2'],
    ])
    expect(mergeSources({ tail: [], gateway, exported: rows })).toHaveLength(2)
  })

  it('are never those of another order or amount', () => {
    expect(sumOf({ tail: [ledger('JP1', 'G1')], exported: [exported('JP2', 'JP2')] })).toBe(69_000)
    expect(sumOf({ tail: [ledger('JP1', 'G1')], exported: [exported('JP1', 'JP1', 100)] })).toBe(34_600)
  })
})
