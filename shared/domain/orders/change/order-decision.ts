import { Schema } from 'mongoose'
import { type DecisionKind, decisionKinds } from '../../../contracts/order-decisions.ts'
import type { Caller } from '../../accounts/index.ts'
import type { IUnit } from '../../fulfilment/index.ts'
import type { OrderDoc } from '../order-model.ts'

/** What an admin decided about an order: who, when, about what, on which evidence. */
export type OrderDecision = {
  at: Date
  /** The admin's id, and their name as it was then. */
  by: string
  name: string
  what: DecisionKind
  /** The pack's ref and the attempt that was seen; '' and 0 where the decision was about the whole order. */
  pack: string
  attempt: number
  evidence: Evidence
  reason: string
  /** What it gave back to the wallet. */
  amountPaise: number
}

/** What was known at that moment, as text; '' where nothing was. A whole order is told by its first open pack. */
type Evidence = {
  attention: string
  detail: string
  unit: string
  message: string
  /** In the supplier's own unit: what the pack costs there, and its account around the last call. */
  cost: string
  balanceBefore: string
  balanceAfter: string
}

const text = { type: String, default: '' } as const
const needed = { type: String, required: true } as const

export const decisionSchema = new Schema<OrderDecision>(
  {
    at: { type: Date, required: true },
    by: needed,
    name: needed,
    what: { type: String, enum: decisionKinds, required: true },
    pack: text,
    attempt: { type: Number, default: 0 },
    evidence: {
      type: {
        ...{ attention: text, detail: text, unit: text, message: text },
        ...{ cost: text, balanceBefore: text, balanceAfter: text },
      },
      _id: false,
      required: true,
    },
    reason: text,
    amountPaise: { type: Number, default: 0 },
  },
  { _id: false },
)

type Deciding = {
  what: DecisionKind
  at: Date
  /** The pack decided about; without it the decision is about the whole order. */
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
    pack: unit?.ref ?? '',
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
