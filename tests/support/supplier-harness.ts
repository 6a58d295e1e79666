import type { PlayerQuery, Supplier, UnitOrder } from '@jhatpat/shared/providers/suppliers/supplier.ts'
import { closedPort } from '../simulators/with-simulators.ts'
import type { SupplierForms } from './supplier-forms.ts'

/** What a supplier's stand-in can be told to do with a call; `_accepted`, `cut_json` and `no_id` do deliver. */
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
  /** What this supplier does its own way. */
  forms: SupplierForms
  /** Back to a supplier without faults or orders. */
  reset(): Promise<void>
  /** The adapter, at the stand-in unless another `address` is given. */
  make(options?: { timeoutMs?: number; secret?: string; address?: string }): Supplier
  /** Where the stand-in is, without a slash at the end. */
  address(): string
  /** The secret of `make()`, which no message may show. */
  secret: string
  anOrder(unitRef: string): UnitOrder
  aPlayer(): PlayerQuery
  anUnknownPlayer(): PlayerQuery
  /** What the next call of a kind comes to. */
  next(call: SupplierCall, outcome: BrokenOutcome | 'refuse'): Promise<void>
  /** Lets the next call of a kind be answered with a code that the supplier's documents don't have. */
  nextUnknownCode(call: SupplierCall): Promise<void>
  /** That code. */
  unknownCode: string
  /** Codes of the supplier that say that nothing was bought. */
  codes: {
    /** Of this order nothing will come, however often it is sent. */
    final: readonly string[]
    /** The account's money is spent. */
    noCredit: string
    /** Lets the next purchase be answered with one of them. */
    next(code: string): Promise<void>
  }
  /** What a purchase with a wrong key comes to; left out: a refusal, by a code of the supplier for it. */
  wrongKey?: 'unclear'
  /** A product of the supplier under which `anOrder`'s pack is listed. */
  page: string
  /** A product that it does not have. */
  unknownPage: string
  /** Lets the error texts repeat the secret. */
  leakSecret(): Promise<void>
  /** How many orders the supplier has taken, whatever it told us. */
  effects(): number
  /** Where delivery comes later: the supplier's words for the next order, one per look-up. */
  statuses?(words: string[]): Promise<void>
}

/** The adapter of a supplier that is not there. */
export const outOfReach = async (harness: SupplierHarness): Promise<Supplier> =>
  harness.make({ address: `http://127.0.0.1:${await closedPort()}` })
