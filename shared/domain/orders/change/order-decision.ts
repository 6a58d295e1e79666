import type { DecisionKind } from '../../../contracts/order-decisions.ts'
import type { Caller } from '../../accounts/index.ts'
import type { IUnit } from '../../fulfilment/index.ts'
import type { OrderDoc } from '../order-model.ts'
import type { Evidence, OrderDecision } from './decision-schema.ts'

type Deciding = {
  what: DecisionKind
  at: Date
  /** The unit decided about; without it the decision is about the whole order. */
  unit?: IUnit
  reason?: string | undefined
  amountPaise?: number
}

/** The row that a decision leaves. Write it in the same step as the change, guarded by `asRead(order)`. */
export function decisionBy(
  admin: Pick<Caller, 'userId' | 'name'>,
  order: OrderDoc,
  { what, at, unit, reason = '', amountPaise = 0 }: Deciding,
): OrderDecision {
  return {
    ...{ at, by: admin.userId, name: admin.name, what, reason, amountPaise },
    unit: unit?.ref ?? '',
    attempt: unit?.attempt ?? 0,
    evidence: evidenceOf(order, unit ?? order.units.find(isOpen)),
  }
}

/** Whatever anybody could see of the order is as it was read, and so the evidence is what stood there. */
export const asRead = (order: OrderDoc) => ({ revision: order.revision })

const isOpen = (unit: IUnit) => unit.state !== 'planned' && unit.state !== 'delivered'

function evidenceOf({ attention }: OrderDoc, unit: IUnit | undefined): Evidence {
  return {
    attention: attention?.kind ?? '',
    detail: attention?.detail ?? '',
    unit: unit?.state ?? '',
    message: unit?.message ?? '',
    cost: unit?.cost ?? '',
    balanceBefore: unit?.balanceBefore ?? '',
    balanceAfter: unit?.balanceAfter ?? '',
  }
}
