import type { ErrorReply } from './errors.ts'
import type { AnyRoute, BodyInputOf, ParamsOf, QueryInputOf, ResultOf } from './route.ts'

export type CallInput<R extends AnyRoute> = {
  params?: ParamsOf<R>
  query?: QueryInputOf<R>
  body?: BodyInputOf<R>
  /** One per user action, so that a repeat of the same action is the same request. */
  idempotencyKey?: string
  /**
   * For routes with `asksBack`: `ask`, or the earlier order that the customer wants to order again.
   */
  orderAgain?: string
  /** For routes with `asksPrices`: `ask`, or the prices that an owner has confirmed. */
  priceConfirmed?: string
  /** For routes with `asksWork`: `ask`, or the answer to the challenge. */
  proofOfWork?: string
  /** For routes with `asksProof`: the app can ask for the password again. */
  accountProof?: 'ask'
  signal?: AbortSignal
  /** Time limit of the answer, in ms; default: the client's own. */
  timeoutMs?: number
}

/**
 * A call's address without its schemas, for code that is loaded first. Not for idempotent calls,
 * whose answers are validated.
 */
export type CallAddress<R extends AnyRoute> = {
  readonly method: AnyRoute['method']
  readonly path: string
  readonly idempotent?: never
  /** The contract, for types only. */
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
  /** When it may be retried, in ms from now, if the server says so. */
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
 * No usable answer: none at all, a truncated one, or the page of a proxy. The request may have been
 * carried out. The text is the specification's.
 */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('Network Error', { cause })
    this.name = 'NetworkError'
  }
}
