import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

describe('csvLine', () => {
  it('writes rupees with two decimals, also negative ones, and times in IST', () => {
    const at = new Date('2026-11-21T18:42:10.500Z')
    expect(csvLine([{ paise: 34_500 }, { paise: -5 }, at, null])).toBe(
      '345.00,-0.05,2026-11-22 00:12:10,\r\n',
    )
  })

  it.each([
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['+91 98765', "'+91 98765"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    [' =1', "' =1"],
    ['\r=1', `"'\r=1"`],
    ['＝1+1', "'＝1+1"],
    ['a;=1+1', "a;'=1+1"],
    ['a; -1;b', "a;' -1;b"],
    ['Rao, Asha', '"Rao, Asha"'],
    ['Asha; Ravi', 'Asha; Ravi'],
    ['plain', 'plain'],
  ])('escapes text that would be a formula or break out of its cell: %j', (text, written) => {
    expect(csvLine([text])).toBe(`${written}\r\n`)
  })
})
