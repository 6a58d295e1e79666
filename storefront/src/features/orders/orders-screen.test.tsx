import { login, validateUser } from '@jhatpat/shared/contracts/accounts.ts'
import { orderStatuses } from '@jhatpat/shared/contracts/order-status.ts'
import { type Order, orderList } from '@jhatpat/shared/contracts/orders.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anOrder, aUser } from '../../../../tests/screens/a-shop.ts'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

function renderOrders(orders: Order[], path = '/orders') {
  return renderShop(path, { user: aUser(), answers: (api) => api.on(orderList, () => orders) })
}

const table = () => screen.findByRole('table', { name: 'My Orders' })
const shownIds = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent)

const first = anOrder({
  orderid: 'JP261101AAAAAA',
  input1: 'player@mail.test',
  createdAt: '2026-11-01T10:00:00.000Z',
})
const second = anOrder({
  orderid: 'JP261110BBBBBB',
  input1: '987654321',
  createdAt: '2026-11-10T18:29:00.000Z',
})

async function isShownAs(status: Order['status'], look: string): Promise<void> {
  renderOrders([anOrder({ status })])
  expect(within(await table()).getByText(status)).toHaveClass('st', look)
}

describe('My Orders', () => {
  it('ORD-01 shows the table of the user’s own orders', async () => {
    const { api } = renderOrders([anOrder()])
    expect(await screen.findByRole('heading', { name: 'My Orders' })).toBeVisible()
    const row = within(await table()).getAllByRole('row')[1] as HTMLElement
    for (const text of ['284 Diamonds', 'JP-261121-K7Q2MD', '123456789', '₹345', 'Created']) {
      expect(row).toHaveTextContent(text)
    }
    expect(api.sentTo(orderList)[0]).toMatchObject({ params: { userId: 'U1001' }, token: 'token-1' })
  })

  it('ORD-02 searches by Uid/Email', async () => {
    const { user } = renderOrders([first, second])
    await table()
    await user.type(screen.getByRole('searchbox', { name: 'Search by Uid/Email' }), 'PLAYER@')
    await waitFor(async () => expect(await shownIds()).toEqual(['JP-261101-AAAAAA']))
  })

  it('ORD-03 searches by OrderId', async () => {
    const { user } = renderOrders([first, second])
    await table()
    await user.selectOptions(screen.getByLabelText('Search in'), 'OrderId')
    await user.type(screen.getByRole('searchbox', { name: 'Search by OrderId' }), 'jp-261110-bbbbbb')
    await waitFor(async () => expect(await shownIds()).toEqual(['JP-261110-BBBBBB']))
  })

  it('ORD-04 filters by the statuses All, Created, Processing, Completed, Refunded', async () => {
    const processing = anOrder({ orderid: 'JP261110CCCCCC', status: 'Processing' })
    const { user, address } = renderOrders([first, processing])
    await table()
    const status = screen.getByLabelText('Status')
    expect(
      within(status)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['All', 'Created', 'Processing', 'Completed', 'Refunded'])
    await user.selectOptions(status, 'Processing')
    await waitFor(async () => expect(await shownIds()).toEqual(['JP-261110-CCCCCC']))
    expect(address()).toBe('/orders?status=Processing')
    await user.selectOptions(status, 'All')
    await waitFor(async () => expect(await shownIds()).toHaveLength(2))
  })

  it('ORD-05 filters by a range of days in India, both ends included', async () => {
    renderOrders([first, second], '/orders?from=2026-11-10&to=2026-11-10')
    expect(await shownIds()).toEqual(['JP-261110-BBBBBB'])
    expect(screen.getByLabelText('From')).toHaveValue('2026-11-10')
    expect(screen.getByLabelText('To')).toHaveValue('2026-11-10')
  })

  it('ORD-06 says No orders found. when there is none, and offers a way to the first', async () => {
    renderOrders([])
    expect(await screen.findByRole('heading', { name: 'No orders found.' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Choose a game' })).toHaveAttribute('href', '/home')
  })

  it('ORD-06 says so too when no order matches, and offers to clear the filters', async () => {
    const { user } = renderOrders([first], '/orders?q=nobody')
    expect(await screen.findByRole('heading', { name: 'No orders found.' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await shownIds()).toEqual(['JP-261101-AAAAAA'])
  })

  it('ORD-07 shows Verify Payment for a Created order, leading to its confirmation page', async () => {
    renderOrders([anOrder(), anOrder({ orderid: 'JP261121PPPPPP', status: 'Completed' })])
    const links = within(await table()).getAllByRole('link', { name: 'Verify Payment' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/confirmation?client_txn_id=JP261121K7Q2MD',
    ])
  })

  it('ORD-08 says No reason provided for a Cancelled order without one', async () => {
    renderOrders([
      anOrder({ orderid: 'JP261121AAAAAA', status: 'Cancelled' }),
      anOrder({ orderid: 'JP261121BBBBBB', status: 'Cancelled', reason: 'Wrong account' }),
    ])
    const rows = within(await table()).getAllByRole('row')
    expect(rows[1]).toHaveTextContent('No reason provided')
    expect(rows[2]).toHaveTextContent('Wrong account')
    expect(rows[2]).not.toHaveTextContent('No reason provided')
  })

  it('STATE-01 knows the statuses Created, Processing, Completed, Refunded, Cancelled, Failed', async () => {
    const statuses = ['Created', 'Processing', 'Completed', 'Refunded', 'Cancelled', 'Failed'] as const
    renderOrders(statuses.map((status) => anOrder({ orderid: `JP${status}`, status })))
    const pills = [...(await table()).querySelectorAll('.st')].map((pill) => pill.textContent)
    expect(pills).toEqual(statuses)
    expect(orderStatuses).toEqual(statuses)
  })

  it('STATE-03 shows Processing in amber', () => isShownAs('Processing', 'st-processing'))
  it('STATE-04 shows Completed in green', () => isShownAs('Completed', 'st-completed'))
  it.each(['Refunded', 'Cancelled', 'Failed'] as const)('STATE-05 shows %s in red', (status) =>
    isShownAs(status, 'st-refused'),
  )

  it('says what happened when the list cannot be fetched', async () => {
    renderShop('/orders', { user: aUser(), answers: (api) => api.on(orderList, noNetwork) })
    expect(await screen.findByRole('alert')).toHaveTextContent('Network Error')
  })
})

describe('the guard', () => {
  const guarded = (validate: () => ReturnType<typeof refuse> | { role: 'user' | 'reseller' | 'admin' }) =>
    renderShop('/orders?status=Created', {
      user: aUser(),
      answers: (api) => {
        api.on(validateUser, validate)
        api.on(orderList, () => [anOrder()])
      },
    })

  it('GUARD-02 empties local storage when it is refused', async () => {
    localStorage.setItem('other', 'thing')
    const { address } = guarded(() => refuse('forbidden'))
    await waitFor(() => expect(address()).toBe('/login'))
    expect(localStorage).toHaveLength(0)
  })

  it('GUARD-03 goes to /login when it is refused, and comes back after the login', async () => {
    const { address, user, api } = guarded(() => refuse('session_expired'))
    await user.type(await screen.findByLabelText('Email'), 'asha@jhatpat.test')
    expect(address()).toBe('/login')
    api.on(validateUser, () => ({ role: 'user' as const }))
    api.on(login, () => ({ token: 'token-2', user: aUser(), expiresAt: '2026-11-21T18:00:00.000Z' }))
    await user.type(screen.getByLabelText('Password'), 'secret-1')
    await user.click(screen.getByRole('button', { name: /Login/ }))
    expect(await screen.findByRole('heading', { name: 'My Orders' })).toBeVisible()
    expect(address()).toBe('/orders?status=Created')
  })

  it('GUARD-03 goes to /login without asking when nobody is signed in', async () => {
    const { address, api } = renderShop('/orders')
    await waitFor(() => expect(address()).toBe('/login'))
    expect(api.sentTo(validateUser)).toHaveLength(0)
  })

  it('GUARD-05 posts the token and the required roles', async () => {
    const { api } = guarded(() => ({ role: 'user' }))
    await screen.findByRole('heading', { name: 'My Orders' })
    expect(api.sentTo(validateUser)[0]).toMatchObject({
      token: 'token-1',
      body: { requiredRoles: ['user', 'admin', 'reseller'] },
    })
  })

  it('GUARD-06 shows the page only once the reply’s role is in the list', async () => {
    let answer: (role: { role: 'user' }) => void = () => undefined
    renderShop('/orders', {
      user: aUser(),
      answers: (api) => {
        api.on(validateUser, () => new Promise((resolve) => (answer = resolve)))
        api.on(orderList, () => [anOrder()])
      },
    })
    await screen.findByText('Loading...')
    await waitFor(() => {
      answer({ role: 'user' })
      expect(screen.getByRole('heading', { name: 'My Orders' })).toBeVisible()
    })
  })

  it.each(['user', 'reseller', 'admin'] as const)('GUARD-08 lets a %s see their orders', async (role) => {
    guarded(() => ({ role }))
    expect(await screen.findByRole('heading', { name: 'My Orders' })).toBeVisible()
  })
})
