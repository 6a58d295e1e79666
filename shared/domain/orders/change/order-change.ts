import type { IUnit } from '../../purchasing/index.ts'
import type { ChangeRecord, UnitChange } from '../model/order-change-schema.ts'
import type { OrderDoc } from '../model/order-model.ts'
import type { OrderSet, OrderSums } from '../model/order-update.ts'

/**
 * Pure. What a write changes in units and refunds, for the order's history.
 * @param order as read; its units are compared with the write
 * @returns undefined when nothing of that changes, or for an order of an earlier version without `changes`
 */
export function changeRecordOf(
  order: Pick<OrderDoc, 'units' | 'changes'>,
  { set = {}, inc = {} }: { set?: OrderSet | undefined; inc?: OrderSums | undefined },
): ChangeRecord | undefined {
  if (!order.changes) return undefined
  const units = order.units.flatMap((unit, index) => unitChange(unit, index, set) ?? [])
  const { creditedPaise = 0, partlyRefundedPaise = 0 } = inc
  const isNothing = units.length === 0 && creditedPaise === 0 && partlyRefundedPaise === 0
  return isNothing ? undefined : { units, creditedPaise, partlyRefundedPaise }
}

const recordedFields = ['state', 'attempt', 'supplierOrderId'] as const

function unitChange(unit: IUnit, index: number, set: Record<string, unknown>): UnitChange | undefined {
  const newUnit = set[`units.${index}`] as IUnit | undefined
  const changed = recordedFields.flatMap((field) => {
    const path = `units.${index}.${field}`
    const value = newUnit ? newUnit[field] : path in set ? set[path] : unit[field]
    return value === unit[field] ? [] : [[field, value] as const]
  })
  return changed.length === 0 ? undefined : { index, ...Object.fromEntries(changed) }
}
