import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { keepSession, renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { type FakeApi, noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

const asha = makeUser({ balance: 1840, mobilenumber: '9800000001' })
const succeed = (api: FakeApi) =>
  api.on(login, () => ({ token: 'token-2', user: asha, expiresAt: '2026-11-21T18:00:00.000Z' }))

const loginButton = async () =>
  within(await screen.findByRole('banner')).findByRole('link', { name: 'Login' })

async function signIn(answers: (api: FakeApi) => void, path = '/login') {
  const shop = renderShop(path, { answers })
  await shop.user.type(await screen.findByLabelText('Email'), 'asha@jhatpat.test')
  await shop.user.type(screen.getByLabelText('Password'), 'secret-1')
  await shop.user.click(screen.getByRole('button', { name: /Login/ }))
  return shop
}

describe('the login page', () => {
  it('LOGIN-01 signs in by email and password', async () => {
    const { api } = await signIn(succeed)
    expect(await screen.findByRole('button', { name: 'User menu of Asha Rao' })).toBeVisible()
    expect(api.sentTo(login)).toMatchObject([
      { body: { email: 'asha@jhatpat.test', password: 'secret-1' }, token: undefined },
    ])
  })

  it('LOGIN-02 shows and hides the password', async () => {
    const { user } = renderShop('/login')
    const password = await screen.findByLabelText('Password')
    expect(password).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password).toHaveAttribute('type', 'text')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password).toHaveAttribute('type', 'password')
  })

  it('names the missing fields at the fields, and focuses the first', async () => {
    const { api, user } = renderShop('/login')
    const email = await screen.findByLabelText('Email')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect(screen.getByText('Enter your email')).toBeVisible()
    expect(screen.getByText('Enter your password')).toBeVisible()
    expect(email).toHaveFocus()
    await user.type(email, 'asha@jhatpat.test{enter}')
    expect(screen.queryByText('Enter your email')).not.toBeInTheDocument()
    expect(screen.getByLabelText('Password')).toHaveFocus()
    expect(api.sentTo(login)).toEqual([])
  })

  it('LOGIN-06 sends home a user who is logged in already', async () => {
    const { address } = renderShop('/login', { user: asha })
    await waitFor(() => expect(address()).toBe('/home'))
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument()
  })

  it('LOGIN-07 stores the session for six hours', async () => {
    const before = Date.now()
    await signIn(succeed)
    await waitFor(() => expect(localStorage.getItem('token')).toBe('token-2'))
    expect(localStorage.getItem('isLoggedIn')).toBe('true')
    const expiry = Number(localStorage.getItem('expiryTime')) - 21_600_000
    expect(expiry).toBeGreaterThanOrEqual(before)
    expect(expiry).toBeLessThanOrEqual(Date.now())
  })

  it('ENT-01 keeps the user with the fields of the specification', async () => {
    await signIn(succeed)
    await waitFor(() => expect(localStorage.getItem('user')).not.toBeNull())
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({
      userid: 'U1001',
      name: 'Asha Rao',
      email: 'asha@jhatpat.test',
      mobilenumber: '9800000001',
      role: 'user',
      balance: 1840,
      verified: 'true',
      isBlocked: 'false',
      _id: asha._id,
    })
  })

  it('LOGIN-08 goes to /home after the login', async () => {
    const { address } = await signIn(succeed)
    await waitFor(() => expect(address()).toBe('/home'))
  })

  it('LOGIN-09 shows the reply’s msg as an error in red', async () => {
    await signIn((api) => api.on(login, () => refuse('invalid_credentials', { message: 'No such account.' })))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('No such account.')
    expect(alert).toHaveClass('inline-message', 'bad')
    expect(localStorage.getItem('token')).toBeNull()
  })

  it.each([
    ['Forgot password?', '/forgetpassword'],
    ['Log in with phone', '/otplogin'],
    ['Create Account', '/register'],
  ])('LOGIN-03 LOGIN-04 LOGIN-05 has a link "%s" to %s', async (name, path) => {
    const { user, address } = renderShop('/login')
    await user.click(await screen.findByRole('link', { name }))
    await waitFor(() => expect(address()).toBe(path))
  })

  it('LOGIN-10 sends a user whose e-mail is not verified to /checkverification', async () => {
    const { address } = await signIn((api) => api.on(login, () => refuse('email_unverified')))
    await waitFor(() => expect(address()).toBe('/checkverification'))
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('reserves the room of its error message', async () => {
    await signIn((api) => api.on(login, () => refuse('invalid_credentials')))
    const room = (await screen.findByRole('alert')).parentElement
    expect(room).toHaveClass('form-message')
    expect(screen.getByRole('button', { name: 'Login' }).nextElementSibling).toBe(room)
  })

  it('does not say Welcome back. to a user from the back office', async () => {
    renderShop('/login?from=%2Fadmin%2Forders')
    expect(await screen.findByText('Log in as an admin to continue.')).toBeVisible()
    expect(screen.queryByText('Welcome back.')).not.toBeInTheDocument()
  })

  it('explains to a customer who opened the back office why access is denied, with a link to the shop', async () => {
    renderShop('/login?from=%2Fadmin%2Forders&reason=role')
    expect(await screen.findByText('This area is for staff only')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to the store' })).toHaveAttribute('href', '/home')
    expect(screen.queryByText('Welcome back.')).not.toBeInTheDocument()
  })

  it('does not send a customer who logs in then to the back office again', async () => {
    const { address, leftFor } = await signIn(succeed, '/login?from=%2Fadmin%2Forders&reason=role')
    await waitFor(() => expect(address()).toBe('/home'))
    expect(leftFor).not.toHaveBeenCalled()
  })

  it('GUARD-04 remembers the return path over the other pages, and after a reload', async () => {
    const { user, address, unmount } = renderShop('/wallet')
    await user.click(await screen.findByRole('link', { name: 'Forgot password?' }))
    await waitFor(() => expect(address()).toBe('/forgetpassword'))
    unmount()
    const again = renderShop('/forgetpassword', { keepHistory: true, answers: succeed })
    await again.user.click(await screen.findByRole('link', { name: 'Back to Login' }))
    await again.user.type(await screen.findByLabelText('Email'), 'asha@jhatpat.test')
    await again.user.type(screen.getByLabelText('Password'), 'secret-1')
    await again.user.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(again.address()).toBe('/wallet'))
  })

  it('ERR-09 says Network Error when there is no answer', async () => {
    await signIn((api) => api.on(login, noNetwork))
    expect(await screen.findByRole('alert')).toHaveTextContent('Network Error')
  })

  it.each(['//evil.test/x', 'https://evil.test/x', '/\\evil.test', '/\t/evil.test', '/.//evil.test'])(
    'goes to /home rather than to another site: %s',
    async (from) => {
      const { address, leftFor } = await signIn(succeed, `/login?from=${encodeURIComponent(from)}`)
      await waitFor(() => expect(address()).toBe('/home'))
      expect(leftFor).not.toHaveBeenCalled()
    },
  )
})

describe('a stored session', () => {
  it('ends after its time: local storage is emptied and that is logged', async () => {
    keepSession(asha, Date.now() - 1)
    localStorage.setItem('other', 'thing')
    renderShop('/home')
    expect(await loginButton()).toBeVisible()
    expect(localStorage).toHaveLength(0)
  })

  it('ends here when another tab signs out', async () => {
    renderShop('/home', { user: asha })
    await screen.findByRole('button', { name: 'User menu of Asha Rao' })
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(await loginButton()).toBeVisible()
  })
})
