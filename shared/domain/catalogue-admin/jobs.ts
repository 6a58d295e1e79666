import type { JobDefinition } from '../../platform/job-definition.ts'

/** Write the prices of a set whose time has come. */
export const applyPriceChangesJob = {
  queue: 'catalogue',
  name: 'price-changes.apply',
} as const satisfies JobDefinition
