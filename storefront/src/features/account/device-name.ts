import type { OpenSession } from '@jhatpat/shared/contracts/accounts.ts'

/** What a place is called where one is signed in. */
export function deviceName({ device }: Pick<OpenSession, 'device'>): string {
  return device || 'Unknown device'
}
