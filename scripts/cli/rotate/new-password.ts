import { randomBytes } from 'node:crypto'

/** As docs/how-to/production.md makes the first ones. */
export const newPassword = (): string => randomBytes(24).toString('hex')
