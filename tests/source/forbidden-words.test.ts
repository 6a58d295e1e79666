import { describe, expect, it } from 'vitest'
import { findWords, isSearched } from './find-words.ts'
import { exceptions } from './forbidden-words.ts'
import { readSource } from './read-source.ts'

const found = (text: string, path = 'shared/platform/a.ts') =>
  findWords({ path, text }).map(({ word }) => word)

describe('forbidden words', () => {
  it('are used nowhere; each finding names the word to use instead', () => {
    const findings = readSource().filter(isSearched).flatMap(findWords)
    expect(findings.map(({ path, line, word, use }) => `${path}:${line} ${word} → ${use}`)).toEqual([])
  })

  it('are found in identifiers by part, and whole', () => {
    expect(found('const isLetOut = letOutOrders(dueWork)')).toEqual(['isLetOut', 'letOutOrders', 'dueWork'])
    expect(found('const outlet = complete(letters)')).toEqual([])
  })

  it('are found in code, not in a screen’s texts or the regular expressions that match them', () => {
    const text = '/Nobody waits/.test(<p title={nobody}>Nobody waits, {alarm} <b>alarms</b></p>)'
    expect(found(text, 'admin/src/a.tsx')).toEqual(['nobody', 'alarm'])
  })

  it('are found in comments and titles, not in other strings or quoted code', () => {
    expect(found('/** Nobody reads `nobody` or "whoever". */ const a = "nobody"')).toEqual(['Nobody'])
    expect(found("it('is over', () => {})", 'a.test.ts')).toEqual(['is over'])
    expect(found("it.each([1])('is over for %s', () => {})", 'a.test.ts')).toEqual(['is over'])
  })

  it('allow who for people alone, and whose for things, too', () => {
    expect(found('// An admin who asks; a process who waits.')).toEqual(['process who'])
    expect(found('// A process whose lease has expired.')).toEqual([])
  })

  it('have at most thirty exceptions, each in use', () => {
    expect(exceptions.length).toBeLessThanOrEqual(30)
    const texts = readSource()
    for (const { word, within } of exceptions)
      expect(
        texts.some(({ path, text }) => path.startsWith(within) && text.includes(word)),
        word,
      ).toBe(true)
  })
})
