import { expect, it, vi } from 'vitest'
import { newCode, newReferenceStem, newToken } from './ids.ts'

it('makes tokens of 256 random bits', () => {
  const tokens = Array.from({ length: 1_000 }, newToken)
  expect(new Set(tokens).size).toBe(1_000)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const bits = tokens.map((token) => Buffer.from(token, 'base64url'))
  for (let bit = 0; bit < 256; bit++) {
    const set = bits.filter((bytes) => (bytes[bit >> 3] as number) & (1 << (bit & 7))).length
    // In a thousand draws: seven standard deviations on each side.
    expect(Math.abs(set - 500), `bit ${bit}`).toBeLessThan(111)
  }
})

it('makes codes of six digits, each equally likely', () => {
  const codes = Array.from({ length: 2_000 }, newCode)
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  for (let place = 0; place < 6; place++) {
    for (const digit of '0123456789') {
      const count = codes.filter((code) => code[place] === digit).length
      expect(Math.abs(count - 200), `${digit} at ${place}`).toBeLessThan(95)
    }
  }
})

it('makes references of the day in India and eight characters, each equally likely', () => {
  const lateInLondon = new Date('2026-11-21T20:00:00Z')
  const stems = Array.from({ length: 4_000 }, () => newReferenceStem(lateInLondon))
  for (const stem of stems) expect(stem).toMatch(/^261122[0-9A-HJ-KM-NP-TV-Z]{8}$/)
  for (let place = 6; place < 14; place++) {
    for (const character of '0123456789ABCDEFGHJKMNPQRSTVWXYZ') {
      const count = stems.filter((stem) => stem[place] === character).length
      // In four thousand draws: seven standard deviations on each side of 125.
      expect(Math.abs(count - 125), `${character} at ${place}`).toBeLessThan(78)
    }
  }
})

it('uses the system’s random generator, not a computable one', () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const made = Array.from({ length: 20 }, () => [newToken(), newCode()])
  random.mockRestore()
  expect(new Set(made.map(([token]) => token)).size).toBe(20)
  expect(new Set(made.map(([, code]) => code)).size).toBeGreaterThan(15)
})
