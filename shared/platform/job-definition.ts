import { type SupplierName, supplierNames } from '../contracts/api-types.ts'

export type SupplierQueueName = `fulfil-${Lowercase<SupplierName>}`
export type QueueName = 'payments' | SupplierQueueName | 'notifications' | 'catalogue' | 'maintenance'

/**
 * Each supplier account has its own queue, so that an unresponsive one does not delay the others.
 */
export const supplierQueueOf = (account: SupplierName) =>
  `fulfil-${account.toLowerCase()}` as SupplierQueueName

export const queueNames: readonly QueueName[] = [
  'payments',
  ...supplierNames.map(supplierQueueOf),
  'notifications',
  'catalogue',
  'maintenance',
]

/** A job as light data: its queue and name. Its payload is only the document's id and `seq`. */
export type JobDefinition = { queue: QueueName; name: string }
