import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteOrderMark, csvLine } from './csv.ts'
import { readCsv } from './read-csv.ts'

async function readAll(chunks: Iterable<string>): Promise<string[][]> {
  const rows: string[][] = []
  for await (const cells of readCsv(chunks)) rows.push(cells)
  return rows
}

/** Texts with CSV's special characters; none begins like a formula, which the writer changes on purpose. */
const cell = fc.array(fc.constantFrom('"', ',', '\r', '\n', 'a', '₹')).map((parts) => `a${parts.join('')}`)

describe('readCsv', () => {
  it('returns the written cells, wherever the text is split into chunks', async () => {
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (rows, size) => {
        const text = byteOrderMark + rows.map((cells) => csvLine(cells)).join('')
        const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
        expect(await readAll(chunks)).toEqual(rows)
      }),
    )
  })

  it('accepts line feeds alone as line ends, and a last line without one', async () => {
    expect(await readAll(['a,"b,"\nc,'])).toEqual([
      ['a', 'b,'],
      ['c', ''],
    ])
  })

  it('stops reading at an unclosed quote, instead of loading the file into memory', async () => {
    let chunkCount = 0
    function* endless() {
      for (;;) {
        chunkCount += 1
        yield chunkCount === 1 ? 'a,"b' : 'x'.repeat(100_000)
      }
    }
    await expect(readAll(endless())).rejects.toThrow(RangeError)
    expect(chunkCount).toBeLessThan(20)
  })
})
