import { randomBytes, randomInt } from 'node:crypto'
import { hashWithSalt } from './password.ts'
import type { IFactor } from './second-factor-model.ts'

const codeCount = 10

/** Crockford's alphabet, without I, L, O and U, so that misread letters can be corrected. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export type RecoveryCodes = {
  /** `4K7Q-2MD9`: shown once. */
  codes: string[]
  stored: Pick<IFactor, 'recoveryHashes' | 'recoverySalt'>
}

/** @throws AppError `service_unavailable` when the hashing queue is full */
export async function newRecoveryCodes(): Promise<RecoveryCodes> {
  const recoverySalt = randomBytes(16).toString('base64')
  const codes = Array.from({ length: codeCount }, newCode)
  const recoveryHashes: string[] = []
  // Sequentially, so that concurrent sign-ins are not delayed by ten hashes.
  for (const code of codes) recoveryHashes.push(await recoveryCodeHash(code, recoverySalt))
  return { codes, stored: { recoveryHashes, recoverySalt } }
}

function newCode(): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/**
 * The hash of a code, whatever its case and separators. All codes of a user share a salt, so one hash is compared with
 * all.
 */
export function recoveryCodeHash(typed: string, recoverySalt: string): Promise<string> {
  const normalised = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return hashWithSalt(normalised, Buffer.from(recoverySalt, 'base64'))
}
