/**
 * The properties in which suppliers differ, so that the same contract tests check each supplier for what it
 * can do. Combinations that are impossible do not compile: later delivery without a lookup, or a lookup
 * where a repeat buys again.
 */
export type SupplierForms = {
  /** `not_offered`: the supplier cannot check whether a player exists. */
  playerCheck: 'by_name' | 'not_offered'
  /** By default, the supplier has a list of its products and their prices. */
  priceList?: 'not_offered'
} & (WithLookup | WithIdempotentRetry | WithBalanceOnly)

type WithLookup = {
  /** A lookup by our reference returns the result of a purchase. */
  evidence: 'lookup'
  /** In the answer to the purchase, or later by a lookup. */
  delivery: 'at_once' | Later
  /**
   * The result of a purchase under a used reference. The supplier delivers once in both cases: it returns
   * the same delivery, or an unclear answer.
   */
  repeat: 'same_delivery' | 'unclear'
}

/**
 * The supplier has no lookup, and promises to deliver once under a reference: a repeated purchase under the
 * same one returns the same delivery.
 */
type WithIdempotentRetry = { evidence: 'idempotent_retry'; delivery: 'at_once'; repeat: 'same_delivery' }

/** The supplier takes no reference of ours: only the account's balance shows what happened to a lost call. */
type WithBalanceOnly = { evidence: 'balance'; delivery: 'at_once'; repeat: 'buys_again' }

/** The supplier's own statuses of an accepted order, in lower case. */
export type Later = {
  waiting: string
  delivered: string
  returned: string
  /** The supplier keeps the money until a person contacts it. */
  held?: string
}

/** The state of a unit that has just been bought. */
export const boughtKind = ({ delivery }: SupplierForms) => (delivery === 'at_once' ? 'delivered' : 'accepted')
