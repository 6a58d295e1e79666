import type { JobDefinition } from '../../platform/job-definition.ts'

export const applyPriceChangesJob = {
  queue: 'catalogue',
  name: 'price-changes.apply',
} as const satisfies JobDefinition
