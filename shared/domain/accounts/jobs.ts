import type { JobDefinition } from '../../platform/job-definition.ts'

export const notifyAccountJob = {
  queue: 'notifications',
  name: 'account.notify',
} as const satisfies JobDefinition
