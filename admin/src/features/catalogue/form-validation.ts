import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form'
import type * as z from 'zod/mini'

/** The first error of a form in the order of the specification, with the contract's sentence. */
export function firstError(errors: FieldErrors, order: readonly string[]): string | undefined {
  for (const name of order) {
    const message = messageIn(errors[name])
    if (message) return message
  }
  return Object.values(errors).map(messageIn).find(Boolean)
}

/** The error of a list may be its own, that of an entry, or that of an entry's field. */
function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string' && error.message !== '') return error.message
  return Object.entries(error)
    .filter(([name]) => name !== 'ref')
    .map(([, inner]) => messageIn(inner))
    .find(Boolean)
}

/**
 * Validates a form by the contract of its call. The form library's own resolver would add all of
 * zod to the first load of every screen.
 * @param toBody builds the body from the field values
 * @param fieldOf the field that shows an error of the body, where its name differs
 */
export function contractResolver<Values extends FieldValues, Body>(
  schema: z.ZodMiniType<Body>,
  toBody: (values: Values) => unknown,
  fieldOf: (path: string) => string = (path) => path,
): Resolver<Values, unknown, Body> {
  return (values) => {
    const read = schema.safeParse(toBody(values))
    if (read.success) return { values: read.data as Body & FieldValues, errors: {} }
    const errors: FieldErrors<Values> = {}
    // In reverse, so that the first of several errors of a field is kept.
    for (const { path, message } of read.error.issues.toReversed()) {
      set(errors, fieldOf(path.join('.')), { type: 'contract', message })
    }
    return { values: {}, errors }
  }
}
