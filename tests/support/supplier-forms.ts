/**
 * In which ways a supplier differs from others, so that one battery holds them all to what each can do. What does not
 * go together does not compile: later delivery without a look-up, or a look-up where a repeat buys again.
 */
export type SupplierForms = {
  /** `not_offered`: the supplier cannot say whether a player exists. */
  playerCheck: 'by_name' | 'not_offered'
  /** Left out, the supplier has a list of its packs and their prices. */
  priceList?: 'not_offered'
} & (Askable | Repeatable | Unaskable)

type Askable = {
  /** Asked by our reference, the supplier says what became of a purchase. */
  evidence: 'lookup'
  /** At once in the answer to the purchase, or later, as a look-up will tell. */
  delivery: 'at_once' | Later
  /**
   * What a purchase under a reference that was used before comes to. Either way the supplier delivers once: the same
   * delivery told again, or words that tell nothing.
   */
  repeat: 'same_delivery' | 'unclear'
}

/**
 * The supplier has no look-up, and promises to deliver once under a reference: bought again under the same it tells the
 * same delivery.
 */
type Repeatable = { evidence: 'idempotent_retry'; delivery: 'at_once'; repeat: 'same_delivery' }

/** The supplier takes no reference of ours: what tells of a lost call is the account's balance. */
type Unaskable = { evidence: 'balance'; delivery: 'at_once'; repeat: 'buys_again' }

/** The supplier's own words for an order that it has accepted, in small letters. */
export type Later = {
  waiting: string
  delivered: string
  returned: string
  /** It keeps the money until somebody talks to it. */
  held?: string
}

/** How a unit that has just been bought stands. */
export const boughtKind = ({ delivery }: SupplierForms) => (delivery === 'at_once' ? 'delivered' : 'accepted')
