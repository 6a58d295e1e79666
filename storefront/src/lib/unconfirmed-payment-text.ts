import { t } from '@jhatpat/shared/ui/texts/translate.ts'

/**
 * The text about money that may have left the customer and is not confirmed.
 * @param sum in rupees, formatted
 */
export const unconfirmedPaymentText = (sum: string): string =>
  t(
    'We haven’t received your payment yet. If {sum} was deducted from your bank account, it shows here within a few minutes.',
    { sum },
  )
