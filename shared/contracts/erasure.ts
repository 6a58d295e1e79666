import * as z from 'zod/mini'
import { erasureObstacleKinds } from './erasure-obstacles.ts'
import { isoTime } from './fields.ts'
import { route } from './route.ts'

/** Within this time after the request nothing is deleted, and the customer can take it back. In ms. */
export const erasureWaitMs = 72 * 3_600_000

const Contact = z.enum(['mobile', 'email'])

const OwnErasure = z.object({
  /** `requested`: our team has to confirm it. `waiting`: it will be deleted after `from`. */
  state: z.enum(['none', 'requested', 'waiting']),
  /** The earliest time. */
  from: z.optional(isoTime()),
  /** What has to be ended first. `amount`: rupees. */
  obstacles: z.array(
    z.object({
      kind: z.enum(erasureObstacleKinds),
      count: z.optional(z.number()),
      amount: z.optional(z.number()),
    }),
  ),
  /** The contacts that receive a code. */
  contacts: z.array(Contact),
})
export type OwnErasure = z.output<typeof OwnErasure>

export const ownErasure = route({
  method: 'GET',
  path: '/user/erasure',
  auth: 'session',
  summary: 'Whether the caller’s account is to be deleted, and what has to be ended before',
  result: OwnErasure,
  errors: [],
  errorField: 'message',
})

export const askErasureCodes = route({
  method: 'POST',
  path: '/user/erasure/codes',
  auth: 'session',
  summary: 'Send a code to each contact of the caller, to confirm the deletion of the account',
  body: z.strictObject({}),
  /** Seconds after which another request sends again. */
  result: z.object({ contacts: z.array(Contact), retryAfter: z.number() }),
  errors: ['contact_frozen', 'too_many_requests'],
  errorField: 'message',
})

const code = () => z.optional(z.string().check(z.regex(/^\d{6}$/, 'must be the 6 digits of the code')))

export const requestErasure = route({
  method: 'POST',
  path: '/user/erasure',
  auth: 'session',
  summary:
    'Request the deletion of the caller’s account, with the code of each contact and a sign-in or a proof within five minutes; two staff members confirm it, and nothing is deleted for three days',
  body: z.strictObject({ mobileOtp: code(), emailOtp: code() }),
  result: OwnErasure,
  errors: [
    'contact_frozen',
    'proof_required',
    'otp_expired',
    'otp_mismatch',
    'erasure_blocked',
    'too_many_requests',
  ],
  errorField: 'message',
  asksProof: true,
})

export const withdrawErasure = route({
  method: 'DELETE',
  path: '/user/erasure',
  auth: 'session',
  summary: 'Take back the deletion of the caller’s account, while nothing is deleted yet',
  result: OwnErasure,
  errors: ['erasure_begun'],
  errorField: 'message',
})
