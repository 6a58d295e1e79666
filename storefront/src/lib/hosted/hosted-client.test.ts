import { Auth0Client } from '@auth0/auth0-spa-js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { simulatorKeys } from '../../../../tests/simulators/start-simulators.ts'
import { withSimulators } from '../../../../tests/simulators/with-simulators.ts'
import { visitProvider } from '../../../../tests/support/visit-provider.ts'
import { createHostedClient, renewHosted } from './hosted-client.ts'
import { hostedSentence } from './hosted-sentence.ts'

/** The real library against a real OpenID Connect server. */
const simulators = withSimulators()
const control = (command: Record<string, unknown>) => simulators.current.control('signin', command)
const provider = () => ({
  url: String(simulators.current.env.OIDC_ISSUER_URL),
  clientId: simulatorKeys.OIDC_CLIENT_ID,
  audience: '',
  title: 'Test',
})
const tokensGiven = () => simulators.current.journal('signin').filter(({ kind }) => kind === 'token').length

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await simulators.current.reset('faults')
})

async function addressOf(client: Auth0Client, appState: { from?: string } = {}): Promise<string> {
  let address = ''
  await client.loginWithRedirect({
    appState,
    openUrl: (url) => {
      address = url
    },
  })
  return address
}

async function signIn(client: Auth0Client, email = 'asha@jhatpat.test') {
  return client.handleRedirectCallback(
    await visitProvider(await addressOf(client, { from: '/orders' }), email),
  )
}

/** The text a person would see. */
const saidOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('did not fail'),
    (error: unknown) => hostedSentence(error),
  )

const popup = (more: object = {}) =>
  ({ location: { href: '' }, closed: false, close: () => undefined, ...more }) as unknown as Window

/** Fakes the library's timers; those of servers and cryptography keep running. */
const stopTime = () =>
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })

const isLocked = () => Object.keys(localStorage).some((key) => key.startsWith('browser-tabs-lock'))

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((done) => setImmediate(done))
}

describe('the redirect and the return', () => {
  it('SIGNIN-02 SIGNIN-03 asks for the origin itself and for the scope of the specification', async () => {
    const asked = new URL(await addressOf(createHostedClient(provider())))
    expect(`${asked.origin}${asked.pathname}`).toBe(`${provider().url}/authorize`)
    const { redirect_uri, scope, client_id, response_type } = Object.fromEntries(asked.searchParams)
    expect(redirect_uri).toBe(location.origin)
    expect(scope?.split(' ').filter((word) => word !== 'offline_access')).toEqual(
      'openid profile email update:price'.split(' '),
    )
    expect([client_id, response_type]).toEqual([provider().clientId, 'code'])
    expect(asked.searchParams.has('audience')).toBe(false)
    const forApi = new URL(
      await addressOf(createHostedClient({ ...provider(), audience: 'https://api.test' })),
    )
    expect(forApi.searchParams.get('audience')).toBe('https://api.test')
  })

  it('is bound to this browser: each redirect has a key, a state and a nonce of its own, and no other answer is accepted', async () => {
    const client = createHostedClient(provider())
    const asked = [new URL(await addressOf(client)), new URL(await addressOf(client))]
    for (const name of ['code_challenge', 'state', 'nonce']) {
      const [first, second] = asked.map(({ searchParams }) => searchParams.get(name) ?? '')
      expect(first?.length, name).toBeGreaterThanOrEqual(43)
      expect(second, name).not.toBe(first)
    }
    expect(asked[0]?.searchParams.get('code_challenge_method')).toBe('S256')
    const answered = new URL(await visitProvider(String(asked[1]), 'asha@jhatpat.test'))
    answered.searchParams.set('state', 'of-another-browser')
    await expect(client.handleRedirectCallback(String(answered))).rejects.toThrow()
    expect(await client.isAuthenticated()).toBe(false)
  })

  it('returns the person and the return path', async () => {
    const client = createHostedClient(provider())
    expect((await signIn(client)).appState).toEqual({ from: '/orders' })
    expect(await client.getUser()).toMatchObject({ email: 'asha@jhatpat.test', email_verified: true })
  })

  it('SIGNIN-06 makes the authorize, token and logout calls itself', async () => {
    const client = createHostedClient(provider())
    const before = tokensGiven()
    await signIn(client)
    expect(tokensGiven()).toBe(before + 1)
    const openUrl = vi.fn()
    await client.logout({ logoutParams: { returnTo: `${location.origin}/home` }, openUrl })
    const asked = new URL(String(openUrl.mock.calls[0]?.[0]))
    expect(`${asked.origin}${asked.pathname}`).toBe(`${provider().url}/v2/logout`)
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      returnTo: `${location.origin}/home`,
      client_id: provider().clientId,
    })
    expect(await client.isAuthenticated()).toBe(false)
  })
})

