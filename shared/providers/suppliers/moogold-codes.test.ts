import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readCodes } from './moogold.ts'

const codesOf = (detail: Record<string, unknown>) => readCodes(detail)?.reveal()

describe('the codes of a MooGold order', () => {
  it.each([
    ['in one item', { item: [{ voucher_code: ['A1', ' B2 '] }] }, ['A1', 'B2']],
    ['in several items', { item: [{ voucher_code: ['A1'] }, { voucher_code: ['B2'] }] }, ['A1', 'B2']],
    ['in an item that is no list', { item: { voucher_code: 'A1' } }, ['A1']],
    ['as a number', { item: [{ voucher_code: [4711] }] }, ['4711']],
    ['of an unknown form', { item: [{ voucher_code: [{ pin: '1' }] }] }, ['{"pin":"1"}']],
  ])('are found %s', (_where, detail, codes) => {
    expect(codesOf(detail)).toEqual(codes)
  })

  it.each([{}, { item: [] }, { item: [{ voucher_code: [] }] }, { item: [{ voucher_code: ['', null] }] }])(
    'are none in %j',
    (detail) => expect(codesOf(detail)).toBeUndefined(),
  )

  it('are not revealed by printing or serialising the answer', () => {
    const answer = { kind: 'delivered', codes: readCodes({ item: [{ voucher_code: ['A1-SECRET'] }] }) }
    for (const text of [JSON.stringify(answer), inspect(answer)]) expect(text).not.toContain('SECRET')
  })
})
