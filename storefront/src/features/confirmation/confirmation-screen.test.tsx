import { type Order, orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { noNetwork, refuse } from '@jhatpat/shared/testing/fake-api.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { anOrder, aUser } from '../../../../tests/screens/a-shop.ts'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'

const path = '/confirmation?client_txn_id=JP261121K7Q2MD'
const placed = 'ORDER PLACED SUCCESSFULLY'

function answerOf(order: Order) {
  return {
    order,
    data: {
      client_txn_id: order.client_txn_id,
      status: 'created' as const,
      amount: order.value,
      upi_txn_id: '',
      createdAt: order.createdAt,
    },
  }
}

function renderOrder(more: Partial<Order> = {}, at = path) {
  return renderShop(at, {
    user: aUser(),
    answers: (api) => api.on(orderStatus, () => answerOf(anOrder(more))),
  })
}

const ways = async (name: string) => within(await screen.findByRole('main')).findByRole('link', { name })
const promised = () => new Date(Date.now() + 29 * 60_000).toISOString()
const processing = (more: Partial<Order> = {}) =>
  anOrder({ status: 'Processing', revision: 2, promisedBy: promised(), ...more })

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

  it('CONF-02 says that the order is being confirmed while it loads', async () => {
    renderShop(path, {
      user: aUser(),
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
    expect(await ways('Home')).toHaveAttribute('href', '/home')
  })

  it('CONF-06 has a link to /dashboard', async () => {
    renderOrder({ status: 'Processing' })
    expect(await ways('Dashboard')).toHaveAttribute('href', '/dashboard')
  })
})

describe('what is true about an order', () => {
  it.each([
    [
      'promises a time',
      { status: 'Processing', promisedBy: '2199-01-01T15:42:00.000Z' },
      /promised by 9:12 pm/,
    ],
    [
      'says when it takes longer than promised',
      { status: 'Processing', promisedBy: '2020-11-21T15:42:00.000Z' },
      /This is taking longer than promised/,
    ],
    [
      'says how much of a bundle is there',
      { status: 'Processing', promisedBy: '2199-01-01T15:42:00.000Z', units: { total: 2, delivered: 1 } },
      /1 of 2 packs arrived/,
    ],
    [
      'says that a refund is in the wallet',
      { status: 'Refunded', credited: 345, reason: 'The supplier refused the id' },
      /₹345 is back in your wallet.*The supplier refused the id\. You can use the money at once/,
    ],
    [
      'says that no payment came',
      {
        status: 'Failed',
        timeline: [{ step: 'failed', at: '2026-11-21T15:42:00.000Z' }],
      },
      /No payment came by 9:12 pm, so the order is closed/,
    ],
    [
      'says where the money of a wrong amount is',
      { status: 'Failed', credited: 300, reason: '₹300 came instead of ₹345' },
      /₹300 is in your wallet.*₹300 came instead of ₹345\. The order was not bought/,
    ],
    [
      'says what arrived and what came back',
      { status: 'Completed', credited: 115, units: { total: 3, delivered: 2 } },
      /2 of 3 packs arrived.*₹115 for the rest is in your wallet\./,
    ],
    [
      'says where a second payment went',
      {
        ...{ status: 'Completed', credited: 345, units: { total: 1, delivered: 1 } },
        timeline: [{ step: 'credited', at: '2026-11-21T15:13:00.000Z', amount: 345, reference: '4321' }],
      },
      /You paid twice: the second payment of ₹345 is in your wallet\./,
    ],
    ['says why it was closed', { status: 'Cancelled', reason: 'Fraud' }, /Closed by our team: Fraud/],
    ['says that no reason was given', { status: 'Cancelled' }, /Closed by our team: No reason provided/],
  ] as const)('%s', async (_what, order, news) => {
    renderOrder(order as unknown as Partial<Order>)
    const heading = await screen.findByRole('heading', { level: 1, name: /^(?!We are confirming)/ })
    expect(heading.parentElement).toHaveTextContent(news)
    expect(heading.parentElement).toHaveAttribute('aria-live', 'polite')
  })

  it('tells the whole way of a delivered order', async () => {
    renderOrder({
      status: 'Completed',
      units: { total: 1, delivered: 1 },
      timeline: [
        { step: 'ordered', at: '2026-11-21T15:12:10.000Z' },
        { step: 'paid', at: '2026-11-21T15:12:51.000Z', amount: 345, reference: '432198765012' },
        { step: 'sent', at: '2026-11-21T15:12:52.000Z' },
        { step: 'unit_delivered', at: '2026-11-21T15:13:38.000Z', reference: 'SM-5519' },
        { step: 'completed', at: '2026-11-21T15:13:38.000Z' },
      ],
    })
    expect(await screen.findByRole('heading', { name: 'Delivered in 47 seconds' })).toBeVisible()
    const steps = within(screen.getByRole('list', { name: 'What happened to your order' })).getAllByRole(
      'listitem',
    )
    expect(steps.map((step) => step.querySelector('.h > span')?.firstChild?.textContent)).toEqual([
      'Ordered',
      'Paid',
      'Sent to the supplier',
      'Delivered',
    ])
    expect(steps[1]).toHaveTextContent('₹345 by UPI. Bank reference 432198765012')
    expect(steps[3]).toHaveTextContent('SM-5519')
    expect(screen.getByText('₹345 received at 8:42:51 pm')).toBeVisible()
  })
})

describe('the live page', () => {
  it('shows what the socket says within the second, without a reload', async () => {
    const { socket } = renderOrder()
    await screen.findByText('Checking the payment')
    await waitFor(() =>
      expect(socket.asked).toContainEqual({
        question: 'order.watch',
        request: { client_txn_id: 'JP261121K7Q2MD' },
      }),
    )
    act(() => socket.send('order.changed', processing()))
    expect(await screen.findByText(placed)).toBeVisible()
    expect(screen.getByRole('timer', { name: /Promised in/ })).toHaveTextContent(/^(29|30) m$/)
  })

  it('drops news that is not newer than what it shows', async () => {
    const { socket } = renderOrder({ status: 'Completed', revision: 5 })
    await screen.findByText(placed)
    act(() => socket.send('order.changed', processing({ revision: 5 })))
    await act(async () => socket.send('order.changed', processing({ revision: 4 })))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.getByText('Completed')).toBeVisible()
  })

  it('is not set back by an answer that is older than an event', async () => {
    let answer: (reply: ReturnType<typeof answerOf>) => void = () => undefined
    const { socket } = renderShop(path, {
      user: aUser(),
      answers: (api) => api.on(orderStatus, () => new Promise((resolve) => (answer = resolve))),
    })
    await waitFor(() => expect(socket.asked.some(({ question }) => question === 'order.watch')).toBe(true))
    act(() => socket.send('order.changed', processing({ revision: 3 })))
    await screen.findByText(placed)
    await act(async () => answer(answerOf(anOrder({ revision: 1 }))))
    expect(screen.getByText(placed)).toBeVisible()
  })

  it('takes the truth from the snapshot when the line comes back', async () => {
    const { socket } = renderOrder()
    await screen.findByText('Checking the payment')
    await waitFor(() => expect(socket.asked.some(({ question }) => question === 'order.watch')).toBe(true))
    act(() => socket.breakLine())
    socket.answer('order.watch', () => processing({ revision: 9 }))
    act(() => socket.restore())
    expect(await screen.findByText(placed)).toBeVisible()
  })

  it('asks again every 20 seconds while the order can still change, and not afterwards', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { api } = renderOrder()
    await screen.findByText('Checking the payment')
    const before = api.sentTo(orderStatus).length
    api.on(orderStatus, () => answerOf(anOrder({ status: 'Completed', revision: 7 })))
    await act(() => vi.advanceTimersByTimeAsync(20_500))
    expect(await screen.findByText('Completed')).toBeVisible()
    expect(api.sentTo(orderStatus)).toHaveLength(before + 1)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(api.sentTo(orderStatus)).toHaveLength(before + 1)
  })

  it('goes on trying without a network, and says that the order is kept', async () => {
    renderShop(path, { user: aUser(), answers: (api) => api.on(orderStatus, noNetwork) })
    expect(await screen.findByText(/Network Error: we go on trying. Your order is kept/)).toBeVisible()
  })

  it('does not show another person’s order', async () => {
    renderShop(path, { user: aUser(), answers: (api) => api.on(orderStatus, () => refuse('not_found')) })
    expect(await screen.findByRole('heading', { name: 'There is no such order' })).toBeVisible()
  })

  it('needs a token', async () => {
    const { address } = renderShop(path)
    await waitFor(() => expect(address()).toBe('/login'))
  })
})
