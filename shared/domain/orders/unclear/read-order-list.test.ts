import { describe, expect, it } from 'vitest'
import { matchOrders, type PurchaseToFind, readOrderList } from './read-order-list.ts'

const within = { beforeMs: 120_000, afterMs: 180_000 }
const wanted = (key: string, more: Partial<PurchaseToFind> = {}): PurchaseToFind => ({
  key,
  player: '12345678',
  supplierItemId: '13',
  names: ['86 Diamonds', '78&8 Diamond'],
  cost: '61.5',
  sentAt: new Date('2026-11-28T08:33:10Z'),
  ...more,
})
const match = (text: string, ...of: PurchaseToFind[]) => {
  const { found, missing, notCovered } = matchOrders(readOrderList(text, 'india'), of, within)
  const lines = [...found].map(([key, { line, supplierOrderId }]) => [key, line, supplierOrderId])
  return { found: lines, missing, notCovered }
}

const heading = 'Order\tProduct\tUser ID (Zone)\tCoins\tTime\tStatus'
const before =
  'S2611280001\tmobilelegends BR 156&16 Diamond\t5550001(2001)\t122.0\t2026-11-28 13:00:00\tSuccess'
const after =
  'S2611280009\tmobilelegends BR 156&16 Diamond\t5550002(2001)\t122.0\t2026-11-28 15:00:00\tSuccess'
const row = 'S2611280005\tmobilelegends BR 78&8 Diamond\t12345678(2001)\t61.5\t2026-11-28 14:03:21\tSuccess'

describe('a pasted list of orders', () => {
  it('is matched by player, supplier product and time, from a table and from a CSV', () => {
    const result = { found: [['one', 3, 'S2611280005']], missing: [], notCovered: [] }
    expect(match([heading, before, row, after].join('\n'), wanted('one'))).toEqual(result)
    const csv = [heading, before, row, after].join('\r\n').replaceAll('\t', ',')
    expect(match(csv, wanted('one'))).toEqual(result)
  })

  it.each([
    ['another player', { player: '12345679' }],
    ['another product', { supplierItemId: '23', names: ['172 Diamonds'], cost: '122' }],
    ['another time', { sentAt: new Date('2026-11-28T08:40:00Z') }],
  ])('does not take a row of %s', (_name, more) => {
    expect(match([before, row, after].join('\n'), wanted('one', more))).toMatchObject({
      found: [],
      missing: ['one'],
    })
  })

  it('does not take a row that failed, has no order number or no time', () => {
    const failed = row.replace('Success', 'Refunded')
    const nameless = row.replace('S2611280005', '')
    const timeless = row.replace('2026-11-28 14:03:21', 'today')
    for (const bad of [failed, nameless, timeless])
      expect(match([before, bad, after].join('\n'), wanted('one')).found).toEqual([])
  })

  it('gives each row to one purchase', () => {
    const twice = [wanted('one'), wanted('two', { sentAt: new Date('2026-11-28T08:33:20Z') })]
    expect(match([before, row, after].join('\n'), ...twice)).toMatchObject({
      found: [['one', 2, 'S2611280005']],
      missing: ['two'],
    })
  })

  it('does not cover a purchase outside its time', () => {
    expect(match(before, wanted('one'))).toEqual({ found: [], missing: [], notCovered: ['one'] })
    expect(match('', wanted('one'))).toEqual({ found: [], missing: [], notCovered: ['one'] })
  })

  it('reads times in the selected zone', () => {
    const brazil = row.replace('2026-11-28 14:03:21', '28/11/2026 05:33')
    const { found } = matchOrders(readOrderList(brazil, 'brazil'), [wanted('one')], within)
    expect(found.size).toBe(1)
  })
})
