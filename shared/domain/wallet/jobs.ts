import type { JobDefinition } from '../../platform/job-definition.ts'

/** Look whether a top-up's money came. */
export const checkTopUpPayment = {
  queue: 'payments',
  name: 'topup.check-payment',
} as const satisfies JobDefinition
/** Tell the customer about a top-up. */
export const notifyTopUp = { queue: 'notifications', name: 'topup.notify' } as const satisfies JobDefinition
