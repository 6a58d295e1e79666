import type { Env } from '../../platform/env.ts'
import type { IUnit } from './unit-schema.ts'

type CallTimes = Pick<Env, 'SUPPLIER_TIMEOUT_MS' | 'SUPPLIER_LATE_MS' | 'BALANCE_SETTLE_MS'>
type Sent = Pick<IUnit, 'sentAt'>

/**
 * Pure. Until when a unit's last call may be in flight, also where another process made it: nothing says before that it
 * was not bought.
 */
export const inFlightUntil = (env: Omit<CallTimes, 'BALANCE_SETTLE_MS'>, { sentAt }: Sent): Date =>
  new Date((sentAt?.getTime() ?? 0) + env.SUPPLIER_TIMEOUT_MS + env.SUPPLIER_LATE_MS)

/**
 * Pure. From when a balance reading shows whether unclear purchases arrived. It is counted from the last call and not
 * from the first reading, since a reading after a crash is early.
 */
export const settlesAt = (env: CallTimes, units: readonly Sent[]): Date =>
  new Date(
    Math.max(0, ...units.map(({ sentAt }) => sentAt?.getTime() ?? 0)) +
      env.SUPPLIER_TIMEOUT_MS +
      env.BALANCE_SETTLE_MS,
  )
