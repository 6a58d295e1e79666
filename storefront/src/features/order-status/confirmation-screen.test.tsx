import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { fakeTimeouts } from '../../../../tests/screens/fake-timeouts.ts'
import { answerOf, path, processing, promised, renderOrder } from '../../../../tests/screens/render-order.tsx'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeOrder, makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

const placed = 'ORDER PLACED SUCCESSFULLY'

const links = async (name: string) => within(await screen.findByRole('main')).findByRole('link', { name })

describe('the confirmation page', () => {
  it('CONF-01 takes the order from client_txn_id', async () => {
    const { api } = renderOrder({ status: 'Processing' })
    await screen.findByText(placed)
    expect(api.sentTo(orderStatus)[0]).toMatchObject({
      token: 'token-1',
      body: { client_txn_id: 'JP261121K7Q2MD', date: '21-11-2026', key: 'storefront' },
    })
  })

  it('CONF-01 takes it from /order-confirmation too', async () => {
    const { address } = renderOrder({}, '/order-confirmation?client_txn_id=JP261121K7Q2MD')
    await screen.findByText('Checking the payment')
    expect(address()).toBe(path)
  })

  it.each([
    ['/o/JP261121K7Q2MD', path],
    ['/o/JT261121K7Q2MD', '/walletconfirmation?client_txn_id=JT261121K7Q2MD'],
    ['/o/a%2Fb%3F', '/confirmation?client_txn_id=a%2Fb%3F'],
  ])('is the target of a text message’s short link: %s', async (short, long) => {
    const { address } = renderOrder({}, short)
    await waitFor(() => expect(address()).toBe(long))
  })

  it('CONF-02 says that the order is being confirmed while it loads', async () => {
    renderShop(path, {
      user: makeUser(),
      answers: (api) => api.on(orderStatus, () => new Promise(() => undefined)),
    })
    expect(await screen.findByRole('heading', { name: 'We are confirming your order' })).toBeVisible()
    expect(screen.getByText('Please do not refresh or leave the page')).toBeVisible()
    expect(screen.queryByText(placed)).not.toBeInTheDocument()
  })

  it('CONF-02 says so until the order is paid', async () => {
    renderOrder({ status: 'Created' })
    await screen.findByText('Checking the payment')
    expect(screen.getByRole('heading', { name: 'We are confirming your order' })).toBeVisible()
    expect(screen.getByText('Please do not refresh or leave the page')).toBeVisible()
    expect(screen.queryByText(placed)).not.toBeInTheDocument()
  })

  it.each(['Processing', 'Completed'] as const)('CONF-03 shows it placed once it is %s', async (status) => {
    renderOrder({ status, promisedBy: promised() })
    expect(await screen.findByText(placed)).toBeVisible()
    expect(screen.queryByText('We are confirming your order')).not.toBeInTheDocument()
  })

  it('CONF-04 shows the order details', async () => {
    renderOrder({ status: 'Processing' })
    const details = await screen.findByRole('region', { name: 'Order details' })
    for (const text of [
      '284 Diamonds',
      'Mobile Legends',
      'JP-261121-K7Q2MD',
      'RaviOP',
      '123456789 (1234)',
      'UPI',
      '₹345',
    ]) {
      expect(details).toHaveTextContent(text)
    }
  })

  it('CONF-05 has a link to /home', async () => {
    renderOrder({ status: 'Processing' })
    expect(await links('Home')).toHaveAttribute('href', '/home')
  })

  it('CONF-06 has a link to /dashboard', async () => {
    renderOrder({ status: 'Processing' })
    expect(await links('Dashboard')).toHaveAttribute('href', '/dashboard')
  })
})

describe('the live page', () => {
  it('shows an event of the socket within the second, without a reload', async () => {
    const { socket } = renderOrder()
    await screen.findByText('Checking the payment')
    await waitFor(() =>
      expect(socket.asked).toContainEqual({
        question: 'order.subscribe',
        request: { client_txn_id: 'JP261121K7Q2MD' },
      }),
    )
    act(() => socket.send('order.updated', processing()))
    expect(await screen.findByText(placed)).toBeVisible()
    expect(screen.getByRole('timer', { name: /Time left/ })).toHaveTextContent(/^(29|30) m$/)
  })

  it('drops updates that are not newer than the shown state', async () => {
    const { pass } = fakeTimeouts()
    const { socket } = renderOrder({ status: 'Completed', revision: 5 })
    await screen.findByText(placed)
    act(() => socket.send('order.updated', processing({ revision: 5 })))
    await act(async () => socket.send('order.updated', processing({ revision: 4 })))
    await pass(1_000)
    expect(screen.getByText('Completed')).toBeVisible()
  })

  it('is not set back by an answer that is older than an event', async () => {
    let answer: (reply: ReturnType<typeof answerOf>) => void = () => undefined
    const { socket } = renderShop(path, {
      user: makeUser(),
      answers: (api) => api.on(orderStatus, () => new Promise((resolve) => (answer = resolve))),
    })
    await waitFor(() =>
      expect(socket.asked.some(({ question }) => question === 'order.subscribe')).toBe(true),
    )
    act(() => socket.send('order.updated', processing({ revision: 3 })))
    await screen.findByText(placed)
    await act(async () => answer(answerOf(makeOrder({ revision: 1 }))))
    expect(screen.getByText(placed)).toBeVisible()
  })

  it('applies the snapshot after a reconnect', async () => {
    const { socket } = renderOrder()
    await screen.findByText('Checking the payment')
    await waitFor(() =>
      expect(socket.asked.some(({ question }) => question === 'order.subscribe')).toBe(true),
    )
    act(() => socket.breakLine())
    socket.answer('order.subscribe', () => processing({ revision: 9 }))
    act(() => socket.restore())
    expect(await screen.findByText(placed)).toBeVisible()
  })

  it('polls every 20 seconds while the order can still change, and not afterwards', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { api } = renderOrder()
    await screen.findByText('Checking the payment')
    const before = api.sentTo(orderStatus).length
    api.on(orderStatus, () => answerOf(makeOrder({ status: 'Completed', revision: 7 })))
    await act(() => vi.advanceTimersByTimeAsync(20_500))
    expect(await screen.findByText('Completed')).toBeVisible()
    expect(api.sentTo(orderStatus)).toHaveLength(before + 1)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(api.sentTo(orderStatus)).toHaveLength(before + 1)
  })

  it('retries without a network, and says that the order is kept', async () => {
    renderShop(path, { user: makeUser(), answers: (api) => api.on(orderStatus, noNetwork) })
    expect(await screen.findByText(/Network Error\. Retrying\. Your order is safe/)).toBeVisible()
  })

  it('does not show another person’s order', async () => {
    renderShop(path, { user: makeUser(), answers: (api) => api.on(orderStatus, () => refuse('not_found')) })
    expect(await screen.findByRole('heading', { name: 'Order not found' })).toBeVisible()
  })

  it('needs a token', async () => {
    const { address } = renderShop(path)
    await waitFor(() => expect(address()).toBe('/login'))
  })
})
