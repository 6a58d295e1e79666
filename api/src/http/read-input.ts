import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type * as z from 'zod/mini'
import { requiredMessage, messageFor } from './issue-message.ts'

/**
 * Reads what someone sent by its schema.
 * @throws AppError `invalid_request` with the first field at fault and a sentence about it
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
