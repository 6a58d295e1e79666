/**
 * What a supplier of game credit can do for us. Results are tagged; time-outs, resets, 5xx and nonsense are
 * `unknown`, because the goods may have been delivered.
 */
export interface Supplier {
  /** The account this adapter buys from, e.g. `SMILEBR`. Balance and circuit breaker belong to it. */
  readonly name: string
  /** Whether a unit can be looked up by our reference. When false an `unknown` stays unknown until a person decides. */
  readonly canLookUp: boolean
  buyUnit(order: UnitOrder): Promise<UnitOutcome>
  /** Asks what became of a unit. Only for suppliers with `canLookUp`. */
  lookUpUnit(reference: UnitReference): Promise<UnitOutcome | { kind: 'not_found' }>
  checkPlayer(query: PlayerQuery): Promise<PlayerCheck>
  queryBalance(): Promise<SupplierBalance>
}

export type UnitOrder = {
  /** Our stable id of the unit: the same on every attempt, unknown to suppliers that take no reference. */
  unitRef: string
  /** The supplier's product slug, where it has one (Smile.one: `mobilelegends`). */
  supplierProduct: string
  /** The supplier's id of the pack. */
  supplierItemId: string
  /** The account fields by the supplier's own names, e.g. `{ 'User ID': '123', Server: 'Asia' }`. */
  account: Record<string, string>
}

export type UnitReference = { unitRef: string; supplierOrderId: string | undefined }

export type UnitOutcome =
  | { kind: 'delivered'; supplierOrderId: string }
  /** Accepted, not delivered yet: ask again later with `lookUpUnit`. */
  | {
      kind: 'accepted'
      supplierOrderId: string
      vendorStatus: string
      /** It will not go on by itself: the supplier keeps the money until somebody talks to it. */
      isHeld?: boolean
    }
  /** A definite no: nothing was bought, no money moved. */
  | { kind: 'refused'; code: string; message: string; retryable: boolean }
  /** Delivery failed after acceptance and the supplier gave the money back. */
  | { kind: 'returned'; supplierOrderId: string; message: string }
  /** The outcome is not known. */
  | { kind: 'unknown'; message: string }
  /** Certain that the supplier was never reached (connection refused, circuit open): may be sent again. */
  | { kind: 'unreachable'; message: string }

export type PlayerQuery = { supplierProduct: string; supplierItemId: string; userId: string; zoneId: string }

export type PlayerCheck =
  /** `region` is the supplier's undocumented letter (`use`), lower case, or empty; `b` must not be recharged. */
  | { kind: 'found'; username: string; region: string }
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'unavailable'; message: string }

export type SupplierBalance =
  /** In the supplier's own unit (smile coins, USD), as a decimal string. */
  | { kind: 'ok'; balance: string; unit: string }
  | { kind: 'refused'; message: string }
  | { kind: 'unavailable'; message: string }
