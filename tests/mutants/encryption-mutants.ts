import type { Mutant } from './tree/mutant.ts'

const signIn = ['tests/services/accounts/sign-in.test.ts']
const sealed = ['shared/platform/secret-key.test.ts']
const keyFile = 'shared/platform/secret-key.ts'
const idFile = 'shared/platform/ids.ts'
const rules = ['tests/conformance/security-rules.test.ts']

/** Each removes one thing that docs/security.md says about keys, ciphers and hashes. */
export const encryptionMutants: readonly Mutant[] = [
  {
    name: 'a cipher that the inventory does not name is used',
    file: keyFile,
    changes: [
      { inside: 'encryptWith', find: "'aes-256-gcm'", replace: "'chacha20-poly1305'" },
      { inside: 'decryptWith', find: "'aes-256-gcm'", replace: "'chacha20-poly1305'" },
    ],
    tests: rules,
  },
  {
    name: 'tokens are stored in plain text',
    file: idFile,
    inside: 'hashToken',
    tests: signIn,
    find: "createHash('sha256').update(token).digest('base64url')",
    replace: 'token',
  },
  {
    name: 'a hash that the inventory does not name is used',
    file: idFile,
    inside: 'hashToken',
    tests: rules,
    find: "createHash('sha256')",
    replace: "createHash('sha1')",
  },
  {
    name: 'one key decrypts what was encrypted for another purpose',
    file: keyFile,
    inside: 'derive',
    tests: sealed,
    find: "hkdfSync('sha256', $KEY, '', $PURPOSE, 32)",
    replace: "hkdfSync('sha256', $KEY, '', 'jhatpat', 32)",
  },
  {
    name: 'a derived key that is kept serves every purpose',
    ...{ file: keyFile, inside: 'keyFor', tests: sealed },
    find: '[purpose, secret]',
    replace: '[secret]',
  },
  {
    name: 'a derived key that is kept outlives its secret',
    ...{ file: keyFile, inside: 'keyFor', tests: sealed },
    find: '[purpose, secret]',
    replace: '[purpose]',
  },
  {
    name: 'changed ciphertext is decrypted',
    file: keyFile,
    inside: 'decryptWith',
    tests: sealed,
    find: 'Buffer.concat([decipher.update(text), decipher.final()])',
    replace: 'decipher.update(text)',
  },
  {
    name: 'a changed key makes all encrypted data unreadable',
    file: keyFile,
    inside: 'keysOf',
    tests: sealed,
    find: '[env.SECRET_KEY, env.SECRET_KEY_PREVIOUS]',
    replace: '[env.SECRET_KEY]',
  },
]
