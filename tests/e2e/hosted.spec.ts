import { logout } from '@jhatpat/shared/contracts/accounts.ts'
import type { Page } from '@playwright/test'
import { personOf } from '../support/person.ts'
import { shopUrl } from './kit/environment.ts'
import { expect, test } from './kit/test.ts'

const providerPage = (page: Page) => page.getByRole('heading', { name: 'Sign in', exact: true })
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue with another account' }).click()
const userMenu = (page: Page, name: string) => page.getByRole('button', { name: `User menu of ${name}` })

/** Configures the simulator of the provider; the test's end resets it. */
async function configureProvider(command: object): Promise<void> {
  const body = JSON.stringify(command)
  const headers = { 'content-type': 'application/json' }
  await fetch(`${process.env.E2E_SIMULATOR_URL}/control/signin`, { method: 'POST', headers, body })
}

async function journal(): Promise<{ kind: string; email?: string }[]> {
  const reply = await fetch(`${process.env.E2E_SIMULATOR_URL}/control/signin/journal`)
  return (await reply.json()) as { kind: string; email?: string }[]
}

const library = /hosted-client|auth0/

test.describe('hosted sign-in', () => {
  test('SIGNIN-01 SIGNIN-02 SIGNIN-03 SIGNIN-04 SIGNIN-06 signs in by the provider, again without a prompt, and signs out there too', async ({
    open,
  }) => {
    const page = await open('visitor', '/home')
    const requests: URL[] = []
    page.on('request', (request) => requests.push(new URL(request.url())))
    const loaded = () => requests.filter(({ pathname }) => library.test(pathname))

    await page.goto('/wallet')
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('button', { name: 'Continue with another account' })).toBeVisible()
    expect(loaded(), 'the library waits for the button').toEqual([])

    await goOn(page)
    await expect(providerPage(page)).toBeVisible()
    expect(loaded()).not.toEqual([])
    const authorize = requests.find(({ pathname }) => pathname === '/signin/authorize')?.searchParams
    expect(authorize?.get('redirect_uri')).toBe(new URL(shopUrl()).origin)
    expect(authorize?.get('scope')).toBe('openid profile email update:price offline_access')
    expect(authorize?.get('code_challenge_method')).toBe('S256')
    expect(authorize?.get('nonce')).toBeTruthy()

    await page.getByRole('button', { name: /Nisha Das/ }).click()
    await expect(page).toHaveURL(/\/wallet$/)
    await expect(userMenu(page, 'Nisha Das')).toBeVisible()
    expect(requests.some(({ pathname }) => pathname === '/signin/oauth/token')).toBe(true)
    expect(await page.evaluate("localStorage.getItem('isLoggedIn')")).toBe('true')
    expect(JSON.stringify(await page.evaluate('({...localStorage})'))).not.toContain('refresh_token')

    // The shop ends the session; the provider still recognises the browser, and its library has a refresh
    // token.
    const before = await journal()
    const token = String(await page.evaluate("localStorage.getItem('token')"))
    await personOf(shopUrl(), token).call(logout, { body: {} })
    // A call of the page may find the ended session before this press does: then the menu is gone.
    const press = async () => {
      await userMenu(page, 'Nisha Das').click({ timeout: 3_000 })
      await page.getByRole('menuitem', { name: 'Orders' }).click({ timeout: 3_000 })
    }
    await press().catch(() => undefined)
    await expect(page).toHaveURL(/\/login$/)
    const grants: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/oauth/token')) grants.push(String(request.postData()))
    })
    await goOn(page)
    await expect(userMenu(page, 'Nisha Das')).toBeVisible()
    expect(grants).toHaveLength(1)
    expect(grants[0]).toContain('grant_type=refresh_token')
    const since = (await journal()).slice(before.length)
    expect(since.map(({ kind, email }) => [kind, email])).toEqual([['token', 'nisha@jhatpat.test']])

    const sentBack = page.waitForResponse(/\/home$/)
    await userMenu(page, 'Nisha Das').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await sentBack
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(page).toHaveURL(/\/home$/)
    await expect.poll(async () => (await journal()).at(-1)?.kind).toBe('logout')
    await page.goto('/login')
    await goOn(page)
    await expect(providerPage(page), 'nobody is signed in at the provider any more').toBeVisible()
  })

  test('SIGNIN-07 SIGNIN-09 SIGNIN-10 SIGNIN-11 shows provider errors on the login page', async ({
    open,
  }) => {
    const page = await open('visitor', '/login?from=/wallet')
    const alert = page.getByRole('alert')

    await goOn(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(alert).toHaveText('Login cancelled. Nothing has changed.')
    await expect(page).toHaveURL(/\/login$/)

    await configureProvider({ error: 'login_required' })
    await goOn(page)
    await expect(alert).toHaveText('You’re signed out there. Sign in there again.')

    await configureProvider({ error: '', state: 'wrong' })
    await goOn(page)
    await page.getByRole('button', { name: /Asha Rao/ }).click()
    await expect(alert).toHaveText(/^Invalid state\. We couldn’t verify this sign-in/)
    expect(await page.evaluate("localStorage.getItem('token')")).toBeNull()

    await page.goto('/?code=made-up&state=made-up')
    await expect(alert).toHaveText(/^Invalid state\. This sign-in was started in another tab/)

    await configureProvider({ state: 'own', claims: { email_verified: false } })
    await goOn(page)
    await expect(alert).toHaveText(/^Your email isn’t verified with the login provider\./)
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate("localStorage.getItem('token')")).toBeNull()

    await configureProvider({ claims: {} })
    await goOn(page)
    await expect(page).toHaveURL(/\/home$/)
    await expect(userMenu(page, 'Asha Rao')).toBeVisible()
  })
})
