import type { JobDefinition } from '../../platform/job-definition.ts'

/** Checks a top-up's payment at the gateway. */
export const checkTopUpPayment = {
  queue: 'payments',
  name: 'topup.check-payment',
} as const satisfies JobDefinition
/** Notifies the customer about a top-up. */
export const notifyTopUp = { queue: 'notifications', name: 'topup.notify' } as const satisfies JobDefinition
