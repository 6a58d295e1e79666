import { Secret, TOTP } from 'otpauth'

/** RFC 6238, with the parameters that every authenticator app supports. */
const totpOf = (secret: string, email = '') =>
  new TOTP({ issuer: 'Jhatpat', label: email, secret: Secret.fromBase32(secret), period: 30 })

/** 160 random bits, in base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** The `otpauth://totp/…` address that an app scans. */
export const totpAddress = (secret: string, email: string): string => totpOf(secret, email).toString()

/**
 * The 30-second step (counted from 1970) of a code. Accepts the current step, the previous and the next, because the
 * clocks of phones differ.
 * @returns undefined when the code matches none of them
 */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ period: 30, timestamp }) + delta
}
