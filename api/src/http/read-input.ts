import type { AnyRoute, BodyOf, ParamsOf, QueryOf } from '@jhatpat/shared/contracts/route.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import * as z from 'zod/mini'
import { messageFor, requiredMessage } from './issue-message.ts'

/**
 * Parses a value by its schema.
 * @throws AppError `invalid_request` with the first invalid field and a sentence about it
 */
export function readInput<Input>(schema: z.ZodMiniType<Input>, value: unknown): Input {
  const parsed = schema.safeParse(value, { reportInput: true, error: () => requiredMessage })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw issue ? refuse(messageFor(issue)) : new AppError('invalid_request')
  }
  const hidden = pathOfControlCharacter(parsed.data, [])?.join('.')
  if (hidden) throw refuse({ field: hidden, sentence: `${hidden} must not contain control characters.` })
  return parsed.data
}

function refuse({ field, sentence }: { field: string; sentence: string }): AppError {
  return new AppError('invalid_request', { message: sentence, ...(field === '' ? {} : { field }) })
}

/** No text needs them, and a null byte ends strings in other systems. */
function pathOfControlCharacter(value: unknown, path: string[]): string[] | undefined {
  if (typeof value === 'string') return /[^\P{Cc}\t\n\r]/u.test(value) ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const found = pathOfControlCharacter(inner, [...path, name])
    if (found) return found
  }
  return undefined
}

type Raw = { params: unknown; query: unknown; body?: unknown }

/** A parsed request. */
export type Input<R extends AnyRoute> = { params: ParamsOf<R>; query: QueryOf<R>; body: BodyOf<R> }

/** Parts that a route does not describe must be empty: anything in them is an unknown field. */
const nothing = z.strictObject({})

/** Parses a request by its contract. @throws AppError `invalid_request` */
export function parseRequest<R extends AnyRoute>(route: R, raw: Raw): Input<R> {
  return {
    params: readInput(route.params ?? nothing, plain(raw.params)),
    query: readInput(route.query ?? nothing, plain(raw.query)),
    body: readInput(route.body ?? nothing, raw.body ?? {}),
  } as Input<R>
}

/**
 * Express stores parameters in objects without a prototype, in which `__proto__` is an ordinary
 * name.
 */
function plain(values: unknown): unknown {
  return Object.fromEntries(Object.entries(values as object))
}
