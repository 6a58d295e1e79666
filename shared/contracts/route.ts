import type * as z from 'zod/mini'
import type { ErrorCode, ErrorField } from './errors.ts'
import type { StaffAccess } from './permissions.ts'

type Schema = z.ZodMiniType

/** Who may call: anyone, anyone signed in, or admins whose office role has the permission named. */
export type RouteAuth = 'public' | 'session' | StaffAccess

/**
 * One HTTP call as a value: the server mounts it, the browser's client calls it, the API reference prints it.
 * `path` is below the host base path `/api` and written the Express way (`/order/:userId`).
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
  /** Takes an `Idempotency-Key`: a repeat with the same key and body gets the first answer again. */
  idempotent?: true
  /**
   * Takes `Order-Again`: `ask` from a client that can show a question, or the id of the earlier order that its customer
   * knows of. Without it nothing is asked.
   */
  asksBack?: true
  /**
   * Takes `Price-Confirmed`: `ask` from a client that can have an owner type an unusual price, or the prices typed so far
   * in rupees, as `1,99.5`. Without it nothing is asked.
   */
  asksPrices?: true
  /**
   * Takes `Proof-Of-Work`: `ask` from a client that can compute one, or the answer to the challenge that it got. Without
   * it the call is refused as by any limit where a proof is due.
   */
  asksWork?: true
  /**
   * Takes `Account-Proof`: `ask` from a client that can ask for the password again where an admin changes how their own
   * account is signed in to. Without it nothing is asked.
   */
  asksProof?: true
  /** Public, and different with a session: `callerIfAny` is its user. */
  knowsCaller?: true
  /** Open to an admin who still owes the second factor that this shop requires. */
  allowedBeforeSecondFactor?: true
  /** Takes one file beside the body's fields, as multipart/form-data, of at most so many bytes. */
  file?: { field: string; maxBytes: number }
  /** A GET that does something: nothing between the caller and us may answer it from memory. */
  noStore?: true
  /** Answers with a file of this name, written line by line, in place of JSON: `result` is its lines. */
  csv?: string
  /** The same with bytes: a zip. */
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
