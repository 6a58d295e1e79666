import type { AnyRoute, BodyOf, ParamsOf, QueryOf } from '@jhatpat/shared/contracts/http/route.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import * as z from 'zod/mini'
import { sentenceFor } from './issue-sentence.ts'

type Raw = { params: unknown; query: unknown; body?: unknown }
type Parsed<R extends AnyRoute> = { params: ParamsOf<R>; query: QueryOf<R>; body: BodyOf<R> }

/** Parts a route does not describe are empty: anything in them is an unknown field. */
const nothing = z.strictObject({})

/**
 * Parses a request by its contract.
 * @throws AppError `invalid_request` with the first field at fault and a sentence about it
 */
export function parseRequest<R extends AnyRoute>(route: R, raw: Raw): Parsed<R> {
  return {
    params: parsePart(route.params ?? nothing, { ...(raw.params as object) }),
    query: parsePart(route.query ?? nothing, { ...(raw.query as object) }),
    body: parsePart(route.body ?? nothing, raw.body ?? {}),
  } as Parsed<R>
}

function parsePart(schema: z.ZodMiniType, value: unknown): unknown {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (!parsed.success) throw refusal(parsed.error.issues[0])
  const hidden = pathOfControlCharacter(parsed.data, [])
  if (hidden) throw refuse(hidden.join('.'), `${hidden.join('.')} must not contain control characters.`)
  return parsed.data
}

function refusal(issue: z.core.$ZodIssue | undefined): AppError {
  if (!issue) return new AppError('invalid_request')
  const { field, sentence } = sentenceFor(issue)
  return refuse(field, sentence)
}

function refuse(field: string, message: string): AppError {
  return new AppError('invalid_request', { message, ...(field === '' ? {} : { field }) })
}

/** No text we take has a use for them, and a null byte ends strings in other people's systems. */
function pathOfControlCharacter(value: unknown, path: string[]): string[] | undefined {
  if (typeof value === 'string') return /[^\P{Cc}\t\n\r]/u.test(value) ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const found = pathOfControlCharacter(inner, [...path, name])
    if (found) return found
  }
  return undefined
}
