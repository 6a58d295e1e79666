import { Schema } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'

export const discrepancyKinds = ['reference_changed', 'reference_reused', 'amount_changed'] as const
export type DiscrepancyKind = (typeof discrepancyKinds)[number]

/** A person's decision: the money is not this payment's, or the amount in review goes to the customer's wallet. */
export const discrepancyAnswers = ['dismiss', 'credit'] as const
export type DiscrepancyAnswer = (typeof discrepancyAnswers)[number]

/** Something about a payment that no rule decides. It posts nothing, waits for a person, and is recorded once. */
export type Discrepancy = {
  /** `D1`, `D2`, …: unique within the payment. */
  id: string
  kind: DiscrepancyKind
  at: Date
  /** The gateway's own id, or our attempt's when the gateway gave none. */
  gatewayId: string
  /** The recorded value and the reported one: bank references, or rupees as text. */
  known: string
  reported: string
  /** The order or top-up that owns the reference; this payment's own when no other does. */
  orderRef: string
  vendorStatus: string
  /** The amount reported by the gateway, and how much of it is in review, posted nowhere (0: none). */
  amountPaise: number
  inReviewPaise: number
  resolution: { at: Date; by: string; answer: DiscrepancyAnswer; reason: string } | null
}

export type DiscrepancyFacts = Omit<Discrepancy, 'id' | 'resolution'>

/** Ten discrepancies are enough for a person to decide; more would only make the document grow. */
const maxDiscrepancies = 10

type WithDiscrepancies = { discrepancies: Discrepancy[]; discrepancyAt: Date | null }

/** Whether the same discrepancy is recorded already, or the maximum is reached. */
export function isRecorded(
  { discrepancies }: WithDiscrepancies,
  { kind, gatewayId, reported }: DiscrepancyFacts,
): boolean {
  if (discrepancies.length >= maxDiscrepancies) return true
  return discrepancies.some(
    (recorded) =>
      recorded.kind === kind && recorded.gatewayId === gatewayId && recorded.reported === reported,
  )
}

export function addDiscrepancy<P extends WithDiscrepancies>(payment: P, facts: DiscrepancyFacts): P {
  const discrepancies = [
    ...payment.discrepancies,
    { ...facts, id: `D${payment.discrepancies.length + 1}`, resolution: null },
  ]
  return { ...payment, discrepancies, discrepancyAt: newestOpen(discrepancies) }
}

export function withResolution<P extends WithDiscrepancies>(
  payment: P,
  id: string,
  resolution: Discrepancy['resolution'],
): P {
  const discrepancies = payment.discrepancies.map((discrepancy) =>
    discrepancy.id === id ? { ...discrepancy, resolution } : discrepancy,
  )
  return { ...payment, discrepancies, discrepancyAt: newestOpen(discrepancies) }
}

/** `by`, `name`: the admin's `_id` in hex and name. */
export type DiscrepancyResolution = {
  discrepancyId: string
  answer: DiscrepancyAnswer
  reason: string
  by: string
  name: string
}

/**
 * The open discrepancy that a person resolves.
 * @throws not_found, discrepancy_resolved, discrepancy_without_money when no amount is in review
 */
export function openDiscrepancy(
  { discrepancies }: Pick<WithDiscrepancies, 'discrepancies'>,
  { discrepancyId, answer }: DiscrepancyResolution,
): Discrepancy {
  const discrepancy = discrepancies.find((candidate) => candidate.id === discrepancyId)
  if (!discrepancy) throw new AppError('not_found')
  if (discrepancy.resolution) throw new AppError('discrepancy_resolved')
  if (answer === 'credit' && discrepancy.inReviewPaise === 0) throw new AppError('discrepancy_without_money')
  return discrepancy
}

/** The time by which the admins' list is sorted; null keeps a payment out of its index. */
function newestOpen(discrepancies: readonly Discrepancy[]): Date | null {
  return discrepancies.findLast((discrepancy) => discrepancy.resolution === null)?.at ?? null
}

/** Whether money that may be this payment's waits for a person's decision. */
export function isInReview(payment: Pick<WithDiscrepancies, 'discrepancies'>): boolean {
  return inReviewSince(payment) !== undefined
}

/** Since when money is in review; undefined when none is. */
export function inReviewSince({ discrepancies }: Pick<WithDiscrepancies, 'discrepancies'>): Date | undefined {
  return discrepancies.find((discrepancy) => discrepancy.resolution === null && discrepancy.inReviewPaise > 0)
    ?.at
}

const text = { type: String, default: '' } as const

export const discrepancySchema = new Schema<Discrepancy>(
  {
    id: { type: String, required: true },
    kind: { type: String, enum: discrepancyKinds, required: true },
    at: { type: Date, required: true },
    gatewayId: text,
    known: text,
    reported: text,
    orderRef: text,
    vendorStatus: text,
    amountPaise: { type: Number, required: true },
    inReviewPaise: { type: Number, required: true },
    resolution: {
      type: new Schema(
        { at: Date, by: String, answer: { type: String, enum: discrepancyAnswers }, reason: text },
        { _id: false },
      ),
      default: null,
    },
  } satisfies SchemaFields<Discrepancy>,
  { _id: false, id: false },
)
