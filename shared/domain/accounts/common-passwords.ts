import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../platform/app-error.ts'

/**
 * The 3,000 commonest passwords of at least eight characters, commonest first, one per line. Source: the list of leaked
 * passwords in zxcvbn 4.4.2 (MIT licence, Dan Wheeler and Dropbox).
 */
const common = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .trim()
    .split('\n'),
)

/**
 * Words that an attacker would try first for this shop; docs/security-rules.md lists them. Digits and punctuation
 * around them are ignored, so `Jhatpat@2026` is refused too.
 */
export const ownWords: readonly string[] = (
  'jhatpat diamonds diamond topup recharge wallet reseller admin support ' +
  'mobilelegends mlbb honorofkings genshin freefire bgmi pubg game shop india'
).split(' ')

const onlyOwnWords = new RegExp(`^(${ownWords.join('|')})+$`)

/** @throws AppError `password_common` for a password that is easily guessed, in any case */
export function refuseCommonPassword(password: string): void {
  const lower = password.toLowerCase()
  if (common.has(lower)) throw new AppError('password_common', { field: 'password' })
  if (onlyOwnWords.test(lower.replace(/[^\p{L}]/gu, ''))) {
    const message = 'This password is made of words of this shop. Choose another one.'
    throw new AppError('password_common', { field: 'password', message })
  }
}
