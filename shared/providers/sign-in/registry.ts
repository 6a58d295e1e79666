import { createOidc } from './oidc.ts'
import type { SignInProvider } from './sign-in-provider.ts'

/** Named as in the environment. */
export type SignInSettings = {
  SIGN_IN_URL: string
  SIGN_IN_CLIENT_ID: string
  SIGN_IN_AUDIENCE: string
  SIGN_IN_TITLE: string
  GATEWAY_TIMEOUT_MS: number
}

/** Every way to sign people in elsewhere that there is. */
export const signInProviders = {
  oidc: (settings: SignInSettings): SignInProvider =>
    createOidc({
      url: settings.SIGN_IN_URL,
      clientId: settings.SIGN_IN_CLIENT_ID,
      audience: settings.SIGN_IN_AUDIENCE,
      title: settings.SIGN_IN_TITLE,
      timeoutMs: settings.GATEWAY_TIMEOUT_MS,
    }),
}

/** The provider where people may sign in; undefined until its address and our client id there are both set. */
export function createSignInProvider(settings: SignInSettings): SignInProvider | undefined {
  const isSet = settings.SIGN_IN_URL !== '' && settings.SIGN_IN_CLIENT_ID !== ''
  return isSet ? signInProviders.oidc(settings) : undefined
}
