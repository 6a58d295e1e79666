import { expect, it } from 'vitest'
import { tablesOf, withTablesOf } from './sfnt.ts'

/** A font of two tables, laid out as the format requires. */
function aFont(glyphs: number, kerning: string): Buffer {
  const head = Buffer.alloc(12 + 2 * 16)
  head.writeUInt16BE(2, 4)
  const maxp = Buffer.from([0, 0, 0x50, 0, 0, glyphs, 0, 0])
  const gpos = Buffer.from(kerning)
  const entries = [
    ['GPOS', head.length + maxp.length, gpos.length],
    ['maxp', head.length, maxp.length],
  ] as const
  for (const [place, [tag, from, length]] of entries.entries()) {
    head.write(tag, 12 + 16 * place, 'latin1')
    head.writeUInt32BE(from, 12 + 16 * place + 8)
    head.writeUInt32BE(length, 12 + 16 * place + 12)
  }
  return Buffer.concat([head, maxp, gpos])
}

it('takes tables from another font, and omits those that it does not have', () => {
  const joined = tablesOf(withTablesOf(aFont(9, 'its own'), aFont(9, 'still'), ['GPOS']))
  expect(joined.get('GPOS')?.toString()).toBe('still')
  expect(joined.get('maxp')?.readUInt16BE(4)).toBe(9)
  expect([...tablesOf(withTablesOf(aFont(9, 'its own'), aFont(9, 'still'), ['GDEF'])).keys()]).toEqual([
    'GPOS',
    'maxp',
  ])
})

it('begins each table at a multiple of four', () => {
  const font = withTablesOf(aFont(9, 'a'), aFont(9, 'odd, 11 byt'), ['GPOS'])
  const starts = [0, 1].map((place) => font.readUInt32BE(12 + 16 * place + 8))
  expect(starts.map((start) => start % 4)).toEqual([0, 0])
  expect(tablesOf(font).get('maxp')?.readUInt16BE(4)).toBe(9)
})

it('refuses fonts with different numbers of glyphs', () => {
  expect(() => withTablesOf(aFont(9, 'a'), aFont(8, 'a'), ['GPOS'])).toThrow('the same glyphs')
})
