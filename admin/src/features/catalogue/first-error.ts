import type { FieldErrors } from 'react-hook-form'

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
