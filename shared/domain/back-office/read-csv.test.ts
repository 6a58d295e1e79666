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

describe('a CSV that is read', () => {
  it('has the cells that were written, wherever its text was cut', async () => {
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (rows, size) => {
        const text = byteOrderMark + rows.map((cells) => csvLine(cells)).join('')
        const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
        expect(await readAll(chunks)).toEqual(rows)
      }),
    )
  })

  it('may end its lines as other programs do, and its last not at all', async () => {
    expect(await readAll(['a,"b,"\nc,'])).toEqual([
      ['a', 'b,'],
      ['c', ''],
    ])
  })

  it('is not taken into memory whole for a quote that nobody closed', async () => {
    let taken = 0
    function* endless() {
      for (;;) {
        taken += 1
        yield taken === 1 ? 'a,"b' : 'x'.repeat(100_000)
      }
    }
    await expect(readAll(endless())).rejects.toThrow(RangeError)
    expect(taken).toBeLessThan(20)
  })
})
