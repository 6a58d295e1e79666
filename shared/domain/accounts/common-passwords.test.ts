import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { refuseCommonPassword } from './common-passwords.ts'

const lines = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  .trim()
  .split('\n')

it('refuses each of the 3,000 commonest passwords, in any case', () => {
  expect(new Set(lines).size).toBe(3_000)
  for (const line of lines) {
    expect(line.length).toBeGreaterThanOrEqual(8)
    expect(() => refuseCommonPassword(line), line).toThrow('too common')
  }
  expect(() => refuseCommonPassword('PassWord')).toThrow('too common')
})

it('refuses passwords made of the shop’s own words, with any digits and punctuation around them', () => {
  for (const password of ['Jhatpat@2026', 'jhatpat-topup', 'MLBB12345678', '!Admin!1999', 'gameshop']) {
    expect(() => refuseCommonPassword(password), password).toThrow('words of this shop')
  }
})

it('accepts every other password of the minimum length', () => {
  for (const password of ['aaaaaaab', 'a sentence of mine', '        ', '12 34 56 78 9', 'ज़िन्दगी न'])
    refuseCommonPassword(password)
  for (const password of ['jhatpat is quick', 'Xadmin84', 'diamondsea7']) refuseCommonPassword(password)
})
