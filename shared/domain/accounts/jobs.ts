import type { JobDefinition } from '../../platform/job-definition.ts'

/** Send a code or a mail about an account. */
export const notifyAccountJob = {
  queue: 'notifications',
  name: 'account.notify',
} as const satisfies JobDefinition
