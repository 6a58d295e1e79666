import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { secondFactorSignIn } from '@jhatpat/shared/contracts/second-factor.ts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { type FakeApi, refuse } from '../../../../tests/support/fake-api.ts'

const meera = makeUser({ role: 'admin', name: 'Meera Iyer' })
const ticket = `${'a'.repeat(16)}.${'b'.repeat(43)}`

async function signIn(answer: (api: FakeApi) => void) {
  const shop = renderShop('/login', {
    answers: (api) => {
      api.on(login, () => refuse('second_factor_required', { ticket }))
      answer(api)
    },
  })
  await shop.user.type(await screen.findByLabelText('Email'), 'meera@jhatpat.test')
  await shop.user.type(screen.getByLabelText('Password'), 'secret-1')
  await shop.user.click(screen.getByRole('button', { name: /^Login$/ }))
  await screen.findByRole('heading', { name: 'Two-step verification' })
  return shop
}
const signedIn = () => ({ token: 'token-2', user: meera, expiresAt: '2026-11-21T18:00:00.000Z' })

describe('the second step of a login', () => {
  it('asks for the code of the app, and stores the session', async () => {
    const { api, user, address } = await signIn((api) => api.on(secondFactorSignIn, signedIn))
    expect(localStorage.getItem('token')).toBeNull()
    const box = screen.getByLabelText('6-digit code')
    expect(box).toHaveAttribute('autocomplete', 'one-time-code')
    await user.type(box, '482913{enter}')
    await waitFor(() => expect(address()).toBe('/home'))
    expect(localStorage.getItem('token')).toBe('token-2')
    expect(api.sentTo(secondFactorSignIn)).toMatchObject([{ body: { ticket, code: '482913' } }])
    expect(address()).not.toContain('ticket')
  })

  it('accepts a recovery code instead', async () => {
    const { api, user } = await signIn((api) => api.on(secondFactorSignIn, signedIn))
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    await user.type(screen.getByLabelText('Recovery code'), '4k7q-2md9{enter}')
    await waitFor(() =>
      expect(api.sentTo(secondFactorSignIn)).toMatchObject([{ body: { code: '4k7q-2md9' } }]),
    )
  })

  it('says that a code is wrong, and starts again when the ticket has expired', async () => {
    let tries = 0
    const { user } = await signIn((api) =>
      api.on(secondFactorSignIn, () =>
        refuse(++tries === 1 ? 'second_factor_mismatch' : 'second_factor_expired'),
      ),
    )
    await user.type(screen.getByLabelText('6-digit code'), '111111{enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('That code doesn’t match.')
    expect(screen.getByLabelText('6-digit code')).toHaveValue('')
    await user.type(screen.getByLabelText('6-digit code'), '222222{enter}')
    expect(await screen.findByRole('heading', { name: 'Log in again' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Back to login' }))
    expect(await screen.findByLabelText('Email')).toBeVisible()
  })
})
