import { Schema } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'

export const doubtKinds = ['reference_changed', 'reference_used', 'amount_changed'] as const
export type DoubtKind = (typeof doubtKinds)[number]

/** What a person answered: it was no money of this payment, or the held sum goes to the customer's wallet. */
export const doubtAnswers = ['not_money', 'credit'] as const
export type DoubtAnswer = (typeof doubtAnswers)[number]

/** Something about a payment that no rule decides: it posts nothing and waits for a person. Each is noted once. */
export type Doubt = {
  /** `D1`, `D2`, …: unique within the payment. */
  id: string
  kind: DoubtKind
  at: Date
  /** The gateway's own id, or our link's where it told none. */
  gatewayId: string
  /** What was known before and what was told then: bank references, or rupees as text. */
  known: string
  told: string
  /** The order or top-up that has the reference; this payment's own where the reference is not another's. */
  orderRef: string
  vendorStatus: string
  /** The sum that the gateway told, and how much of it was posted nowhere (0: nothing is held). */
  amountPaise: number
  heldPaise: number
  closed: { at: Date; by: string; answer: DoubtAnswer; reason: string } | null
}

export type DoubtFacts = Omit<Doubt, 'id' | 'closed'>

/** Whoever reads ten doubts about one payment needs no eleventh. */
const maxDiscrepancies = 10

type Doubting = { doubts: Doubt[]; doubtAt: Date | null }

/** Whether the same has been noted, or so much that no more is. */
export function isNoted({ doubts }: Doubting, { kind, gatewayId, told }: DoubtFacts): boolean {
  if (doubts.length >= maxDiscrepancies) return true
  return doubts.some((one) => one.kind === kind && one.gatewayId === gatewayId && one.told === told)
}

export function withDoubt<P extends Doubting>(payment: P, facts: DoubtFacts): P {
  const doubts = [...payment.doubts, { ...facts, id: `D${payment.doubts.length + 1}`, closed: null }]
  return { ...payment, doubts, doubtAt: newestOpen(doubts) }
}

export function withClosedDoubt<P extends Doubting>(payment: P, id: string, closed: Doubt['closed']): P {
  const doubts = payment.doubts.map((one) => (one.id === id ? { ...one, closed } : one))
  return { ...payment, doubts, doubtAt: newestOpen(doubts) }
}

/** `by`, `name`: the admin's `_id` in hex and name. */
export type DoubtClosing = {
  doubtId: string
  answer: DoubtAnswer
  reason: string
  by: string
  name: string
}

/**
 * The doubt that a person wants to close.
 * @throws not_found, discrepancy_resolved, discrepancy_without_money when nothing is held that could be credited
 */
export function doubtToClose({ doubts }: Pick<Doubting, 'doubts'>, { doubtId, answer }: DoubtClosing): Doubt {
  const doubt = doubts.find((one) => one.id === doubtId)
  if (!doubt) throw new AppError('not_found')
  if (doubt.closed) throw new AppError('discrepancy_resolved')
  if (answer === 'credit' && doubt.heldPaise === 0) throw new AppError('discrepancy_without_money')
  return doubt
}

/** The moment by which the list for admins is sorted; null keeps a payment out of its index. */
function newestOpen(doubts: readonly Doubt[]): Date | null {
  return doubts.findLast((one) => one.closed === null)?.at ?? null
}

/** Whether money that could be this payment's is held until a person has looked. */
export function isChecked(payment: Pick<Doubting, 'doubts'>): boolean {
  return heldSince(payment) !== undefined
}

/** Since when it is held; undefined where none is. */
export function heldSince({ doubts }: Pick<Doubting, 'doubts'>): Date | undefined {
  return doubts.find((one) => one.closed === null && one.heldPaise > 0)?.at
}

const text = { type: String, default: '' } as const

export const doubtSchema = new Schema<Doubt>(
  {
    id: { type: String, required: true },
    kind: { type: String, enum: doubtKinds, required: true },
    at: { type: Date, required: true },
    gatewayId: text,
    known: text,
    told: text,
    orderRef: text,
    vendorStatus: text,
    amountPaise: { type: Number, required: true },
    heldPaise: { type: Number, required: true },
    closed: {
      type: new Schema(
        { at: Date, by: String, answer: { type: String, enum: doubtAnswers }, reason: text },
        { _id: false },
      ),
      default: null,
    },
  } satisfies SchemaFields<Doubt>,
  { _id: false, id: false },
)
