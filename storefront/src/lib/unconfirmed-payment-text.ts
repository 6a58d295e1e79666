import { t } from '@jhatpat/shared/ui/texts/translate.ts'

/**
 * Of money that may have left the customer and has not been confirmed to us.
 * @param sum in rupees, as it is written
 */
export const unconfirmedPaymentText = (sum: string): string =>
  t('Not with us yet. If {sum} left your account, it will show here within a few minutes.', { sum })
