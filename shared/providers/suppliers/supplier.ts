import type { SecretValue } from '../../platform/secret-value.ts'

/**
 * A supplier of game credit. Results are tagged; time-outs, resets, 5xx and unusable replies are
 * `unknown`, because the purchase may have been delivered.
 */
export interface Supplier {
  /**
   * The account this adapter buys from, e.g. `SMILEBR`. Balance and circuit breaker belong to it.
   */
  readonly name: string
  readonly evidence: Evidence
  /**
   * The account at the vendor: a fingerprint of the login, never of the secret, so that a new
   * secret is the same account. Only that account can look up its purchases.
   */
  readonly accountId: string
  purchaseUnit(order: UnitOrder): Promise<UnitOutcome>
  /**
   * Queries a unit. Only for suppliers whose `evidence` is `lookup`. `not_found`: unknown under
   * our reference and, where we have it, under the supplier's own id.
   */
  lookupPurchase(reference: UnitReference): Promise<UnitOutcome | { kind: 'not_found' }>
  checkPlayer(query: PlayerQuery): Promise<PlayerCheck>
  queryBalance(): Promise<SupplierBalance>
  /**
   * @param page the supplier's product: a slug at Smile.one, the id of the product's page at
   * MooGold
   */
  readPriceList(page: string): Promise<PriceList>
  /**
   * Our orders of a day as the supplier has them; only where it can be asked. Read-only, may be
   * repeated.
   * @param day `2026-11-21`, by the supplier's own clock
   * @param page from 1
   */
  listOrders?(day: string, page: number): Promise<OrderList>
}

/**
 * How the result of a purchase without a clear answer is found. `lookup`: the supplier, asked by
 * our reference. `balance`: the account's balance, read before and after. `idempotent_retry`: the
 * same purchase under the same reference, which the supplier promises to deliver once, however
 * often and late it comes.
 */
export type Evidence = 'lookup' | 'balance' | 'idempotent_retry'

export type UnitOrder = {
  /**
   * Our stable id of the unit: the same on every attempt, unknown to suppliers that take no
   * reference.
   */
  unitRef: string
  /** The supplier's product slug, where it has one (Smile.one: `mobilelegends`). */
  productSlug: string
  /** The supplier's id of its product. */
  supplierItemId: string
  /**
   * The account fields by the supplier's own names, e.g. `{ 'User ID': '123', Server: 'Asia' }`.
   */
  account: Record<string, string>
}

export type UnitReference = { unitRef: string; supplierOrderId: string | undefined }

export type UnitOutcome =
  | {
      kind: 'delivered'
      supplierOrderId: string
      /** The codes for the customer, where the purchase is a voucher. */
      codes?: SecretValue<readonly string[]>
    }
  /** Accepted, not delivered yet: check again later with `lookupPurchase`. */
  | {
      kind: 'accepted'
      supplierOrderId: string
      vendorStatus: string
      /** Stuck: the supplier keeps the money until a person contacts it. */
      isHeld?: boolean
    }
  /** Finally rejected: nothing was bought, no money moved. */
  | { kind: 'rejected'; code: string; message: string; retryable: boolean }
  /** Delivery failed after acceptance and the supplier returned the money. */
  | { kind: 'returned'; supplierOrderId: string; message: string }
  /** The outcome is not known. */
  | {
      kind: 'unknown'
      message: string
      /**
       * The supplier is available: it answered, but with a code that does not say what happened to
       * the unit.
       */
      isAnswered?: boolean
    }
  /**
   * The supplier was certainly never reached (connection refused, circuit open): may be sent again.
   */
  | { kind: 'unavailable'; message: string }
  /**
   * HTTP 429: nothing was bought or looked up, and no call is made until then. Proves nothing about
   * an earlier attempt.
   */
  | { kind: 'rate_limited'; message: string; retryAfterMs: number }

export type PlayerQuery = {
  productSlug: string
  /**
   * What the check is made under: a supplier product at Smile.one, the product's page at MooGold.
   */
  checkId: string
  /** As in `UnitOrder`. */
  account: Record<string, string>
}

export type PlayerCheck =
  | FoundPlayer
  /** The supplier rejects this player. */
  | { kind: 'not_eligible'; code: string; message: string; isPolicy: boolean }
  | { kind: 'unavailable'; reason: CheckFailure; message: string }

export type FoundPlayer = {
  kind: 'found'
  username: string
  /**
   * The supplier's undocumented letter (`use`), lower case, or empty; `b` must not be recharged.
   */
  region: string
  /** The factor of list prices for this player; usually 1. */
  priceFactor: number
  /**
   * Factors of single products, by the supplier's product id; takes precedence over `priceFactor`.
   */
  productFactors: Record<string, number>
}

/**
 * Why nothing is known about a player. `no_answer`: try again later. `not_offered`: the supplier
 * has no check for this product or account. `trouble`: an error that we, not the player, must
 * correct.
 */
export type CheckFailure = 'no_answer' | 'not_offered' | 'trouble'

/** The currency of a price list. */
export type ListUnit = 'BRL' | 'PHP' | 'USD' | 'INR'

/**
 * The currency of a balance and of a purchase's cost. Smile.one sells for coins and lists in money:
 * no constant converts one to the other.
 */
export type CostUnit = 'coins' | 'USD' | 'INR'

/** What a supplier sells under one of its products, and its field names for the player. */
export type PriceList =
  | { kind: 'ok'; unit: ListUnit; fields: string[]; products: ListedProduct[] }
  | { kind: 'unavailable'; message: string }
  /** The supplier offers no prices by API. */
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
  /** `open`: not final. */
  state: 'delivered' | 'returned' | 'open'
  /** Decimal text in `unit`, or empty. */
  total: string
  unit: string
}
