import { Secret, TOTP } from 'otpauth'

/** RFC 6238, with the parameters that every authenticator app knows. */
const totpOf = (secret: string, email = '') =>
  new TOTP({ issuer: 'Jhatpat', label: email, secret: Secret.fromBase32(secret), period: 30 })

/** 160 random bits, in base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** `otpauth://totp/…`: what an app scans. */
export const addressOf = (secret: string, email: string): string => totpOf(secret, email).toString()

/**
 * The step of 30 seconds, counted from 1970, whose code this is: the one of now, or one before or after it, since
 * phones' clocks differ.
 * @returns undefined when it is none of these
 */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ period: 30, timestamp }) + delta
}
