/** The tables of a font, by their tags. */
type Tables = Map<string, Buffer>

/** One entry of a font's table directory: tag, checksum, offset and length, four bytes each. */
const entryBytes = 16
const headBytes = 12
const trueType = 0x0001_0000

/**
 * Copies some tables of another font that has the same glyphs in the same order. Checksums are left empty:
 * the program that writes the font next fills them in.
 * @param tags e.g. `GPOS`, the kerning
 * @throws when the number of glyphs differs, because the tables would refer to other glyphs
 */
export function withTablesOf(font: Buffer, other: Buffer, tags: readonly string[]): Buffer {
  const [tables, others] = [tablesOf(font), tablesOf(other)]
  if (glyphsIn(tables) !== glyphsIn(others)) throw new Error('The two fonts do not hold the same glyphs')
  for (const tag of tags) {
    const table = others.get(tag)
    if (table) tables.set(tag, table)
    else tables.delete(tag)
  }
  return fontOf(tables)
}

/** @see https://learn.microsoft.com/en-us/typography/opentype/spec/otff#table-directory */
export function tablesOf(font: Buffer): Tables {
  const count = font.readUInt16BE(4)
  const entries = Array.from({ length: count }, (_, place) => headBytes + entryBytes * place)
  return new Map(
    entries.map((at) => {
      const from = font.readUInt32BE(at + 8)
      return [font.toString('latin1', at, at + 4), font.subarray(from, from + font.readUInt32BE(at + 12))]
    }),
  )
}

function glyphsIn(tables: Tables): number | undefined {
  return tables.get('maxp')?.readUInt16BE(4)
}

function fontOf(tables: Tables): Buffer {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
  const head = Buffer.alloc(headBytes + entryBytes * sorted.length)
  head.writeUInt32BE(trueType, 0)
  head.writeUInt16BE(sorted.length, 4)
  const parts: Buffer[] = [head]
  let from = head.length
  for (const [place, [tag, table]] of sorted.entries()) {
    const at = headBytes + entryBytes * place
    head.write(tag, at, 'latin1')
    head.writeUInt32BE(from, at + 8)
    head.writeUInt32BE(table.length, at + 12)
    // Each table begins at a multiple of four.
    const filler = Buffer.alloc((4 - (table.length % 4)) % 4)
    parts.push(table, filler)
    from += table.length + filler.length
  }
  return Buffer.concat(parts)
}
