import { expect, it } from 'vitest'
import { decrypt, encrypt, isMacOf, macOf } from './secret-key.ts'

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const before = { SECRET_KEY: keyOf(1), SECRET_KEY_PREVIOUS: '' }
const rotated = { SECRET_KEY: keyOf(2), SECRET_KEY_PREVIOUS: keyOf(1) }
const after = { SECRET_KEY: keyOf(2), SECRET_KEY_PREVIOUS: '' }
const code = { purpose: 'account-notification', about: 'JN1' } as const

it('decrypts its own text, also with the previous key, and not without it', () => {
  const sealed = encrypt(before, code, '482913')
  expect(sealed).not.toContain('482913')
  expect(decrypt(before, code, sealed)).toBe('482913')
  expect(decrypt(rotated, code, sealed)).toBe('482913')
  expect(decrypt(after, code, sealed)).toBeUndefined()
  expect(encrypt(before, code, '482913')).not.toBe(sealed)
  expect(decrypt(after, code, encrypt(rotated, code, '1'))).toBe('1')
})

it('decrypts nothing that was changed, or encrypted about something else or for another purpose', () => {
  const sealed = encrypt(before, code, '482913')
  const parts = sealed.split('.')
  for (const at of [1, 2, 3]) {
    const changed = parts.map((part, index) =>
      index === at ? part.replace(/^./, (one) => (one === 'A' ? 'B' : 'A')) : part,
    )
    expect(decrypt(before, code, changed.join('.')), String(at)).toBeUndefined()
  }
  expect(decrypt(before, code, [...parts.slice(0, 3), parts[3]?.slice(0, 6)].join('.'))).toBeUndefined()
  expect(decrypt(before, { ...code, about: 'JN2' }, sealed)).toBeUndefined()
  expect(decrypt(before, { ...code, purpose: 'otp' }, sealed)).toBeUndefined()
  for (const other of ['', 'x', '...', '482913']) expect(decrypt(before, code, other)).toBeUndefined()
})

it('verifies its own MAC of a text, also under the previous key, and no other', () => {
  const stored = macOf(before, 'otp', 'sign_in/9000000001/482913')
  expect(isMacOf(rotated, { purpose: 'otp', stored }, 'sign_in/9000000001/482913')).toBe(true)
  expect(isMacOf(after, { purpose: 'otp', stored }, 'sign_in/9000000001/482913')).toBe(false)
  expect(isMacOf(before, { purpose: 'otp', stored }, 'sign_in/9000000002/482913')).toBe(false)
  expect(isMacOf(before, { purpose: 'account-notification', stored }, 'sign_in/9000000001/482913')).toBe(
    false,
  )
  expect(isMacOf(before, { purpose: 'otp', stored: '' }, '')).toBe(false)
})
