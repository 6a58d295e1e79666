import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { refuseCommonPassword } from './common-passwords.ts'

const lines = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  .trim()
  .split('\n')

it('refuses each of the 3,000 commonest passwords, in whatever case', () => {
  expect(new Set(lines).size).toBe(3_000)
  for (const line of lines) {
    expect(line.length).toBeGreaterThanOrEqual(8)
    expect(() => refuseCommonPassword(line), line).toThrow('commonest')
  }
  expect(() => refuseCommonPassword('PassWord')).toThrow('commonest')
})

it('has no other rule', () => {
  for (const password of ['aaaaaaab', 'a sentence of mine', '        ', 'ज़िन्दगी न'])
    refuseCommonPassword(password)
})
