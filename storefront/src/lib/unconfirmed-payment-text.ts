import { t } from '@jhatpat/shared/ui/texts/translate.ts'

/**
 * The text about money that may have left the customer and is not confirmed.
 * @param sum in rupees, formatted
 */
export const unconfirmedPaymentText = (sum: string): string =>
  t('Not with us yet. If {sum} left your account, it will show here within a few minutes.', { sum })
