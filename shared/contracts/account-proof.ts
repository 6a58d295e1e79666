import * as z from 'zod/mini'
import { isoTime } from './fields.ts'
import { route } from './route.ts'
import { anyFactorCode } from './second-factor.ts'

/** What an account proves itself by again: its password or, of an admin whose second factor is on, a code. */
export type ProofKind = 'password' | 'code'

export const proveAccount = route({
  method: 'POST',
  path: '/auth/prove',
  auth: 'session',
  allowedBeforeSecondFactor: true,
  summary:
    'Give the password again, or a code of the second factor where it is on: within five minutes this session may make one change of how its account is signed in to',
  body: z.strictObject({
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    code: z.optional(anyFactorCode()),
  }),
  result: z.object({ until: isoTime() }),
  errors: [
    ...(['proof_required', 'password_wrong', 'second_factor_mismatch'] as const),
    ...(['too_many_requests', 'service_unavailable'] as const),
  ],
  errorField: 'message',
})
