import { validateUser } from '@jhatpat/shared/contracts/accounts.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { type Answer, refuse } from '../../../../tests/support/fake-api.ts'

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))

/** A page whose socket is open; later calls get this answer from the server. */
async function openPage(path: string, answer: Answer<typeof validateUser>) {
  const shop = renderShop(path, { user: makeUser(), fakeTimers: true })
  await vi.advanceTimersByTimeAsync(2_000)
  await waitFor(() => expect(shop.socket.asked).not.toHaveLength(0))
  shop.api.on(validateUser, answer)
  return shop
}

describe('a page whose session ends elsewhere', () => {
  it.each([
    ['closes its socket', (socket: { shut(): void }) => socket.shut()],
    [
      'lets its socket in no more',
      (socket: { refuse(code: string): void }) => socket.refuse('not_signed_in'),
    ],
  ])('is signed out as soon as the server %s', async (_how, end) => {
    const { socket, address } = await openPage('/wallet', () => refuse('not_signed_in'))
    expect(address()).toBe('/wallet')
    end(socket)
    await waitFor(() => expect(address()).toBe('/login'))
    expect(localStorage.getItem('token')).toBeNull()
    expect(screen.getByText('You’re signed out.')).toBeVisible()
  })

  it('stays signed in if the session is valid or the server does not know, and receives updates again', async () => {
    const { socket, address } = await openPage('/wallet', () => refuse('service_unavailable'))
    const handshakes = vi.fn()
    socket.onConnect(handshakes)
    socket.shut()
    await vi.advanceTimersByTimeAsync(500)
    expect(handshakes).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_000)
    await waitFor(() => expect(handshakes).toHaveBeenCalledTimes(1))
    expect(address()).toBe('/wallet')
    expect(await screen.findByRole('button', { name: /User menu/ })).toBeVisible()
  })

  it('shows no message after a deliberate sign-out', async () => {
    const { user } = await openPage('/wallet', () => ({ role: 'user' }))
    await user.click(screen.getByRole('button', { name: /User menu/ }))
    await user.click(screen.getByRole('menuitem', { name: 'Sign out' }))
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
    expect(screen.queryByText('You’re signed out.')).not.toBeInTheDocument()
  })
})
