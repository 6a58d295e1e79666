import { Auth0Client, type IdToken, InMemoryCache } from '@auth0/auth0-spa-js'
import type { HostedProvider } from '@jhatpat/shared/contracts/hosted.ts'

/** The provider's proof of a person's identity, which the api checks before it opens a session. */
export type HostedProof = { idToken: string; nonce?: string }

/** State kept while the browser is at the provider. */
type AppState = { from?: string | undefined }

let client: Auth0Client | undefined

/** The provider's library, created once for a page: it keeps state in memory. */
export function hostedClient(provider: HostedProvider): Auth0Client {
  client ??= createHostedClient(provider)
  return client
}

export function createHostedClient({ url, clientId, audience }: HostedProvider): Auth0Client {
  return new Auth0Client({
    domain: url,
    clientId,
    authorizationParams: {
      redirect_uri: location.origin,
      scope: 'openid profile email update:price',
      ...(audience && { audience }),
    },
    useRefreshTokens: true,
    useRefreshTokensFallback: true,
    // In memory without its worker: that is a script made of text, which the content security policy forbids.
    ...(hasThirdPartyCookies(navigator)
      ? { cache: new InMemoryCache().enclosedCache }
      : { cacheLocation: 'localstorage' as const }),
  })
}

/**
 * Signs in without leaving the page if the provider still has a session, else redirects to it.
 * @returns the proof; undefined when the browser is redirected to the provider
 */
export async function beginHosted(
  provider: HostedProvider,
  appState: AppState,
): Promise<HostedProof | undefined> {
  const auth0 = hostedClient(provider)
  const renewed = await renewHosted(auth0)
  if (!renewed) await auth0.loginWithRedirect<AppState>({ appState })
  return renewed
}

/**
 * A fresh proof for the person who was signed in on this page; undefined when the provider requires
 * interaction.
 */
export async function renewHosted(auth0: Auth0Client): Promise<HostedProof | undefined> {
  if (!(await auth0.isAuthenticated())) return undefined
  try {
    await auth0.getTokenSilently({ cacheMode: 'off', timeoutInSeconds: 10 })
    return proofOf(await auth0.getIdTokenClaims())
  } catch {
    return undefined
  }
}

/**
 * Reads the result with which the provider redirected the browser.
 * @throws errors that `hostedSentence` translates
 */
export async function finishHosted(
  provider: HostedProvider,
  address: string,
): Promise<{ proof: HostedProof; from: string | undefined }> {
  const auth0 = hostedClient(provider)
  const { appState } = await auth0.handleRedirectCallback<AppState>(address)
  const proof = proofOf(await auth0.getIdTokenClaims())
  if (!proof) throw new Error('the provider sent no ID token')
  return { proof, from: appState?.from }
}

/** Removes every user from the library, and signs out at the provider, which redirects home. */
export async function leaveHosted(provider: HostedProvider): Promise<void> {
  await hostedClient(provider).logout({ logoutParams: { returnTo: `${location.origin}/home` } })
}

/** The library has compared the nonce with the one it sent. */
function proofOf(claims: IdToken | undefined): HostedProof | undefined {
  return claims && { idToken: claims.__raw, ...(claims.nonce !== undefined && { nonce: claims.nonce }) }
}

/**
 * Whether a page of another site inside ours, as the provider's is during a silent sign-in, has its cookies.
 * Safari and every browser on iPhones and iPads, Firefox and Brave partition or block them; there a reload
 * would require the login again unless the tokens are kept in local storage.
 */
export function hasThirdPartyCookies(browser: Browser): boolean {
  const { userAgent, maxTouchPoints } = browser
  const isApplePhone =
    /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  const isFirefox = /Firefox\//.test(userAgent)
  const isSafari = /Safari\//.test(userAgent) && !/Chrome\/|Chromium\/|Android/.test(userAgent)
  return !(isApplePhone || isFirefox || isSafari || 'brave' in browser)
}

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & { brave?: unknown }
