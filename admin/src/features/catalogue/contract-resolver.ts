import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form'
import type * as z from 'zod/mini'

/**
 * Checks a form by the contract of its call. Written here, since the library's own resolver takes the whole of zod
 * into the first load of every screen.
 * @param toBody what is sent of what stands in the fields
 * @param fieldOf the field that shows a fault of the body, where it has another name
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
    // Backwards, so that of two faults of a field the first one stands.
    for (const { path, message } of read.error.issues.toReversed()) {
      set(errors, fieldOf(path.join('.')), { type: 'contract', message })
    }
    return { values: {}, errors }
  }
}
