import { createHash } from 'node:crypto'

/** Twelve hex digits of what names an account at a vendor, such as a partner id. */
export const accountIdOf = (...names: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 12)
