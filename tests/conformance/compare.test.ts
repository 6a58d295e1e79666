// cspell:ignore shpo
import { describe, expect, it } from 'vitest'
import { compare, isConform } from './compare.ts'
import { report } from './report.ts'
import { readFinishedParts, readRows } from './rows.ts'

const rows = readRows(
  [
    'id\tsection\twhere\tstatement\tissue',
    'PROD-01\t2\t/product\tShows the image.\tshop',
    'PROD-02\t2\t/product\tShows the name.\tshop',
    'CALL-01\t7\tGET /x\tReplies.\tshop',
    'PROD-03\t2\t/product\tShows a guide.\tlater',
    '',
  ].join('\n'),
)
const inFile = (...titles: string[]) => titles.map((title) => ({ path: 'a.test.ts', title }))
const all = inFile('PROD-01 and PROD-02 show image and name', 'replies (CALL-01)')

describe('compare', () => {
  it('counts rows with and without a test per part and prefix', () => {
    const { parts } = compare(rows, inFile('PROD-02 shows the name'), ['shop'])
    expect(parts[0]).toMatchObject({ name: 'shop', rows: 3, tested: 1, isFinished: true })
    expect(parts[0]?.prefixes).toEqual([
      { name: 'PROD', rows: 2, tested: 1 },
      { name: 'CALL', rows: 1, tested: 0 },
    ])
    expect(parts[0]?.untested.map(({ id }) => id)).toEqual(['PROD-01', 'CALL-01'])
    expect(parts[1]).toMatchObject({ name: 'later', rows: 1, tested: 0, isFinished: false })
  })

  it('passes when a title names every row of the finished parts, wherever in it', () => {
    expect(isConform(compare(rows, all, ['shop']))).toBe(true)
  })

  it('fails when one is missing, unless its part is not finished', () => {
    expect(isConform(compare(rows, all.slice(0, 1), ['shop']))).toBe(false)
    expect(isConform(compare(rows, all.slice(0, 1), []))).toBe(true)
  })

  it.each(['PROD-09 shows nothing', 'shows nothing (PROD-09)', 'PRDO-01 is mistyped'])(
    'is not when a title names a row there is not: %s',
    (title) => {
      const comparison = compare(rows, [...all, ...inFile(title)], ['shop'])
      expect(comparison.unknown).toHaveLength(1)
      expect(isConform(comparison)).toBe(false)
    },
  )

  it('ignores other names with numbers', () => {
    expect(compare(rows, inFile('signs by SHA-256', 'X-PROD-77', 'PROD-0175'), []).unknown).toEqual([])
  })

  it('fails when a part without rows is called finished', () => {
    expect(isConform(compare(rows, all, ['shop', 'shpo']))).toBe(false)
  })
})

describe('report', () => {
  it('shows tallies, what is missing and where unknown rows are named', () => {
    const text = report(compare(rows, inFile('PROD-02 shows', 'PROD-09 shows'), ['shop', 'shpo']))
    expect(text).toMatch(/^shop +3 rows +1 with a test +2 without {2}finished$/m)
    expect(text).toContain('  CALL-01  GET /x: Replies.')
    expect(text).toContain('  PROD-09  a.test.ts: PROD-09 shows')
    expect(text).toContain('  shpo')
    expect(text).not.toContain('PROD-03  ')
  })
})

describe('readRows', () => {
  it('refuses an invalid line and a duplicate row', () => {
    const head = 'id\tsection\twhere\tstatement\tissue\n'
    expect(() => readRows(`${head}prod 1\t2\tx\ty\tz`)).toThrow('line 2 is no row')
    expect(() => readRows(`${head}A-01\t2\tx\ty\tz\nA-01\t2\tx\ty\tz`)).toThrow('A-01 is there twice')
  })
})

describe('readFinishedParts', () => {
  it('reads one name per line, without comments', () => {
    expect(readFinishedParts('# parts\nshop # all of it\n\n')).toEqual(['shop'])
  })
})
