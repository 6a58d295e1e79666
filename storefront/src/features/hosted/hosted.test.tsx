import { logout } from '@jhatpat/shared/contracts/accounts.ts'
import { hostedProvider, hostedSignIn } from '@jhatpat/shared/contracts/hosted.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeUser } from '../../../../tests/screens/shop-fixture.ts'
import type { FakeApi } from '../../../../tests/support/fake-api.ts'

const url = 'https://shop.provider.test'
const provider = { url, clientId: 'shop', audience: '', title: 'Gamer ID' }
const offered = (api: FakeApi) => api.on(hostedProvider, () => ({ provider }))
const button = () => screen.findByRole('button', { name: 'Continue with Gamer ID' })

beforeEach(() => sessionStorage.clear())

describe('the button of a hosted sign-in', () => {
  it.each(['/login', '/register'])('SIGNIN-01 is shown on %s, with the provider’s name', async (path) => {
    renderShop(path, { answers: offered })
    expect(await button()).toBeVisible()
  })

  it.each(['/login', '/register'])('is not on %s where none is configured', async (path) => {
    const { api } = renderShop(path)
    await waitFor(() => expect(api.sentTo(hostedProvider)).toHaveLength(1))
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('button', { name: /^Continue with/ })).not.toBeInTheDocument()
  })

  it('is fetched only by pages that link to it', async () => {
    const { api } = renderShop('/home')
    await waitFor(() => expect(api.sent).not.toHaveLength(0))
    expect(api.sentTo(hostedProvider)).toEqual([])
  })

  it('leads to the provider, with the origin as the return address', async () => {
    const { user, leftFor } = renderShop('/login?from=/wallet', { answers: offered })
    await user.click(await button())
    await waitFor(() => expect(leftFor).toHaveBeenCalledOnce())
    const target = new URL(String(leftFor.mock.calls[0]?.[0]))
    expect(`${target.origin}${target.pathname}`).toBe(`${url}/authorize`)
    expect(target.searchParams.get('redirect_uri')).toBe(location.origin)
    expect(Object.values(sessionStorage).join()).toContain('/wallet')
  })
})

describe('the return from the provider', () => {
  it('is refused on the login page if it was not started here, and nothing is sent to the shop', async () => {
    const { api, address } = renderShop('/?code=stolen&state=stolen', { answers: offered })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Invalid state\. This sign-in was started in another tab/,
    )
    expect(address()).toBe('/login')
    expect(api.sentTo(hostedSignIn)).toEqual([])
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('leads home where no provider is configured', async () => {
    const { address } = renderShop('/?code=c&state=s')
    await waitFor(() => expect(address()).toBe('/home'))
  })

  it('says Network Error when the shop does not answer', async () => {
    renderShop('/?code=c&state=s', {
      answers: (api) =>
        api.on(hostedProvider, () => {
          throw new TypeError('Failed to fetch')
        }),
    })
    expect(await screen.findByRole('alert')).toHaveTextContent('Network Error')
  })

  it('does not match every address with a query', async () => {
    const { api, address } = renderShop('/?utm_source=mail', { answers: offered })
    expect(await screen.findByRole('banner')).toBeVisible()
    expect(address()).toBe('/?utm_source=mail')
    expect(api.sentTo(hostedProvider)).toEqual([])
  })
})

describe('Sign out', () => {
  const signOut = async (isHosted: boolean) => {
    if (isHosted) localStorage.setItem('hostedSignIn', 'true')
    const shop = renderShop('/wallet', { user: makeUser(), answers: offered })
    await shop.user.click(await screen.findByRole('button', { name: /^User menu/ }))
    await shop.user.click(screen.getByRole('menuitem', { name: 'Sign out' }))
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
    expect(shop.api.sentTo(logout)).toHaveLength(1)
    return shop
  }

  it('SIGNIN-06 also signs out at the provider, and comes back to /home', async () => {
    const { leftFor } = await signOut(true)
    await waitFor(() => expect(leftFor).toHaveBeenCalledOnce())
    const target = new URL(String(leftFor.mock.calls[0]?.[0]))
    expect(`${target.origin}${target.pathname}`).toBe(`${url}/v2/logout`)
    expect(target.searchParams.get('returnTo')).toBe(`${location.origin}/home`)
    expect(localStorage.getItem('hostedSignIn')).toBeNull()
  })

  it('stays in the shop after a local sign-in', async () => {
    const { api, leftFor } = await signOut(false)
    expect(api.sentTo(hostedProvider)).toEqual([])
    expect(leftFor).not.toHaveBeenCalled()
  })
})
