import type { PlayerQuery, Supplier, UnitOrder } from '@jhatpat/shared/providers/suppliers/supplier.ts'
import { closedPort } from '../simulators/with-simulators.ts'
import type { SupplierForms } from './supplier-forms.ts'

/**
 * Faults that a supplier's simulator can produce for a call; with `_accepted`, `cut_json` and `no_id` it
 * delivers nevertheless.
 */
export type BrokenOutcome =
  | 'timeout_accepted'
  | 'timeout_lost'
  | 'reset'
  | 'reset_accepted'
  | 'http500'
  | 'http500_accepted'
  | 'http429'
  | 'html'
  | 'html_accepted'
  | 'cut_json'
  | 'no_id'

export type SupplierCall = 'buy' | 'look' | 'check' | 'balance' | 'list'

export type SupplierHarness = {
  /** Properties in which this supplier differs. */
  forms: SupplierForms
  /** Resets the supplier: no faults, no orders. */
  reset(): Promise<void>
  /** The adapter, connected to the simulator unless another `address` is given. */
  make(options?: { timeoutMs?: number; secret?: string; address?: string }): Supplier
  /** The simulator's address, without a slash at the end. */
  address(): string
  /** The secret of `make()`, which no message may show. */
  secret: string
  anOrder(unitRef: string): UnitOrder
  aPlayer(): PlayerQuery
  anUnknownPlayer(): PlayerQuery
  /** Sets the outcome of the next call of a kind. */
  next(call: SupplierCall, outcome: BrokenOutcome | 'refuse'): Promise<void>
  /** Answers the next call of a kind with a code that is not in the supplier's documents. */
  nextUnknownCode(call: SupplierCall): Promise<void>
  /** That code. */
  unknownCode: string
  /** The supplier's codes for a purchase that was not made. */
  codes: {
    /** The order can never succeed, however often it is sent. */
    final: readonly string[]
    /** The account has no money left. */
    noCredit: string
    /** Answers the next purchase with one of these codes. */
    next(code: string): Promise<void>
  }
  /**
   * The result of a purchase with an invalid key; by default a rejection, for which the supplier has a
   * code.
   */
  wrongKey?: 'unclear'
  /** A product page of the supplier that lists the product of `anOrder`. */
  page: string
  /** A product page that does not exist. */
  unknownPage: string
  /** Makes the error texts repeat the secret. */
  leakSecret(): Promise<void>
  /** Number of orders that the supplier has accepted, whatever it answered. */
  effects(): number
  /** For later delivery: the supplier's statuses of the next order, one per lookup. */
  statuses?(words: string[]): Promise<void>
}

/** The adapter with an address at which nothing listens. */
export const outOfReach = async (harness: SupplierHarness): Promise<Supplier> =>
  harness.make({ address: `http://127.0.0.1:${await closedPort()}` })
