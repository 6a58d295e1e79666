import type { StaffActionKind } from '../../../contracts/staff-actions.ts'
import type { Caller } from '../../accounts/index.ts'
import type { IUnit } from '../../fulfilment/index.ts'
import type { OrderDoc } from '../order-model.ts'
import type { ActionContext, StaffAction } from './decision-schema.ts'

type Deciding = {
  action: StaffActionKind
  at: Date
  /** The unit decided about; without it the decision is about the whole order. */
  unit?: IUnit
  reason?: string | undefined
  amountPaise?: number
}

/** The row that a decision leaves. Write it in the same step as the change, guarded by `unchangedSinceRead(order)`. */
export function staffAction(
  admin: Pick<Caller, 'userId' | 'name'>,
  order: OrderDoc,
  { action, at, unit, reason = '', amountPaise = 0 }: Deciding,
): StaffAction {
  return {
    ...{ at, by: admin.userId, name: admin.name, action, reason, amountPaise },
    unit: unit?.ref ?? '',
    attempt: unit?.attempt ?? 0,
    context: contextOf(order, unit ?? order.units.find(isOpen)),
  }
}

/** Whatever anybody could see of the order is as it was read, and so the context is what stood there. */
export const unchangedSinceRead = (order: OrderDoc) => ({ revision: order.revision })

const isOpen = (unit: IUnit) => unit.state !== 'planned' && unit.state !== 'delivered'

function contextOf({ pendingReason }: OrderDoc, unit: IUnit | undefined): ActionContext {
  return {
    pendingReason: pendingReason?.kind ?? '',
    detail: pendingReason?.detail ?? '',
    unit: unit?.state ?? '',
    message: unit?.message ?? '',
    cost: unit?.cost ?? '',
    balanceBefore: unit?.balanceBefore ?? '',
    balanceAfter: unit?.balanceAfter ?? '',
  }
}
