import { definedOnly } from '../wire/defined-only.ts'
import { escapeHtml } from '../wire/page.ts'
import type { SimulatedVendor } from '../wire/simulated-vendor.ts'
import { signInRoutes } from './signin-routes.ts'
import { SignInCommand } from './signin-settings.ts'
import { openSignInStore, type SignInOptions } from './signin-store.ts'

/** A simulator of a sign-in provider with OpenID Connect, such as Auth0. */
export async function createSignInSimulator(options: SignInOptions): Promise<SimulatedVendor> {
  const store = await openSignInStore(options)
  return {
    name: 'signin',
    title: 'hosted sign-in',
    router: signInRoutes(store),
    async command(body) {
      const { next, rotateKeys, issue, reset, ...settings } = SignInCommand.parse(body)
      if (reset) await store.reset(reset)
      store.change(definedOnly(settings))
      if (rotateKeys) store.rotateKeys()
      if (next) store.plan.add(next)
      if (issue) await store.issue(issue)
    },
    state: () => ({ settings: store.settings(), next: store.plan.list(), issued: store.issued() }),
    journal: () => store.journal.entries,
    deliveries: () => [],
    triggers: [['unverified…@any.test', 'signs in with an address that the provider has not confirmed']],
    buttons,
    orders: () => ({
      heads: ['When', 'What', 'Who'],
      rows: store.journal.entries
        .slice(-50)
        .reverse()
        .map(({ at, kind, email }) => [at, kind, email].map(escapeHtml)),
    }),
    close: () => store.journal.close(),
  }
}

const buttons = [
  { label: 'Sends back another state', command: { state: 'wrong' } },
  { label: 'Wants a login (login_required)', command: { error: 'login_required' } },
  { label: 'Cancels (access_denied)', command: { error: 'access_denied' } },
  { label: 'Tokens for another client', command: { claims: { aud: 'other' } } },
  { label: 'Tokens by another issuer', command: { claims: { iss: 'https://other.test/' } } },
  { label: 'Tokens that are over', command: { claims: { exp: 1 } } },
  { label: 'Tokens by an unknown key', command: { key: 'unknown' } },
  { label: 'Addresses not confirmed', command: { claims: { email_verified: false } } },
  { label: 'Another key from now on', command: { rotateKeys: true } },
  { label: 'Tokens for 70 s', command: { lifeS: 70 } },
  { label: 'No refresh tokens', command: { refreshTokens: false } },
  { label: 'Next keys: HTTP 500', command: { next: { outcome: 'http500', call: 'jwks' } } },
  { label: 'Next token: no answer', command: { next: { outcome: 'timeout_lost', call: 'token' } } },
  { label: 'Everything 8 s late', command: { delayMs: 8_000 } },
]
