import type { AttentionKind, OrderAttention } from '../order-model.ts'

/** These go on by themselves, if they have a time at which they do. */
const mayGoOn = new Set<AttentionKind>(['outcome_unknown', 'supplier_deferred'])
const goOnAlways = new Set<AttentionKind>(['trying', 'supplier_unavailable', 'parked'])

type Facts = { since: Date; detail?: string; nextTry?: Date | null }

/**
 * Why an order waits, and whether nothing but a person gets it on: the one place that decides so. What is merely late
 * is for a person too, whatever it waits for; that is for the clock to say (`needsPerson`).
 * @param nextTry when it is tried again by itself
 */
export function attentionOf(
  kind: AttentionKind,
  { since, detail = '', nextTry = null }: Facts,
): OrderAttention {
  const goesOn = goOnAlways.has(kind) || (mayGoOn.has(kind) && nextTry !== null)
  return { kind, since, detail, forPerson: !goesOn }
}
