import { Auth0Client, type IdToken, InMemoryCache } from '@auth0/auth0-spa-js'
import type { HostedProvider } from '@jhatpat/shared/contracts/hosted.ts'

/** What the provider said of somebody, for the api to check and to open a session for. */
export type HostedProof = { idToken: string; nonce?: string }

/** What is remembered while the browser is away at the provider. */
type AppState = { from?: string | undefined }

let client: Auth0Client | undefined

/** The provider's library, made once for a page: what it keeps in memory is lost with it. */
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
    // In memory without its worker: that is a script made of text, which our pages do not run.
    ...(hasThirdPartyCookies(navigator)
      ? { cache: new InMemoryCache().enclosedCache }
      : { cacheLocation: 'localstorage' as const }),
  })
}

/**
 * Signs in without leaving the page where the provider still knows the person, else goes there.
 * @returns the proof; undefined when the browser is on its way to the provider
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

/** A fresh proof of who was signed in on this page before; undefined when the provider has to ask. */
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
 * Reads what the provider sent the browser back with.
 * @throws what `hostedSentence` has words for
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

/** Forgets everybody whom the library knows, and signs out at the provider, which leads back home. */
export async function leaveHosted(provider: HostedProvider): Promise<void> {
  await hostedClient(provider).logout({ logoutParams: { returnTo: `${location.origin}/home` } })
}

/** The library has compared the nonce with the one it sent. */
function proofOf(claims: IdToken | undefined): HostedProof | undefined {
  return claims && { idToken: claims.__raw, ...(claims.nonce !== undefined && { nonce: claims.nonce }) }
}

/**
 * Whether a page of another site inside ours, as the provider's is during a silent sign-in, has its cookies. Safari and
 * every browser on iPhones and iPads, Firefox and Brave keep them apart or away; there a reload would ask for the
 * login again unless the tokens are kept in local storage.
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
