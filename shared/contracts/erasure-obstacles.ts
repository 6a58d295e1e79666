/** What has to be ended before an account can be erased. */
export const erasureObstacleKinds = [
  'staff_role',
  'open_orders',
  'open_top_ups',
  'open_tickets',
  'open_discrepancies',
  'pending_requests',
  'balance',
  'points',
  'reopened',
] as const
export type ErasureObstacleKind = (typeof erasureObstacleKinds)[number]

export type ErasureObstacle = {
  kind: ErasureObstacleKind
  /** Of orders and the like. */
  count?: number
  /** Of a balance. */
  amountPaise?: number
}
