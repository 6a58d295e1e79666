import type * as z from 'zod/mini'
import type { ErrorCode, ErrorField } from './errors.ts'
import type { StaffAccess } from './permissions.ts'

type Schema = z.ZodMiniType

/** Permitted callers: all, any signed-in user, or admins whose staff role has the permission. */
export type RouteAuth = 'public' | 'session' | StaffAccess

/**
 * One HTTP call as a value: the server mounts it, the browser's client calls it, the API reference
 * prints it. `path` is below the host base path `/api` and written the Express way
 * (`/order/:userId`).
 */
export type Route<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Result extends Schema = Schema,
  Auth extends RouteAuth = RouteAuth,
> = {
  /** Only a POST has a body. */
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  auth: Auth
  summary: string
  params?: Params
  query?: Query
  body?: Body
  result: Result
  errors: readonly ErrorCode[]
  errorField: ErrorField
  /** Takes an `Idempotency-Key`: a repeat with the same key and body gets the first reply again. */
  idempotent?: true
  /**
   * Takes `Order-Again`: `ask` from a client that can show a question, or the id of the earlier
   * order that its customer knows of. Without it nothing is asked.
   */
  asksBack?: true
  /**
   * Takes `Price-Confirmed`: `ask` from a client that can have an owner confirm an unusual price,
   * or the prices confirmed so far in rupees, as `1,99.5`. Without it nothing is asked.
   */
  asksPrices?: true
  /**
   * Takes `Proof-Of-Work`: `ask` from a client that can compute one, or the answer to its
   * challenge. Without it a call that needs a proof is refused like any rate-limited call.
   */
  asksWork?: true
  /**
   * Takes `Account-Proof`: `ask` from a client that can ask for the password again when an admin
   * changes how their own account signs in. Without it nothing is asked.
   */
  asksProof?: true
  /** Public, but with another result for a session: `callerIfAny` is its user. */
  knowsCaller?: true
  /** Allowed for an admin who must still set up the second factor that this shop requires. */
  allowedBeforeSecondFactor?: true
  /** Takes one file of at most `maxBytes` with the body's fields, as multipart/form-data. */
  file?: { field: string; maxBytes: number }
  /** A GET with an effect: no cache may answer it. */
  noStore?: true
  /**
   * Replies with a CSV file of this name, streamed by line, instead of JSON: `result` is its lines.
   */
  csv?: string
  /** Replies with a zip of this name: `result` is its bytes. */
  zip?: string
}

export function route<
  Params extends Schema = z.ZodMiniUnknown,
  Query extends Schema = z.ZodMiniUnknown,
  Body extends Schema = z.ZodMiniUnknown,
  Result extends Schema = z.ZodMiniUnknown,
  const Auth extends RouteAuth = RouteAuth,
>(definition: Route<Params, Query, Body, Result, Auth>): Route<Params, Query, Body, Result, Auth> {
  return definition
}

export type AnyRoute = Route<Schema, Schema, Schema, Schema>
export type ParamsOf<R extends AnyRoute> =
  R extends Route<infer P, Schema, Schema, Schema> ? z.output<P> : never
export type QueryOf<R extends AnyRoute> =
  R extends Route<Schema, infer Q, Schema, Schema> ? z.output<Q> : never
export type BodyOf<R extends AnyRoute> =
  R extends Route<Schema, Schema, infer B, Schema> ? z.output<B> : never
export type ResultOf<R extends AnyRoute> =
  R extends Route<Schema, Schema, Schema, infer T> ? z.output<T> : never
/** What a caller sends: the input side of the schemas. */
export type BodyInputOf<R extends AnyRoute> =
  R extends Route<Schema, Schema, infer B, Schema> ? z.input<B> : never
export type QueryInputOf<R extends AnyRoute> =
  R extends Route<Schema, infer Q, Schema, Schema> ? z.input<Q> : never
/** What a handler returns: the result schema's input, before it is stripped. */
export type ReplyOf<R extends AnyRoute> =
  R extends Route<Schema, Schema, Schema, infer T> ? z.input<T> : never
