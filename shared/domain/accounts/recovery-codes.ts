import { randomBytes, randomInt } from 'node:crypto'
import { hashWithSalt } from './password.ts'
import type { IFactor } from './second-factor-model.ts'

const howMany = 10

/** Crockford's alphabet: no I, L, O, U, so that what is read wrong can be told. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export type RecoveryCodes = {
  /** `4K7Q-2MD9`: to be shown once. */
  codes: string[]
  stored: Pick<IFactor, 'recoveryHashes' | 'recoverySalt'>
}

/** @throws AppError `service_unavailable` when too many wait for argon2 */
export async function newRecoveryCodes(): Promise<RecoveryCodes> {
  const recoverySalt = randomBytes(16).toString('base64')
  const codes = Array.from({ length: howMany }, newCode)
  const recoveryHashes: string[] = []
  // One after the other, so that customers who sign in meanwhile get their turn.
  for (const code of codes) recoveryHashes.push(await hashOf(code, recoverySalt))
  return { codes, stored: { recoveryHashes, recoverySalt } }
}

function newCode(): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** How a code is stored that was typed in whatever way; one hash for all that are left, since they share a salt. */
export function hashOf(typed: string, recoverySalt: string): Promise<string> {
  const read = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return hashWithSalt(read, Buffer.from(recoverySalt, 'base64'))
}
