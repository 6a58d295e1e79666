import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { createOrder } from '@jhatpat/shared/contracts/orders.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderHandMade } from '../../../../tests/screens/render-product.tsx'
import { makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { refuse } from '../../../../tests/support/fake-api.ts'

async function whenExpired() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const page = await renderHandMade({
    fakeTimers: true,
    answers: (api) => api.on(createOrder, () => refuse('session_expired')),
  })
  await page.chooseItem(/86 Diamonds/)
  await page.enterIds('player-1', 'Asha')
  await page.chooseMethod('UPI')
  fireEvent.click(page.buyButton())
  await screen.findByText('Session expired! Please re-login to proceed.')
  return page
}

describe('a session that has expired at the order', () => {
  it('ERR-04 ERR-05 ERR-06 warns that the session has ended, and after 3 seconds clears it and goes to /login', async () => {
    const page = await whenExpired()
    const warning = screen.getByText('Session expired! Please re-login to proceed.')
    expect(warning.closest('.toast')?.querySelector('.tone-warn')).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(2_800))
    expect(localStorage.getItem('token')).toBe('token-1')
    expect(page.address()).toMatch(/^\/product\//)
    await act(() => vi.advanceTimersByTimeAsync(250))
    await waitFor(() => expect(page.address()).toBe('/login'))
    expect(localStorage).toHaveLength(0)
  })

  it('ERR-06 comes back after the login with what was picked', async () => {
    const page = await whenExpired()
    const product = page.address()
    await act(() => vi.advanceTimersByTimeAsync(3_100))
    page.api.on(login, () => ({ token: 'token-2', user: makeUser(), expiresAt: '2026-11-21T18:00:00.000Z' }))
    fireEvent.change(await screen.findByLabelText('Email'), { target: { value: 'asha@jhatpat.test' } })
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret-1' } })
    fireEvent.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(page.address()).toBe(product))
    await waitFor(() => expect(page.input1()).toHaveValue('player-1'))
    expect(page.input2()).toHaveValue('Asha')
    expect(screen.getByRole('radio', { name: /86 Diamonds/ })).toBeChecked()
    expect(page.payment().getByRole('radio', { name: /UPI/ })).toBeChecked()
  })

  it('ERR-05 leaves the session alone that another tab has opened within the 3 seconds', async () => {
    const page = await whenExpired()
    localStorage.setItem('token', 'token-2')
    await act(() => vi.advanceTimersByTimeAsync(3_100))
    expect(localStorage.getItem('token')).toBe('token-2')
    expect(page.address()).toMatch(/^\/product\//)
  })
})