describe('tokens', () => {
  it('SIGNIN-04 are renewed by a refresh token, and the renewed one proves the same person anew', async () => {
    const client = createHostedClient(provider())
    await signIn(client)
    const first = (await client.getIdTokenClaims())?.__raw
    const renewed = await renewHosted(client)
    expect(renewed?.idToken).toBeTruthy()
    expect(renewed?.idToken).not.toBe(first)
  })

  it('of an unknown person, or of one that the provider has forgotten, are not renewed', async () => {
    const client = createHostedClient(provider())
    expect(await renewHosted(client)).toBeUndefined()
    await signIn(client)
    await control({ next: { outcome: 'refuse', call: 'token', times: 3 } })
    vi.spyOn(client, 'getTokenSilently').mockRejectedValueOnce(new Error('login_required'))
    expect(await renewHosted(client)).toBeUndefined()
  })

  it('SIGNIN-05 lie in memory where a page in a page has its cookies, else in local storage', async () => {
    const keys = () => Object.keys(localStorage).filter((key) => key.startsWith('@@auth0spajs@@'))
    vi.stubGlobal('navigator', { userAgent: 'Chrome/131.0.0.0 Safari/537.36', maxTouchPoints: 0 })
    await signIn(createHostedClient(provider()))
    expect(keys()).toEqual([])

    vi.stubGlobal('navigator', { userAgent: 'Firefox/133.0', maxTouchPoints: 0 })
    const firefox = createHostedClient(provider())
    await signIn(firefox)
    expect(keys()).not.toEqual([])
    const reloaded = createHostedClient(provider())
    expect(await reloaded.getUser()).toMatchObject({ email: 'asha@jhatpat.test' })
    await reloaded.logout({ openUrl: false })
    expect(keys()).toEqual([])
  })

  it('SIGNIN-18 are stale within 60 s of their end', async () => {
    await control({ lifeS: 70 })
    const client = createHostedClient(provider())
    await signIn(client)
    const before = tokensGiven()
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(now + 8_000)
    await client.getTokenSilently()
    expect(tokensGiven(), '62 s before its end').toBe(before)
    vi.setSystemTime(now + 11_000)
    await client.getTokenSilently()
    expect(tokensGiven(), '59 s before its end').toBe(before + 1)
  })

  it('SIGNIN-16 SIGNIN-17 SIGNIN-12 wait 5 s for their lock, ten times', async () => {
    const { url: domain, clientId } = provider()
    const patient = new Auth0Client({
      domain,
      clientId,
      useRefreshTokens: true,
      httpTimeoutInSeconds: 1_000,
      cacheLocation: 'localstorage',
      authorizationParams: { scope: 'openid profile email update:price', redirect_uri: location.origin },
    })
    const client = createHostedClient(provider())
    await signIn(client)
    await signIn(patient)
    await control({ next: { outcome: 'timeout_lost', call: 'token', times: 9 } })
    stopTime()
    const renewing = patient.getTokenSilently({ cacheMode: 'off' })
    renewing.catch(() => undefined)
    for (let waited = 0; waited < 2_000 && !isLocked(); waited += 50) await vi.advanceTimersByTimeAsync(50)
    expect(isLocked()).toBe(true)
    let said = ''
    const asking = saidOf(client.getTokenSilently({ cacheMode: 'off' })).then((sentence) => {
      said = sentence
    })
    await vi.advanceTimersByTimeAsync(49_000)
    expect(said).toBe('')
    await vi.advanceTimersByTimeAsync(3_000)
    await asking
    expect(said).toBe('Login timed out. Try again.')
  })
})

