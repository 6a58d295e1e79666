import { proveAccount } from '@jhatpat/shared/contracts/account-proof.ts'
import {
  askErasureCodes,
  type OwnErasure,
  ownErasure,
  requestErasure,
  withdrawErasure,
} from '@jhatpat/shared/contracts/erasure.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { type FakeApi, noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

const none: OwnErasure = { state: 'none', obstacles: [], contacts: ['mobile', 'email'] }
const from = '2026-11-24T15:30:00.000Z'
const requested: OwnErasure = { ...none, state: 'requested', from }

const open = (own: OwnErasure, answers: (api: FakeApi) => void = () => undefined) =>
  renderShop('/dashboard/delete', {
    user: makeUser(),
    answers: (api) => {
      api.on(ownErasure, () => own)
      api.on(askErasureCodes, () => ({ contacts: own.contacts, retryAfter: 300 }))
      answers(api)
    },
  })

describe('deleting the account', () => {
  it('says what is deleted, what stays and why', async () => {
    open(none)
    const effects = within(await screen.findByRole('region', { name: 'What happens' }))
    expect(effects.getByText('Player IDs and usernames in your orders')).toBeVisible()
    expect(effects.getByText(/tax law requires them/)).toBeVisible()
    expect(effects.getByText(/nothing is deleted for 3 days/)).toBeVisible()
  })

  it('names what has to be ended first, with links, and offers no deletion before', async () => {
    const obstacles: OwnErasure['obstacles'] = [
      { kind: 'open_orders', count: 1 },
      { kind: 'balance', amount: 319 },
      { kind: 'points' },
    ]
    open({ ...none, obstacles })
    const list = within(await screen.findByRole('region', { name: 'End these first' }))
    expect(list.getAllByRole('listitem')).toHaveLength(3)
    expect(list.getByText('₹319')).toBeVisible()
    expect(list.getByRole('link', { name: 'My Orders' })).toHaveAttribute('href', '/orders')
    expect(list.getByRole('link', { name: 'Redeem' })).toHaveAttribute('href', '/redeem')
    expect(screen.queryByRole('button', { name: 'Send codes' })).toBeNull()
  })

  it('asks for the code of each contact and the password, and then says how to cancel', async () => {
    let isProven = false
    const { user, api } = open(none, (server) => {
      server.on(requestErasure, () => (isProven ? requested : refuse('proof_required', { by: 'password' })))
      server.on(proveAccount, () => {
        isProven = true
        return { until: from }
      })
    })
    await user.click(await screen.findByRole('button', { name: 'Send codes' }))
    const form = within(screen.getByRole('form', { name: 'Confirm that it’s you' }))
    const button = await form.findByRole('button', { name: 'Delete my account' })
    await user.type(form.getByLabelText('Code sent to your mobile number'), '123456')
    expect(button).toBeDisabled()
    await user.type(form.getByLabelText('Code sent to your email'), '654321')
    await user.click(button)
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Password'), 'secret password')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Your account will be deleted')).toBeVisible()
    expect(api.sentTo(requestErasure).at(-1)?.body).toEqual({ mobileOtp: '123456', emailOtp: '654321' })
    expect(screen.getByRole('button', { name: 'Keep my account' })).toBeVisible()
  })

  it('asks for one code where the account has only an address', async () => {
    const { user } = open({ ...none, contacts: ['email'] })
    expect(await screen.findByText('We send a code to your email.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Send codes' }))
    expect(await screen.findByLabelText('Code sent to your email')).toBeVisible()
    expect(screen.queryByLabelText('Code sent to your mobile number')).toBeNull()
  })

  it('shows why it was refused', async () => {
    const { user } = open(none, (api) => api.on(requestErasure, () => refuse('otp_mismatch')))
    await user.click(await screen.findByRole('button', { name: 'Send codes' }))
    await user.type(await screen.findByLabelText('Code sent to your mobile number'), '123456')
    await user.type(screen.getByLabelText('Code sent to your email'), '654321')
    await user.click(screen.getByRole('button', { name: 'Delete my account' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect OTP.')
  })

  it('is taken back', async () => {
    const { user, api } = open({ ...requested, state: 'waiting' }, (server) =>
      server.on(withdrawErasure, () => none),
    )
    expect(await screen.findByText(/Until then you can use it as before/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send codes' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Keep my account' }))
    expect(await screen.findByRole('button', { name: 'Send codes' })).toBeVisible()
    expect(api.sentTo(withdrawErasure)).toHaveLength(1)
  })

  it('says that the deletion has begun when it is too late', async () => {
    const { user } = open({ ...requested, state: 'waiting' }, (api) =>
      api.on(withdrawErasure, () => refuse('erasure_begun')),
    )
    await user.click(await screen.findByRole('button', { name: 'Keep my account' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('can’t be taken back')
  })

  it('says that nothing was changed when there is no answer', async () => {
    open(none, (api) => api.on(ownErasure, noNetwork))
    expect(await screen.findByText('We couldn’t check your account. Nothing was changed.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
})
