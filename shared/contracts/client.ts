import type { ErrorReply } from './errors.ts'
import type { AnyRoute, BodyInputOf, ParamsOf, QueryInputOf, ResultOf } from './route.ts'

export type CallInput<R extends AnyRoute> = {
  params?: ParamsOf<R>
  query?: QueryInputOf<R>
  body?: BodyInputOf<R>
  /** One per tap, so that a repeat of the same tap is the same request. */
  idempotencyKey?: string
  /** Where the route `asksBack`: `ask`, or the earlier order that the customer wants to order again. */
  orderAgain?: string
  /** Where the route `asksPrices`: `ask`, or the prices that an owner has typed. */
  priceConfirmed?: string
  /** Where the route `asksWork`: `ask`, or the answer to the challenge. */
  proofOfWork?: string
  /** Where the route `asksProof`: the app can ask for the password again. */
  accountProof?: 'ask'
  signal?: AbortSignal
  /** How long the answer may take, in ms; the client's own limit unless told. */
  timeoutMs?: number
}

/**
 * Where a call is, without its schemas: for what is loaded first. Not for one that is `idempotent`, whose answer is
 * checked.
 */
export type CallAddress<R extends AnyRoute> = {
  readonly method: AnyRoute['method']
  readonly path: string
  readonly idempotent?: never
  /** The contract, for types alone. */
  readonly contract?: R
}

export type Call = <R extends AnyRoute>(
  route: R | CallAddress<R>,
  input?: CallInput<R>,
) => Promise<ResultOf<R>>

/** A call that was answered with an error. `message` is for people. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly reply: Partial<ErrorReply>
  /** When it may be tried again, in ms from now, where the server has said so. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, reply: Partial<ErrorReply>, retryAfterMs?: number) {
    super(reply.message ?? 'Something went wrong! Please try again.')
    this.name = 'ApiError'
    this.status = status
    this.code = String(reply.code ?? 'internal')
    this.field = reply.field
    this.reply = reply
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * No answer that can be relied on: none at all, one that was cut, or the page of somebody on the way. What was asked
 * may have been done. The text is the one that the specification gives.
 */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('Network Error', { cause })
    this.name = 'NetworkError'
  }
}
