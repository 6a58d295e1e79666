import type { ApiError } from '@jhatpat/shared/contracts/client.ts'
import type { Text } from '@jhatpat/shared/ui/texts/translate.ts'

/**
 * An error for people. If the server refers to a field by its name in the call, `words` are its own and
 * `text` is ours.
 */
export function plainMessage({ code, field, message }: ApiError): { text: string; serverText?: string } {
  const isForPrograms = code === 'invalid_request' && message.startsWith(`${field ?? 'The request body'} `)
  return isForPrograms ? { text: checkInput, serverText: message } : { text: message }
}

const checkInput: Text = 'Check the highlighted field and try again.'
