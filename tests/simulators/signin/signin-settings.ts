import * as z from 'zod'
import { Faults } from '../wire/faults.ts'

const SignInSettings = z.strictObject({
  delayMs: z.number().int().min(0),
  replyDelayMs: z.number().int().min(0),
  /** Replaces claims of an ID token: `{ "aud": "other" }`, `{ "email_verified": false }`; null omits one. */
  claims: z.record(z.string(), z.unknown()),
  /** `unknown`: signs with a key that is not published. */
  key: z.enum(['own', 'unknown']),
  /** `wrong`: redirects the browser with another state than it came with. */
  state: z.enum(['own', 'wrong']),
  /** Redirects the browser with this error, such as `login_required`; empty: asks the person. */
  error: z.string(),
  refreshTokens: z.boolean(),
  /** Validity of tokens, in seconds. */
  lifeS: z.number().int().min(1),
})
export type SignInSettings = z.output<typeof SignInSettings>

export const defaultSignIn: SignInSettings = {
  delayMs: 0,
  replyDelayMs: 0,
  claims: {},
  key: 'own',
  state: 'own',
  error: '',
  refreshTokens: true,
  lifeS: 3_600,
}

export const SignInCommand = z.strictObject({
  ...SignInSettings.partial().shape,
  next: Faults.optional(),
  /** Signs with a new key from now on, and publishes only that one. */
  rotateKeys: z.literal(true).optional(),
  /** Issues an ID token with these claims in addition to the usual ones; the state's `issued` contains it. */
  issue: z.record(z.string(), z.unknown()).optional(),
  reset: z.enum(['faults', 'all']).optional(),
})