describe('failures', () => {
  it('SIGNIN-07 SIGNIN-10 another state than was sent: Invalid state', async () => {
    await control({ state: 'wrong' })
    expect(await saidOf(signIn(createHostedClient(provider())))).toMatch(
      /^Invalid state\. We couldn’t verify this sign-in/,
    )
  })

  it('SIGNIN-08 a return without query params', async () => {
    const client = createHostedClient(provider())
    expect(await saidOf(client.handleRedirectCallback('http://localhost:3000/'))).toBe(
      'Sign-in was not completed. Try again.',
    )
  })

  it('SIGNIN-09 SIGNIN-07 a return to a tab that began no sign-in: Invalid state', async () => {
    const back = await visitProvider(await addressOf(createHostedClient(provider())), 'asha@jhatpat.test')
    sessionStorage.clear()
    expect(await saidOf(createHostedClient(provider()).handleRedirectCallback(back))).toMatch(
      /^Invalid state\. This sign-in was started in another tab/,
    )
  })

  it.each([
    ['SIGNIN-11', 'login_required', 'You’re signed out there. Sign in there again.'],
    ['that', 'access_denied', 'Login cancelled. Nothing has changed.'],
  ])('%s the provider answers %s', async (_row, error, sentence) => {
    await control({ error })
    expect(await saidOf(signIn(createHostedClient(provider())))).toBe(sentence)
  })

  it('SIGNIN-13 a window that is closed', async () => {
    stopTime()
    const closed = popup({ closed: true })
    const said = saidOf(createHostedClient(provider()).loginWithPopup({}, { popup: closed }))
    await until(() => closed.location.href !== '')
    await vi.advanceTimersByTimeAsync(1_500)
    expect(await said).toBe('The login window was closed. Try again.')
  })

  it('SIGNIN-15 SIGNIN-12 a window in which nothing happens for 60 s', async () => {
    stopTime()
    const silent = popup()
    let said = ''
    const asking = saidOf(createHostedClient(provider()).loginWithPopup({}, { popup: silent }))
    void asking.then((sentence) => {
      said = sentence
    })
    await until(() => silent.location.href !== '')
    await vi.advanceTimersByTimeAsync(59_000)
    expect(said).toBe('')
    await vi.advanceTimersByTimeAsync(1_500)
    await asking
    expect(said).toBe('Login timed out. Try again.')
  })

  it('SIGNIN-14 a provider that gave no refresh token', async () => {
    await control({ refreshTokens: false })
    const { url: domain, clientId } = provider()
    const client = new Auth0Client({
      domain,
      clientId,
      useRefreshTokens: true,
      cacheLocation: 'localstorage',
      authorizationParams: { redirect_uri: location.origin },
    })
    await signIn(client)
    expect(await saidOf(client.getTokenSilently({ cacheMode: 'off' }))).toBe(
      'You need to confirm the sign-in there. Try again.',
    )
  })

  it.each<[string, Record<string, unknown>]>([
    ['another audience', { aud: 'other' }],
    ['another issuer', { iss: 'https://other.test/' }],
    ['an end that has passed', { exp: 1 }],
    ['another nonce', { nonce: 'other' }],
  ])('an ID token with %s stays in the browser', async (_what, claims) => {
    await control({ claims })
    const client = createHostedClient(provider())
    expect(await saidOf(signIn(client))).toBe('Login didn’t work. Try again, or log in another way.')
    expect(await client.getIdTokenClaims()).toBeUndefined()
  })

  it('a provider that is down', async () => {
    await control({ next: { outcome: 'http500', call: 'token', times: 9 } })
    expect(await saidOf(signIn(createHostedClient(provider())))).toBe(
      'Login didn’t work. Try again, or log in another way.',
    )
  })
})
