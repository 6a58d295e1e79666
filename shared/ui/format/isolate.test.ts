import { expect, it } from 'vitest'
import { isolated } from './isolate.ts'

it('isolates names from right to left, and leaves all others unchanged', () => {
  expect(isolated('لاعب')).toBe('\u2068لاعب\u2069')
  expect(isolated('אב 7')).toBe('\u2068אב 7\u2069')
  for (const text of ['RaviOP', 'राम', '123456789', '']) expect(isolated(text)).toBe(text)
})
