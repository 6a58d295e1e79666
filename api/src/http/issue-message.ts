import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/** The message of an issue for which the contract gives no text. */
export const requiredMessage = '-'

/**
 * The field (dotted path, empty for the whole body) and a sentence about it. Contract texts that
 * start with a small letter follow the field's name; others are used unchanged.
 */
export function messageFor(issue: Issue): { field: string; sentence: string } {
  const field = fieldOf(issue)
  const name = field === '' ? 'The request body' : field
  if (issue.message !== requiredMessage) {
    return { field, sentence: /^[a-z]/.test(issue.message) ? `${name} ${issue.message}.` : issue.message }
  }
  return { field, sentence: `${name} ${complaintAbout(issue)}.` }
}

function fieldOf(issue: Issue): string {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') path.push(String(issue.keys[0]))
  return path.map((part) => (part.length > 60 ? `${part.slice(0, 60)}…` : part)).join('.')
}

function complaintAbout(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return 'is not a known field'
  if (issue.input === undefined) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    default:
      return 'does not have the right form'
  }
}

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

function tooSmall({ origin, minimum }: { origin: string; minimum: number | bigint }): string {
  if (origin === 'string')
    return minimum === 1 ? 'must not be empty' : `must have at least ${minimum} characters`
  if (origin === 'array') return `must have at least ${minimum} ${minimum === 1 ? 'entry' : 'entries'}`
  return `must be at least ${minimum}`
}

function tooBig({ origin, maximum }: { origin: string; maximum: number | bigint }): string {
  if (origin === 'string') return `must have at most ${maximum} characters`
  if (origin === 'array') return `must have at most ${maximum} entries`
  return `must be at most ${maximum}`
}
