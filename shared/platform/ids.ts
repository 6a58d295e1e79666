import { createHash, randomBytes, randomInt } from 'node:crypto'
import { istDay } from './clock.ts'

/** Crockford's alphabet: no I, L, O, U, so that a reference survives being read out on the phone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `JP261121K7Q2MDX4`: of an order (JP), a top-up (JT), another line of a wallet (JW) or a notice about an account (JN). */
export function newReference(prefix: 'JP' | 'JT' | 'JW' | 'JN', now: Date): string {
  return `${prefix}${newReferenceStem(now)}`
}

/** What of a reference follows its prefix: day in India, eight random letters (2^40 a day). */
export function newReferenceStem(now: Date): string {
  const [day, month, year] = istDay(now).split('-')
  const random = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${year?.slice(2)}${month}${day}${random}`
}

/** 256 random bits, URL-safe. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A code that somebody types: six digits, all million alike. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** How tokens are stored: a leaked database opens no session. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
