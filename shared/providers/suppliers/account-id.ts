import { createHash } from 'node:crypto'

/**
 * A fingerprint, twelve hex digits, of the names that identify an account at a vendor, such as a
 * partner id.
 */
export const accountIdOf = (...names: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 12)
