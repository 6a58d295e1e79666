import type { JobDefinition } from '../../platform/job-definition.ts'

/** Write the prices of a set whose time has come. */
export const applyPricesJob = { queue: 'catalogue', name: 'prices.apply' } as const satisfies JobDefinition
