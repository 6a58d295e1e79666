import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import {
  accentsInNames,
  basicLatin,
  easternAccents,
  punctuation,
  rangesOf,
  westernAccents,
} from './letters.ts'

const tokens = new URL('../../shared/ui/css/tokens.css', import.meta.url)

it('fetches a file of rare letters for exactly the letters in it', async () => {
  const css = (await readFile(tokens, 'utf8')).replaceAll(/\s+/g, ' ')
  for (const [name, letters] of [
    ['accents-western.woff2', westernAccents],
    ['accents-eastern.woff2', easternAccents],
  ] as const) {
    const face = css.split('@font-face').find((one) => one.includes(name))
    expect(face).toContain(`unicode-range: ${rangesOf(letters)};`)
  }
})

const names = [
  'Zoë',
  'Jörg Öztürk',
  'Søren',
  'Françoise',
  'Łukasz',
  'Şebnem',
  'Ștefan',
  'Dvořák',
  'Ýmir',
  'Rāga',
]

it('has every letter of a European name in exactly one text font', () => {
  const all = [basicLatin, punctuation, accentsInNames, westernAccents, easternAccents].join('')
  expect(new Set(all).size).toBe([...all].length)
  for (const name of names) for (const letter of name.normalize('NFC')) expect(all, name).toContain(letter)
})
