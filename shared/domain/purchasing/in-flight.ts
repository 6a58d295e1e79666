import type { Env } from '../../platform/env.ts'
import type { IUnit } from './unit-schema.ts'

type CallTimes = Pick<Env, 'SUPPLIER_TIMEOUT_MS' | 'SUPPLIER_LATE_MS' | 'BALANCE_SETTLE_MS'>
type Sent = Pick<IUnit, 'sentAt'>

/**
 * Pure. Until when a unit's last call may be in flight, also one made by another process. Before that, "not found" does
 * not mean that nothing was bought.
 */
export const inFlightUntil = (env: Omit<CallTimes, 'BALANCE_SETTLE_MS'>, { sentAt }: Sent): Date =>
  new Date((sentAt?.getTime() ?? 0) + env.SUPPLIER_TIMEOUT_MS + env.SUPPLIER_LATE_MS)

/**
 * Pure. From when a balance reading shows whether unclear purchases were delivered. Counted from the last call, not
 * from the first reading: after a crash the first reading is too early.
 */
export const settlesAt = (env: CallTimes, units: readonly Sent[]): Date =>
  new Date(
    Math.max(0, ...units.map(({ sentAt }) => sentAt?.getTime() ?? 0)) +
      env.SUPPLIER_TIMEOUT_MS +
      env.BALANCE_SETTLE_MS,
  )
