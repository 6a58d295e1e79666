import type { OpenSession } from '@jhatpat/shared/contracts/accounts.ts'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'

/** The name of a device on which a session is open. */
export function deviceName({ device }: Pick<OpenSession, 'device'>): string {
  return device || t('Unknown device')
}
