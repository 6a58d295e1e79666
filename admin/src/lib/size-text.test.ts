import { expect, it } from 'vitest'
import { sizeText } from './size-text.ts'

it.each([
  [0, '0 kB'],
  [180, '1 kB'],
  [36_400, '36 kB'],
  [1_440_000, '1.4 MB'],
])('%i bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text))
