/** Each supplier account has a line of its own, so that a silent one keeps nobody else waiting. */
export const queueNames = [
  'payments',
  'fulfil-smilebr',
  'fulfil-smileph',
  'fulfil-moogold',
  'notifications',
  'maintenance',
] as const
export type QueueName = (typeof queueNames)[number]

/** A job as light data: which queue, which name. Its payload is the document's id and nothing else. */
export type JobDefinition = { queue: QueueName; name: string }
