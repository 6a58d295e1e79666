import type { SecretValue } from '../../platform/secret-value.ts'

/**
 * What a supplier of game credit can do for us. Results are tagged; time-outs, resets, 5xx and nonsense are
 * `unknown`, because the goods may have been delivered.
 */
export interface Supplier {
  /** The account this adapter buys from, e.g. `SMILEBR`. Balance and circuit breaker belong to it. */
  readonly name: string
  readonly evidence: Evidence
  /**
   * Which account at the vendor its credentials open: a fingerprint of who logs in, never of the secret, so that a new
   * secret is the same account. Only that account knows what was bought from it.
   */
  readonly accountId: string
  purchaseUnit(order: UnitOrder): Promise<UnitOutcome>
  /**
   * Asks what became of a unit. Only for suppliers whose `evidence` is `lookup`. `not_found`: it is known neither by our
   * reference nor, where we have it, by the supplier's own id.
   */
  lookupPurchase(reference: UnitReference): Promise<UnitOutcome | { kind: 'not_found' }>
  checkPlayer(query: PlayerQuery): Promise<PlayerCheck>
  queryBalance(): Promise<SupplierBalance>
  /** @param page the supplier's product: a slug at Smile.one, the id of the product's page at MooGold */
  readPriceList(page: string): Promise<PriceList>
  /**
   * Our orders of a day as the supplier has them; only where it can be asked. Changes nothing, and may be repeated.
   * @param day `2026-11-21`, by the supplier's own clock
   * @param page from 1
   */
  listOrders?(day: string, page: number): Promise<OrderList>
}

/**
 * What tells how a purchase ended whose answer was unclear. `lookup`: the supplier, asked by our reference. `balance`:
 * the account's balance, read before and after. `idempotent_retry`: the same purchase under the same reference, which the
 * supplier promises to deliver once, however often and however late it comes.
 */
export type Evidence = 'lookup' | 'balance' | 'idempotent_retry'

export type UnitOrder = {
  /** Our stable id of the unit: the same on every attempt, unknown to suppliers that take no reference. */
  unitRef: string
  /** The supplier's product slug, where it has one (Smile.one: `mobilelegends`). */
  productSlug: string
  /** The supplier's id of the pack. */
  supplierItemId: string
  /** The account fields by the supplier's own names, e.g. `{ 'User ID': '123', Server: 'Asia' }`. */
  account: Record<string, string>
}

export type UnitReference = { unitRef: string; supplierOrderId: string | undefined }

export type UnitOutcome =
  | {
      kind: 'delivered'
      supplierOrderId: string
      /** What the customer gets to read, where that is what was bought. */
      codes?: SecretValue<readonly string[]>
    }
  /** Accepted, not delivered yet: ask again later with `lookupPurchase`. */
  | {
      kind: 'accepted'
      supplierOrderId: string
      vendorStatus: string
      /** It will not go on by itself: the supplier keeps the money until somebody talks to it. */
      isHeld?: boolean
    }
  /** A definite no: nothing was bought, no money moved. */
  | { kind: 'rejected'; code: string; message: string; retryable: boolean }
  /** Delivery failed after acceptance and the supplier gave the money back. */
  | { kind: 'returned'; supplierOrderId: string; message: string }
  /** The outcome is not known. */
  | {
      kind: 'unknown'
      message: string
      /** The supplier is there: it answered, with a code of its own that does not tell what became of the unit. */
      isAnswered?: boolean
    }
  /** Certain that the supplier was never reached (connection refused, circuit open): may be sent again. */
  | { kind: 'unavailable'; message: string }
  /** HTTP 429: nothing was bought or asked, and nothing more is until then. Says nothing of an earlier attempt. */
  | { kind: 'rate_limited'; message: string; retryAfterMs: number }

export type PlayerQuery = {
  productSlug: string
  /** What the check is made under: a pack at Smile.one, the product's page at MooGold. */
  checkId: string
  /** As in `UnitOrder`. */
  account: Record<string, string>
}

export type PlayerCheck =
  | FoundPlayer
  /** The supplier's word that this player can't be recharged. */
  | { kind: 'not_eligible'; code: string; message: string; isPolicy: boolean }
  | { kind: 'unavailable'; reason: CheckFailure; message: string }

export type FoundPlayer = {
  kind: 'found'
  username: string
  /** The supplier's undocumented letter (`use`), lower case, or empty; `b` must not be recharged. */
  region: string
  /** What list prices are multiplied with for this player; 1 as a rule. */
  priceFactor: number
  /** The same for single products, by the supplier's id of the pack; wins over `priceFactor`. */
  productFactors: Record<string, number>
}

/**
 * Why nothing is known about a player. `no_answer`: ask again later. `not_offered`: the supplier has no check for
 * this product or account. `trouble`: it answered with something that we, not the player, must see to.
 */
export type CheckFailure = 'no_answer' | 'not_offered' | 'trouble'

/** What a price list counts in. */
export type ListUnit = 'BRL' | 'PHP' | 'USD' | 'INR'

/** What a balance and the cost of a purchase count in. Smile.one sells for coins and lists in money: no constant joins the two. */
export type CostUnit = 'coins' | 'USD' | 'INR'

/** What a supplier sells under one of its products, and how it wants to be told for whom. */
export type PriceList =
  | { kind: 'ok'; unit: ListUnit; fields: string[]; products: ListedProduct[] }
  | { kind: 'unavailable'; message: string }
  /** The supplier tells no prices to programs. */
  | { kind: 'not_offered' }

export type ListedProduct = {
  supplierItemId: string
  name: string
  /** Decimal text in the list's `unit`. */
  price: string
  inStock: boolean
}

export type SupplierBalance =
  | {
      kind: 'ok'
      /** Decimal text in `unit`. */
      balance: string
      unit: CostUnit
    }
  | { kind: 'rejected'; message: string }
  | { kind: 'unavailable'; message: string }

export type OrderList =
  | { kind: 'ok'; orders: ListedOrder[]; hasMore: boolean }
  | { kind: 'unavailable'; message: string }

export type ListedOrder = {
  supplierOrderId: string
  /** `open`: it may still come to either end. */
  state: 'delivered' | 'returned' | 'open'
  /** Decimal text in `unit`, or empty. */
  total: string
  unit: string
}
