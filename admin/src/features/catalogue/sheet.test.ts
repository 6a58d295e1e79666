import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'
import type { ChangedPrice } from '@jhatpat/shared/contracts/price-changes.ts'
import { describe, expect, it } from 'vitest'
import { readPaise } from './read-rupees.ts'
import { cellOf, changesOf, paste, rebaseLoaded } from './sheet.ts'

const item = (itemid: number, discountedprice: number, resellprice: number) =>
  ({ itemid, discountedprice, resellprice }) as AdminItem
const items = [item(101, 109, 101), item(102, 215, 200), item(103, 319, 292.5)]

describe('a typed or pasted price', () => {
  it.each([
    ['109', 10_900],
    ['1,269', 126_900],
    ['₹ 98.50', 9_850],
    ['98.505', undefined],
    ['10,3o9', undefined],
    ['-5', undefined],
    ['0', undefined],
    ['', undefined],
  ])('%s is %s paise', (text, paise) => {
    expect(readPaise(text)).toBe(paise)
  })

  it('is no change where it equals the saved one', () => {
    expect(cellOf(items[2]!, 'resellprice', { '103:resellprice': '292.50' }).isChanged).toBe(false)
    expect(changesOf(items, { '103:resellprice': '292.50' })).toEqual([])
  })

  it('leaves the other price of its row alone, and marks a row that not a valid price', () => {
    const changes = changesOf(items, { '101:discountedprice': '105', '102:resellprice': '19o' })
    expect(changes).toEqual([
      { item: items[0], pricePaise: 10_500, resellPaise: 10_100, unread: false },
      { item: items[1], pricePaise: 21_500, resellPaise: 20_000, unread: true },
    ])
  })
})

describe('the loaded price of a cell', () => {
  const answered = (itemid: number, result: ChangedPrice['result'], found?: number): ChangedPrice => ({
    itemid,
    name: '',
    field: 'discountedprice',
    from: 109,
    to: 105,
    result,
    ...(found === undefined ? {} : { found }),
  })

  it('becomes what a reply found or wrote, and is dropped for a cell without a draft', () => {
    const [first, second, third] = items.map(({ itemid }) => `${itemid}:discountedprice` as const)
    const loaded = { [first!]: 10_900, [second!]: 10_900, [third!]: 10_900 }
    const prices = [answered(101, 'changed', 120), answered(102, 'applied'), answered(103, 'changed', 130)]
    expect(rebaseLoaded({ [first!]: '105', [second!]: '104' }, loaded, prices)).toEqual({
      [first!]: 12_000,
      [second!]: 10_500,
    })
    expect(rebaseLoaded({ [first!]: '104' }, loaded, [answered(101, null)]), 'planned').toEqual({
      [first!]: 10_900,
    })
  })
})

describe('columns of a spreadsheet', () => {
  it('fill cells to the right and down', () => {
    const at = { itemid: 102, column: 'discountedprice' } as const
    expect(paste('209\t195\r\n309\t286\r\n', at, items)).toEqual({
      drafts: {
        '102:discountedprice': '209',
        '102:resellprice': '195',
        '103:discountedprice': '309',
        '103:resellprice': '286',
      },
      rows: 2,
      columns: 2,
      unknown: 0,
    })
  })

  it('are matched by the item’s number where the first column has them', () => {
    const at = { itemid: 101, column: 'resellprice' } as const
    expect(paste('103\t309\t286\n999\t1\t1\n101\t105', at, items)).toEqual({
      drafts: { '103:discountedprice': '309', '103:resellprice': '286', '101:discountedprice': '105' },
      rows: 2,
      columns: 3,
      unknown: 1,
    })
  })

  it('are no item numbers where a price happens to equal one', () => {
    const at = { itemid: 101, column: 'discountedprice' } as const
    expect(paste('101\t95\n209\t195\n309\t286', at, items)).toMatchObject({
      drafts: { '101:discountedprice': '101', '101:resellprice': '95', '103:resellprice': '286' },
      rows: 3,
      unknown: 0,
    })
  })

  it('drop what is beyond the last row and column, and empty cells', () => {
    const at = { itemid: 103, column: 'resellprice' } as const
    expect(paste('280\t1\n5', at, items).drafts).toEqual({ '103:resellprice': '280' })
    expect(paste('\n', at, items).drafts).toEqual({})
  })
})
