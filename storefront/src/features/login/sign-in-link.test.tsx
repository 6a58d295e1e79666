import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { askSignInLink, otpLogin, signInByLink } from '@jhatpat/shared/contracts/sign-up.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { type FakeApi, refuse } from '../../../../tests/support/fake-api.ts'

const answerChallenge = vi.hoisted(() => vi.fn<(challenge: object) => Promise<string | undefined>>())
vi.mock('../../lib/proof/answer-challenge.ts', () => ({ answerChallenge }))
beforeEach(() => {
  answerChallenge.mockReset().mockResolvedValue('the answer')
})

const asha = makeUser()
const challenge = { parameters: { nonce: 'ab' } }
const session = { token: 'token-2', user: asha, expiresAt: '2026-11-28T18:00:00.000Z' }
const message =
  'If this account is locked for new devices, a sign-in link is on its way to its email address.'

async function refusedLogin(answers: (api: FakeApi) => void, more = { signInLink: true as const }) {
  const shop = renderShop('/login', {
    answers: (api) => {
      api.on(login, () => refuse('too_many_requests', more))
      answers(api)
    },
  })
  await shop.user.type(await screen.findByLabelText('Email'), 'asha@jhatpat.test')
  await shop.user.type(screen.getByLabelText('Password'), 'secret-1')
  await shop.user.click(screen.getByRole('button', { name: /^Login$/ }))
  await screen.findByText('Too many attempts. Wait a moment and try again.')
  return shop
}

describe('a login to an account locked by wrong passwords', () => {
  it('offers a link by mail, for which the device answers the challenge', async () => {
    const { api, user } = await refusedLogin((api) =>
      api.on(askSignInLink, ({ proofOfWork }) =>
        proofOfWork === 'the answer' ? { msg: message } : refuse('challenge_required', { challenge }),
      ),
    )
    await user.click(await screen.findByRole('button', { name: 'Email me a link' }))
    expect(await screen.findByText(message)).toBeVisible()
    expect(answerChallenge.mock.calls).toEqual([[challenge]])
    expect(api.sentTo(askSignInLink)).toMatchObject([
      { body: { email: 'asha@jhatpat.test' }, proofOfWork: 'ask' },
      { body: { email: 'asha@jhatpat.test' }, proofOfWork: 'the answer' },
    ])
  })

  it('says that the device could not be checked, and lets its user try again', async () => {
    answerChallenge.mockRejectedValueOnce(new Error('no worker')).mockResolvedValueOnce(undefined)
    const { api, user } = await refusedLogin((api) =>
      api.on(askSignInLink, () => refuse('challenge_required', { challenge })),
    )
    for (const calls of [1, 2]) {
      await user.click(await screen.findByRole('button', { name: 'Email me a link' }))
      expect(
        await screen.findByText('Your device could not be checked. Try again in a moment.'),
      ).toBeVisible()
      await waitFor(() => expect(api.sentTo(askSignInLink)).toHaveLength(calls))
    }
  })

  it('offers none when another limit was reached', async () => {
    await refusedLogin(() => undefined, {} as never)
    expect(screen.queryByRole('button', { name: 'Email me a link' })).not.toBeInTheDocument()
  })
})

describe('the page of a mailed sign-in link', () => {
  const path = '/sign_in_link/665000000000000000000001/s3cret'

  it('signs in by a tap and not by being opened, and removes its token from the address', async () => {
    const { api, user, address } = renderShop(path, { answers: (api) => api.on(signInByLink, () => session) })
    const button = await screen.findByRole('button', { name: 'Sign in' })
    expect(address()).toBe('/sign_in_link')
    expect(api.sentTo(signInByLink)).toEqual([])
    await user.click(button)
    await waitFor(() => expect(address()).toBe('/home'))
    expect(localStorage.getItem('token')).toBe('token-2')
    expect(api.sentTo(signInByLink)).toMatchObject([
      { params: { id: '665000000000000000000001', token: 's3cret' } },
    ])
  })

  it('continues with the second factor of an admin', async () => {
    const ticket = `${'a'.repeat(16)}.${'b'.repeat(43)}`
    const { user } = renderShop(path, {
      answers: (api) => api.on(signInByLink, () => refuse('second_factor_required', { ticket })),
    })
    await user.click(await screen.findByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  })

  it('says what to do with a used or expired link, also after a reload', async () => {
    const answers = (api: FakeApi) => api.on(signInByLink, () => refuse('link_corrupted'))
    const { user, unmount } = renderShop(path, { answers })
    await user.click(await screen.findByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText(/already used or older than 15 minutes/)).toBeVisible()
    unmount()
    renderShop('/sign_in_link', { answers, keepHistory: true })
    expect(await screen.findByText(/already used or older than 15 minutes/)).toBeVisible()
  })
})

describe('a requested code', () => {
  it('is sent after the device has answered the challenge in the background', async () => {
    const { api, user, address } = renderShop('/otplogin', {
      answers: (api) =>
        api.on(otpLogin, ({ proofOfWork }) =>
          proofOfWork === 'the answer'
            ? { success: true, message: 'Sent.' }
            : refuse('challenge_required', { challenge }),
        ),
    })
    await user.type(await screen.findByLabelText(/Mobile number/), '9800000001')
    await user.click(screen.getByRole('button', { name: /Send/ }))
    await waitFor(() => expect(address()).toBe('/otpverify/9800000001'))
    expect(api.sentTo(otpLogin).map(({ proofOfWork }) => proofOfWork)).toEqual(['ask', 'the answer'])
  })
})
