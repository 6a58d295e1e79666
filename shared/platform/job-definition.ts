import { type SupplierName, supplierNames } from '../contracts/api-types.ts'

export type SupplierQueueName = `fulfil-${Lowercase<SupplierName>}`
export type QueueName = 'payments' | SupplierQueueName | 'notifications' | 'catalogue' | 'maintenance'

/** Each supplier account has a line of its own, so that a silent one keeps nobody else waiting. */
export const supplierQueueOf = (account: SupplierName) =>
  `fulfil-${account.toLowerCase()}` as SupplierQueueName

export const queueNames: readonly QueueName[] = [
  'payments',
  ...supplierNames.map(supplierQueueOf),
  'notifications',
  'catalogue',
  'maintenance',
]

/** A job as light data: which queue, which name. Its payload is the document's id and nothing else. */
export type JobDefinition = { queue: QueueName; name: string }
