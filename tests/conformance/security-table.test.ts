import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { allMutants } from '../mutants/all-mutants.ts'
import { asvsItems } from './asvs-items.ts'
import { securityFaults, threatFaults } from './security-table.ts'

const read = (path: string) => readFile(resolve(import.meta.dirname, '../../docs', path), 'utf8')
let security: string
let threats: string
beforeAll(async () => {
  ;[security, threats] = await Promise.all([read('security.md'), read('threat-model.md')])
})

describe('docs/security.md', () => {
  it('lists every item, each with its test and its mutant, or the reason why not', () => {
    const levels = [...asvsItems.values()]
    expect([1, 2, 3].map((level) => levels.filter((one) => one === level).length)).toEqual([70, 183, 92])
    expect(securityFaults(security, allMutants)).toEqual([])
  })

  const row = (id: string) => security.split('\n').find((line) => line.startsWith(`| ${id} |`)) ?? ''
  const cells = (id: string) => row(id).split(' | ')
  it.each<[string, () => string[], string]>([
    ['leaves an item out', () => [row('7.5.2'), ''], '7.5.2 is missing'],
    ['has an item twice', () => [row('7.3.2'), `${row('7.3.2')}\n${row('7.3.2')}`], '7.3.2 is too much'],
    ['has another level', () => ['| 5.2.2 | 1 |', '| 5.2.2 | 2 |'], '5.2.2 is of level 1'],
    [
      'names a mutant that is none',
      () => ['"a session never expires"', '"a session ends late"'],
      '7.3.2 names a mutant that does not exist: a session ends late',
    ],
    [
      'names a mutant of another test',
      () => [row('7.3.2'), row('7.3.2').replace('sign-in.test.ts', 'sign-up.test.ts')],
      '7.3.2 names no test that catches: a session never expires',
    ],
    [
      'names nothing that undoes it',
      () => [row('7.3.2'), [...cells('7.3.2').slice(0, 4), '– |'].join(' | ')],
      '7.3.2 names neither a mutant nor an attack',
    ],
    [
      'calls a document what is more',
      () => [row('7.3.2'), [...cells('7.3.2').slice(0, 4), 'document: says so |'].join(' | ')],
      '7.3.2 asks for more than a document',
    ],
    [
      'does not say why not',
      () => [row('13.3.2'), [...cells('13.3.2').slice(0, 3), 'Not met', '– |'].join(' | ')],
      '13.3.2 does not say why not, and nothing else',
    ],
    [
      'forgets what is not met at its end',
      () => ['15.2.1, 16.3.3', '16.3.3'],
      '15.2.1 is not in the list of what is not met',
    ],
  ])('is wrong where it %s', (_what, change, fault) => {
    const [from = '', to = ''] = change()
    expect(security).toContain(from)
    expect(
      securityFaults(
        security.replace(from, () => to),
        allMutants,
      ),
    ).toContain(fault)
  })
})

describe('docs/threat-model.md', () => {
  it('names for each threat the mutant that removes its defence', () => {
    expect(threatFaults(threats, allMutants)).toEqual([])
  })

  it('is wrong where a row names none', () => {
    const [row = ''] = threats.split('\n').filter((line) => line.startsWith('| a colleague in support |'))
    const without = threats.replace(row, () => row.replace(/mutant .*$/, '– |'))
    expect(threatFaults(without, allMutants)).toEqual(['a colleague in support names no mutant'])
  })
})
