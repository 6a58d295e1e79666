/** Why an order waits on the board. */
export const pendingReasons = [
  'manual',
  'in_progress',
  'outcome_unknown',
  'partly_delivered',
  'supplier_unavailable',
  'supplier_deferred',
  'supplier_review',
  'below_cost',
  'task_failed',
  'on_hold',
] as const

export type PendingReasonKind = (typeof pendingReasons)[number]
