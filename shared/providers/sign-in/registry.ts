import { createOidc } from './oidc.ts'
import type { SignInProvider } from './sign-in-provider.ts'

/** Named as in the environment. */
export type SignInSettings = {
  OIDC_ISSUER_URL: string
  OIDC_CLIENT_ID: string
  OIDC_AUDIENCE: string
  OIDC_BUTTON_TITLE: string
  GATEWAY_TIMEOUT_MS: number
}

/** Every external sign-in provider. */
export const signInProviders = {
  oidc: (settings: SignInSettings): SignInProvider =>
    createOidc({
      url: settings.OIDC_ISSUER_URL,
      clientId: settings.OIDC_CLIENT_ID,
      audience: settings.OIDC_AUDIENCE,
      title: settings.OIDC_BUTTON_TITLE,
      timeoutMs: settings.GATEWAY_TIMEOUT_MS,
    }),
}

/**
 * The external sign-in provider; undefined until its address and our client id there are both set.
 */
export function createSignInProvider(settings: SignInSettings): SignInProvider | undefined {
  const isSet = settings.OIDC_ISSUER_URL !== '' && settings.OIDC_CLIENT_ID !== ''
  return isSet ? signInProviders.oidc(settings) : undefined
}
