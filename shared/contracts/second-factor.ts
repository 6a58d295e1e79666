import * as z from 'zod/mini'
import { BrowserUser } from './accounts.ts'
import { isoTime, otpCode } from './fields.ts'
import { latinDigits } from './latin-digits.ts'
import { paths } from './paths.ts'
import { route } from './route.ts'

const own = { permission: 'own.second_factor' } as const

/** Six digits of an app, or a recovery code such as `4K7Q-2MD9`. */
export const anyFactorCode = () =>
  z
    .string()
    .check(
      z.overwrite(latinDigits),
      z.trim(),
      z.regex(/^(\d{6}|[0-9A-Za-z]{4}[- ]?[0-9A-Za-z]{4})$/, 'Please enter a valid code.'),
    )

export const secondFactorSignIn = route({
  method: 'POST',
  path: '/auth/second-factor/sign-in',
  auth: 'public',
  summary: 'Sign in with the ticket from an admin’s sign-in, and a code of their second factor',
  body: z.strictObject({
    ticket: z.string().check(z.regex(/^[\w-]{16}\.[\w-]{43}$/, 'must be a ticket')),
    code: anyFactorCode(),
  }),
  result: z.object({ token: z.string(), user: BrowserUser, expiresAt: isoTime() }),
  errors: ['second_factor_mismatch', 'second_factor_expired', 'too_many_requests', 'service_unavailable'],
  errorField: 'msg',
})

export const secondFactor = route({
  ...paths.secondFactor,
  auth: own,
  allowedBeforeSecondFactor: true,
  summary: 'Whether one’s second factor is on or required, and how many recovery codes are left',
  result: z.object({
    isOn: z.boolean(),
    isRequired: z.boolean(),
    /** This session may only set it up. */
    isOwed: z.boolean(),
    recoveryCodesLeft: z.number(),
  }),
  errors: [],
  errorField: 'message',
})

export const setUpSecondFactor = route({
  method: 'POST',
  path: '/auth/second-factor/set-up',
  auth: own,
  allowedBeforeSecondFactor: true,
  summary:
    'Start to set up a second factor, after a proof (`/auth/prove`): a secret for an authenticator app, shown once',
  body: z.strictObject({}),
  result: z.object({ secret: z.string(), address: z.string() }),
  errors: ['second_factor_enabled', 'proof_required'],
  errorField: 'message',
})

export const confirmSecondFactor = route({
  method: 'POST',
  path: '/auth/second-factor/confirm',
  auth: own,
  allowedBeforeSecondFactor: true,
  summary: 'Confirm with the app’s first code; replies with ten recovery codes, shown once',
  body: z.strictObject({ code: otpCode() }),
  result: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['second_factor_mismatch', 'second_factor_not_set_up', 'too_many_requests', 'service_unavailable'],
  errorField: 'message',
})

export const turnOnSecondFactor = route({
  method: 'POST',
  path: '/auth/second-factor/on',
  auth: own,
  allowedBeforeSecondFactor: true,
  summary: 'Turn on the second factor confirmed in this session; the other sessions end',
  body: z.strictObject({}),
  result: z.object({ ended: z.number() }),
  errors: ['second_factor_not_set_up'],
  errorField: 'message',
})

export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/auth/second-factor/recovery-codes',
  auth: own,
  summary: 'Ten new recovery codes, by a code; the old ones stop working',
  body: z.strictObject({ code: anyFactorCode() }),
  result: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['second_factor_mismatch', 'second_factor_not_set_up', 'too_many_requests', 'service_unavailable'],
  errorField: 'message',
})

export const turnOffSecondFactor = route({
  method: 'POST',
  path: '/auth/second-factor/off',
  auth: own,
  summary: 'Turn the second factor off, by a code; the other sessions end',
  body: z.strictObject({ code: anyFactorCode() }),
  result: z.object({ ended: z.number() }),
  errors: ['second_factor_mismatch', 'second_factor_not_set_up', 'too_many_requests', 'service_unavailable'],
  errorField: 'message',
})
