import type { PendingReason, PendingReasonKind } from '../model/order-model.ts'

/** These go on by themselves, if they have a time at which they do. */
const mayGoOn = new Set<PendingReasonKind>(['outcome_unknown', 'supplier_deferred'])
const goOnAlways = new Set<PendingReasonKind>(['in_progress', 'supplier_unavailable', 'on_hold'])

type Facts = { since: Date; detail?: string; nextTry?: Date | null }

/**
 * Why an order waits, and whether nothing but a person gets it on: the one place that decides so. What is merely late
 * is for a person too, whatever it waits for; that is for the clock to say (`needsAction`).
 * @param nextTry when it is tried again by itself
 */
export function pendingReasonOf(
  kind: PendingReasonKind,
  { since, detail = '', nextTry = null }: Facts,
): PendingReason {
  const goesOn = goOnAlways.has(kind) || (mayGoOn.has(kind) && nextTry !== null)
  return { kind, since, detail, needsAction: !goesOn }
}
