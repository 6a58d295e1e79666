import type { OpenSession } from '@jhatpat/shared/contracts/accounts.ts'

/** The name of a device on which a session is open. */
export function deviceName({ device }: Pick<OpenSession, 'device'>): string {
  return device || 'Unknown device'
}
