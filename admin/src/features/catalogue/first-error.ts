import type { FieldErrors } from 'react-hook-form'

/** The first fault of a form in the order that the specification gives, as the sentence of the contract. */
export function firstError(errors: FieldErrors, order: readonly string[]): string | undefined {
  for (const name of order) {
    const message = messageIn(errors[name])
    if (message) return message
  }
  return Object.values(errors).map(messageIn).find(Boolean)
}

/** A list's fault may be its own, one of an entry's, or one of an entry's fields. */
function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string' && error.message !== '') return error.message
  return Object.entries(error)
    .filter(([name]) => name !== 'ref')
    .map(([, inner]) => messageIn(inner))
    .find(Boolean)
}
