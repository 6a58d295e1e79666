import { ApiError } from '../contracts/client.ts'

/**
 * What an error means for a call that orders or pays:
 * - `refused`: certainly had no effect; the next tap is another request.
 * - `signed_out`: this request had no effect, an earlier one may have.
 * - `busy`: the same, because the shop has too many orders or is being restored; the same request is sent again later.
 * - `unpayable`: the order exists, but can never be paid.
 * - `unclear`: it may have taken effect. Only the same request with the same key may follow.
 */
export type Outcome = 'refused' | 'signed_out' | 'busy' | 'unpayable' | 'unclear'

export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return 'unclear'
  if (error.code === 'payment_rejected') return 'unpayable'
  if (error.status === 401) return 'signed_out'
  if (error.code === 'shop_busy' || error.code === 'shop_restoring') return 'busy'
  const isDefinite = error.status >= 400 && error.status < 500 && !passing.has(error.status)
  return isDefinite && error.code !== 'idempotency_in_flight' ? 'refused' : 'unclear'
}

/** Refusals that mean "not now": Request Timeout, Too Early, Too Many Requests. */
const passing: ReadonlySet<number> = new Set([408, 425, 429])
