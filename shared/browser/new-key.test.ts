import { expect, it } from 'vitest'
import { newKey } from './new-key.ts'

it('makes another key each time, valid as a header', () => {
  const keys = Array.from({ length: 100 }, newKey)
  expect(new Set(keys).size).toBe(100)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
})
