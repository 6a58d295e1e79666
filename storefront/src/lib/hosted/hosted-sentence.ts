import { ApiError, NetworkError } from '@jhatpat/shared/contracts/client.ts'

/** The error codes of the provider's library (specification §8), as texts for people. */
const sentences: Record<string, string> = {
  missing_transaction: 'Invalid state. This sign-in was started in another tab or already used. Try again.',
  state_mismatch: 'Invalid state. We couldn’t verify this sign-in. Try again.',
  login_required: 'The provider does not know you any more. Sign in there again.',
  timeout: 'Login timed out. Try again.',
  cancelled: 'The sign-in window was closed before you were done. Try again.',
  missing_refresh_token: 'The provider does not let you stay signed in without asking. Sign in there again.',
  access_denied: 'You cancelled the sign-in. Nothing has changed.',
}

const others = 'The sign-in did not work. Try again, or log in another way.'

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
