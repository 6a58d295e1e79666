import type { JobDefinition } from '../../platform/job-definition.ts'

/** Look again for the order that a supplier's callback was about, which came before our own record of it. It asks nobody outside. */
export const earlyCallbackJob = {
  queue: 'payments',
  name: 'supplier.early-callback',
} as const satisfies JobDefinition
