import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

/** What was asked for by its number. That each test is there is what doc-claims.test.ts sees to. */
const asked = [
  ...[
    '1.2.4',
    '1.2.9',
    '2.2.1',
    '2.3.1',
    '2.3.3',
    '2.3.4',
    '2.4.1',
    '3.4.2',
    '3.4.3',
    '3.5.2',
    '4.1.3',
    '4.4.2',
  ],
  ...[
    '5.2.2',
    '5.3.2',
    '6.2.4',
    '6.3.1',
    '6.3.3',
    '6.5.1',
    '6.5.4',
    '6.5.5',
    '6.6.3',
    '7.4.1',
    '7.4.2',
    '8.2.1',
  ],
  ...['8.2.2', '8.2.3', '9.2.1', '11.4.2', '11.5.1', '13.2.4', '15.3.1', '15.3.3', '15.3.4', '16.5.3'],
]
const citation = /`[\w-]+\.(test|spec)\.tsx?`: "[^"]+"/

it('holds each item by a test, or says why not', async () => {
  const text = await readFile(resolve(import.meta.dirname, '../../docs/security.md'), 'utf8')
  const rows = text.split('\n').filter((line) => /^\| \d/.test(line))
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()))
  const ids = cells.map(([, id = '']) => id)
  expect(ids.length).toBeGreaterThanOrEqual(40)
  expect(ids).toEqual([...new Set(ids)].sort(byNumber))
  expect(asked.filter((id) => !ids.includes(id))).toEqual([])
  for (const [, id, level, asks = '', held = '', ...rest] of cells) {
    expect(rest, id).toEqual([''])
    expect(level, id).toMatch(/^[12]$/)
    expect(asks.length, id).toBeGreaterThan(15)
    const isHeld = citation.test(held) || /^(Does not apply|Not met): .{20}/.test(held)
    expect(isHeld, `${id}: ${held}`).toBe(true)
  }
})

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}
