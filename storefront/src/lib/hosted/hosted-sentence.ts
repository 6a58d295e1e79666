import { ApiError, NetworkError } from '@jhatpat/shared/contracts/client.ts'
import type { Text } from '@jhatpat/shared/ui/texts/translate.ts'

/** The error codes of the provider's library (specification §8), as texts for people. */
const sentences: Record<string, Text> = {
  missing_transaction: 'Invalid state. This sign-in was started in another tab or already used. Try again.',
  state_mismatch: 'Invalid state. We couldn’t verify this sign-in. Try again.',
  login_required: 'You’re signed out there. Sign in there again.',
  timeout: 'Login timed out. Try again.',
  cancelled: 'The login window was closed. Try again.',
  missing_refresh_token: 'You need to confirm the sign-in there. Try again.',
  access_denied: 'Login cancelled. Nothing has changed.',
}

const others: Text = 'Login didn’t work. Try again, or log in another way.'

/** The text for a failed hosted sign-in, whether the provider or our api refused it. */
export function hostedSentence(error: unknown): string {
  if (error instanceof ApiError) return error.reply.msg ?? error.message
  if (error instanceof NetworkError) return 'Network Error. No response, please try again.'
  if (!(error instanceof Error)) return others
  if (error.message === 'There are no query params available for parsing.') {
    return 'Sign-in was not completed. Try again.'
  }
  const code = 'error' in error ? String(error.error) : ''
  return Object.hasOwn(sentences, code) ? (sentences[code] ?? others) : others
}
