import * as z from 'zod/mini'
import { isoTime } from './fields.ts'
import { route } from './route.ts'
import { anyFactorCode } from './second-factor.ts'

/**
 * How an account's owner proves their identity again: with the password or, for an admin with a
 * second factor, a code.
 */
export type ProofKind = 'password' | 'code'

export const proveAccount = route({
  method: 'POST',
  path: '/auth/prove',
  auth: 'session',
  allowedBeforeSecondFactor: true,
  summary:
    'Confirm the password again, or a code of the second factor where it is on; within the next five minutes this session may make one change of how its account signs in',
  body: z.strictObject({
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    code: z.optional(anyFactorCode()),
  }),
  result: z.object({ until: isoTime() }),
  errors: [
    'proof_required',
    'password_wrong',
    'second_factor_mismatch',
    'too_many_requests',
    'service_unavailable',
  ],
  errorField: 'message',
})
