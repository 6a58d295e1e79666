import { acceptInvitation, readInvitation } from '@jhatpat/shared/contracts/invitations.ts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { type FakeApi, noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

const link = { id: 'a'.repeat(24), token: 't'.repeat(43) }
const linkPath = `/invitation/${link.id}/${link.token}`
const invitation = {
  name: 'Ravi Menon',
  email: 'ravi@jhatpat.test',
  by: 'Meera Iyer',
  staffRole: 'support' as const,
  until: '2026-11-23T12:00:00.000Z',
}
const ravi = makeUser({ name: 'Ravi Menon', email: 'ravi@jhatpat.test', role: 'admin', staffRole: 'support' })

const isGood = (api: FakeApi) => api.on(readInvitation, () => invitation)
const isAccepted = (api: FakeApi) => {
  isGood(api)
  api.on(acceptInvitation, () => ({ token: 'token-9', user: ravi, expiresAt: '2026-11-21T18:00:00.000Z' }))
}
async function choose(answers: (api: FakeApi) => void, user?: ReturnType<typeof makeUser>) {
  const shop = renderShop(linkPath, { answers, user })
  await shop.user.type(await screen.findByLabelText('Choose a password'), 'three auto rides')
  await shop.user.click(screen.getByRole('button', { name: /^Accept/ }))
  return shop
}

describe('the page of an invitation', () => {
  it('shows inviter, invited person and role, and removes the token from the address', async () => {
    const { address } = renderShop(linkPath, { answers: isGood })
    expect(await screen.findByRole('heading', { name: 'Welcome, Ravi Menon' })).toBeVisible()
    expect(screen.getByText(/Meera Iyer invited you/)).toHaveTextContent(
      /as Support: .*Login: ravi@jhatpat\.test/,
    )
    expect(address()).toBe('/invitation')
  })

  it('creates the account once with the password, stores the session and opens the back office', async () => {
    const { api, leftFor } = await choose(isAccepted)
    await waitFor(() => expect(leftFor).toHaveBeenCalledWith('/admin'))
    expect(api.sentTo(acceptInvitation).map(({ body }) => body)).toEqual([
      { ...link, password: 'three auto rides' },
    ])
    expect(localStorage.getItem('token')).toBe('token-9')
  })

  it('warns a signed-in user about the sign-out, and replaces their session', async () => {
    const shop = renderShop(linkPath, { answers: isAccepted, user: makeUser({ name: 'Asha Rao' }) })
    expect(await screen.findByText('Asha Rao is signed out here when you accept.')).toBeVisible()
    await shop.user.type(screen.getByLabelText('Choose a password'), 'three auto rides')
    await shop.user.click(screen.getByRole('button', { name: /^Accept/ }))
    await waitFor(() => expect(localStorage.getItem('token')).toBe('token-9'))
  })

  it.each([
    ['invitation_used', 'Already accepted'],
    ['invitation_ended', 'Invitation expired'],
    ['invitation_unknown', 'Invitation link isn’t valid'],
  ] as const)('explains a link that is not valid: %s', async (code, title) => {
    renderShop(linkPath, { answers: (api) => api.on(readInvitation, () => refuse(code)) })
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Login' })).toBeVisible()
  })

  it('explains an address without a link', async () => {
    renderShop('/invitation')
    expect(await screen.findByRole('heading', { name: 'Invitation link isn’t valid' })).toBeVisible()
  })

  it('says what to do when an account was created meanwhile', async () => {
    await choose((api) => {
      isGood(api)
      api.on(acceptInvitation, () => refuse('email_has_account'))
    })
    expect(await screen.findByText(/ask your inviter to give your account the role/)).toBeVisible()
  })

  it.each([
    ['a refusal', () => refuse('password_common'), 'This password is too common. Choose a different one.'],
    ['no network', noNetwork, 'Network Error'],
  ])('keeps the input and the link: %s', async (_what, answer, text) => {
    const { api, user, leftFor } = await choose((on) => {
      isGood(on)
      on.on(acceptInvitation, answer)
    })
    expect(await screen.findByText(new RegExp(text))).toBeVisible()
    isAccepted(api)
    await user.click(screen.getByRole('button', { name: /^Accept/ }))
    await waitFor(() => expect(leftFor).toHaveBeenCalledWith('/admin'))
  })

  it('can be submitted again after no answer', async () => {
    const { api, user } = renderShop(linkPath, { answers: (on) => on.on(readInvitation, noNetwork) })
    const again = await screen.findByRole('button', { name: 'Try again' })
    isGood(api)
    await user.click(again)
    expect(await screen.findByRole('heading', { name: 'Welcome, Ravi Menon' })).toBeVisible()
  })
})
