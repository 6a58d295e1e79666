import { type SupplierName, supplierNames } from '../contracts/api-types.ts'

export type FulfilQueueName = `fulfil-${Lowercase<SupplierName>}`
export type QueueName = 'payments' | FulfilQueueName | 'notifications' | 'catalogue' | 'maintenance'

/** Each supplier account has a line of its own, so that a silent one keeps nobody else waiting. */
export const fulfilQueueOf = (account: SupplierName) => `fulfil-${account.toLowerCase()}` as FulfilQueueName

export const queueNames: readonly QueueName[] = [
  'payments',
  ...supplierNames.map(fulfilQueueOf),
  'notifications',
  'catalogue',
  'maintenance',
]

/** A job as light data: which queue, which name. Its payload is the document's id and nothing else. */
export type JobDefinition = { queue: QueueName; name: string }
