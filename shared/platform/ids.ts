import { createHash, randomBytes, randomInt } from 'node:crypto'
import { istDay } from './clock.ts'

/**
 * Crockford's alphabet: no I, L, O, U, so that a reference can be read out on the phone without
 * mistakes.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * `JP261121K7Q2MDX4`: of an order (JP), a top-up (JT), another wallet transaction (JW) or an
 * account notification (JN).
 */
export function newReference(prefix: 'JP' | 'JT' | 'JW' | 'JN', now: Date): string {
  return `${prefix}${newReferenceStem(now)}`
}

/** The part of a reference after its prefix: day in India, eight random characters (2^40 a day). */
export function newReferenceStem(now: Date): string {
  const [day, month, year] = istDay(now).split('-')
  // A byte's lower five bits choose each of the 32 characters equally often.
  const random = Array.from(randomBytes(8), (byte) => alphabet[byte & 31]).join('')
  return `${year?.slice(2)}${month}${day}${random}`
}

/** 256 random bits, URL-safe. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A code for people to type: six digits, equally likely. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** The stored form of a token: a leaked database cannot be used to sign in. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
