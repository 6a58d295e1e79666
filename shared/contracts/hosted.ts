import * as z from 'zod/mini'
import { login } from './accounts.ts'
import { shortText } from './fields.ts'
import { route } from './route.ts'

/** An external sign-in provider. All of it is public. */
export const HostedProvider = z.object({
  /** Its base address, without a trailing slash. */
  url: z.string(),
  clientId: z.string(),
  /** The API that tokens are requested for, or empty. */
  audience: z.string(),
  /** For the button: Continue with … */
  title: z.string(),
})
export type HostedProvider = z.output<typeof HostedProvider>

export const hostedProvider = route({
  method: 'GET',
  path: '/auth/hosted',
  auth: 'public',
  summary: 'The external sign-in provider; null when there is none',
  result: z.object({ provider: z.nullable(HostedProvider) }),
  errors: [],
  errorField: 'msg',
})

const jwt = /^[\w-]+\.[\w-]+\.[\w-]+$/

export const hostedSignIn = route({
  method: 'POST',
  path: '/auth/hosted',
  auth: 'public',
  summary:
    'Sign in with the ID token that the provider gave the browser, once and within ten minutes; the first time creates or links the account of its verified e-mail',
  body: z.strictObject({
    idToken: z.string().check(z.maxLength(8_000), z.regex(jwt, 'must be an ID token')),
    /**
     * As the browser sent it to the provider: the token must contain the same, or neither has one.
     */
    nonce: z.optional(shortText(200)),
  }),
  result: login.result,
  errors: [
    'hosted_off',
    'hosted_rejected',
    'hosted_unavailable',
    'hosted_unverified',
    'hosted_admin',
    'hosted_other_email',
    'account_blocked',
    'too_many_requests',
    'service_unavailable',
  ] as const,
  errorField: 'msg',
})
