import { describe, expect, it } from 'vitest'
import { firstPage, readTableAddress, type TableSpec, tableParams } from './table-address.ts'

const spec: TableSpec<'status' | 'from'> = {
  sizes: [50, 100],
  sorts: ['-createdAt', 'value'],
  filters: { status: ['Created', 'Failed'], from: 'text' },
  columns: ['item', 'player', 'reason'],
  hidden: ['reason'],
}
const read = (text: string) => readTableAddress(spec, new URLSearchParams(text))
const written = (text: string) => tableParams(spec, read(text)).toString()

describe('the address of a table', () => {
  it.each([
    '',
    'q=asha%40mail.test',
    'status=Failed&from=2026-11-01&sort=value&cols=item+reason&size=100&page=3&after=17.JP1',
    'before=17.JP1',
  ])('is unchanged after it was read and written: %s', (text) => {
    expect(written(text)).toBe(text)
  })

  it('takes defaults for values that do not exist', () => {
    expect(written('status=Lost&sort=name&size=7&page=-1&cols=zz&x=1')).toBe('')
    expect(read('')).toEqual({
      page: 1,
      size: 50,
      after: '',
      before: '',
      sort: '-createdAt',
      q: '',
      filters: {},
      columns: ['item', 'player'],
    })
  })

  it('returns to the first page when the query changes', () => {
    const address = { ...read('page=9&after=17.JP1'), ...firstPage, q: 'x' }
    expect(tableParams(spec, address).toString()).toBe('q=x')
  })
})
