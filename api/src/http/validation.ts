import type { AnyRoute, BodyOf, ParamsOf, QueryOf } from '@jhatpat/shared/contracts/http/route.ts'
import * as z from 'zod/mini'
import { readInput } from './read-input.ts'

type Raw = { params: unknown; query: unknown; body?: unknown }

/** What a call's schemas let through. */
export type Input<R extends AnyRoute> = { params: ParamsOf<R>; query: QueryOf<R>; body: BodyOf<R> }

/** Parts a route does not describe are empty: anything in them is an unknown field. */
const nothing = z.strictObject({})

/** Parses a request by its contract. @throws AppError `invalid_request` */
export function parseRequest<R extends AnyRoute>(route: R, raw: Raw): Input<R> {
  return {
    params: readInput(route.params ?? nothing, plain(raw.params)),
    query: readInput(route.query ?? nothing, plain(raw.query)),
    body: readInput(route.body ?? nothing, raw.body ?? {}),
  } as Input<R>
}

/** Express keeps parameters in objects without a prototype, and `__proto__` is a name like any other there. */
function plain(values: unknown): unknown {
  return Object.fromEntries(Object.entries(values as object))
}
