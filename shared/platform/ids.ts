import { createHash, randomBytes, randomInt } from 'node:crypto'
import { isoDayOf } from './clock.ts'

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
  // A byte's lower five bits choose each of the 32 characters equally often.
  const random = Array.from(randomBytes(8), (byte) => alphabet[byte & 31]).join('')
  return `${referenceDay(now)}${random}`
}

/** `261121`: the day in India with which the part of a reference after its prefix begins. */
export const referenceDay = (moment: Date): string => isoDayOf(moment).slice(2).replaceAll('-', '')

/** Of the form of a reference, and always the same for the same cause: 70 bits of its hash. */
export function referenceFor(prefix: 'JW', cause: string): string {
  const bytes = createHash('sha256').update(cause).digest().subarray(0, 14)
  return `${prefix}${Array.from(bytes, (byte) => alphabet[byte & 31]).join('')}`
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
