import * as z from 'zod'
import { Faults } from '../wire/faults.ts'

const SignInSettings = z.strictObject({
  delayMs: z.number().int().min(0),
  replyDelayMs: z.number().int().min(0),
  /** Takes the place of what an ID token says: `{ "aud": "other" }`, `{ "email_verified": false }`; null leaves it out. */
  claims: z.record(z.string(), z.unknown()),
  /** `unknown`: signs with a key that is not among the published ones. */
  key: z.enum(['own', 'unknown']),
  /** `wrong`: sends the browser back with another state than it came with. */
  state: z.enum(['own', 'wrong']),
  /** Sends the browser back with this error instead of asking, such as `login_required`; empty: asks. */
  error: z.string(),
  refreshTokens: z.boolean(),
  /** How long tokens are good. */
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
  /** From now on another key signs, and only that one is published. */
  rotateKeys: z.literal(true).optional(),
  /** Makes an ID token with these claims besides the usual ones; the state's `issued` has it. */
  issue: z.record(z.string(), z.unknown()).optional(),
  reset: z.enum(['faults', 'all']).optional(),
})
