import { login, validateUser } from '@jhatpat/shared/contracts/accounts.ts'
import { orderStatuses } from '@jhatpat/shared/contracts/order-status.ts'
import { type Order, orderCount, orderList } from '@jhatpat/shared/contracts/orders.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeOrder, makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { type FakeRequest, noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

type Query = FakeRequest<typeof orderList>['query']

/** The server lists these; with `found`, it returns those for a query with filters. */
function renderOrders(orders: Order[], path = '/orders', found = (_asked: Query) => orders) {
  return renderShop(path, {
    user: makeUser(),
    answers: (api) => {
      api.on(orderList, ({ query }) => found(query).slice(0, query.limit))
      api.on(orderCount, ({ query }) => ({ matching: found(query).length, all: orders.length }))
    },
  })
}

const table = () => screen.findByRole('table', { name: 'My Orders' })
const shownIds = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent)

const first = makeOrder({
  orderid: 'JP261101AAAAAA',
  input1: 'player@mail.test',
  createdAt: '2026-11-01T10:00:00.000Z',
})
const second = makeOrder({
  orderid: 'JP261110BBBBBB',
  input1: '987654321',
  createdAt: '2026-11-10T18:29:00.000Z',
})

async function isShownAs(status: Order['status'], look: string): Promise<void> {
  renderOrders([makeOrder({ status })])
  expect(within(await table()).getByText(status)).toHaveClass('st', look)
}

describe('My Orders', () => {
  it('ORD-01 shows the table of the user’s own orders', async () => {
    const { api } = renderOrders([makeOrder()])
    expect(await screen.findByRole('heading', { name: 'My Orders' })).toBeVisible()
    const row = within(await table()).getAllByRole('row')[1] as HTMLElement
    for (const text of ['284 Diamonds', 'JP-261121-K7Q2MD', '123456789', '₹345', 'Created']) {
      expect(row).toHaveTextContent(text)
    }
    expect(api.sentTo(orderList)[0]).toMatchObject({ params: { userId: 'U1001' }, token: 'token-1' })
  })

  it('marks a redelivery, and shows the payment method of a paid order', async () => {
    renderOrders([makeOrder({ value: 0, paymentmode: 'wallet', redeliveryOf: 'JP261101AAAAAA' }), second])
    const [again, paid] = within(await table())
      .getAllByRole('row')
      .slice(1)
    expect(again).toHaveTextContent('Free replacement')
    expect(again).not.toHaveTextContent('Wallet')
    expect(paid).toHaveTextContent('UPI')
    expect(paid).not.toHaveTextContent('Free replacement')
  })

  it.each([
    ['Uid/Email', 'PLAYER@'],
    ['OrderId', 'jp-261101-aaaaaa'],
  ] as const)('ORD-02 ORD-03 searches by %s, on the server, once the typing pauses', async (by, text) => {
    const { user, api, address } = renderOrders([first, second], '/orders?page=3', (asked) =>
      asked.q ? [first] : [first, second],
    )
    await table()
    await user.selectOptions(screen.getByLabelText('Search by'), by)
    await user.type(screen.getByRole('searchbox', { name: `Search by ${by}` }), text)
    await waitFor(async () => expect(await shownIds()).toEqual(['JP-261101-AAAAAA']))
    const searches = api.sentTo(orderList).flatMap(({ query }) => (query.q ? [query] : []))
    expect(searches).toEqual([{ by, q: text, limit: 50, page: 1 }])
    expect(Object.fromEntries(new URLSearchParams(address().split('?')[1]))).toEqual({
      by,
      q: text,
    })
  })

  it('ORD-04 filters by the statuses All, Created, Processing, Completed, Refunded', async () => {
    const processing = makeOrder({ orderid: 'JP261110CCCCCC', status: 'Processing' })
    const { user, address } = renderOrders([first, processing], '/orders', ({ status }) =>
      status ? [processing] : [first, processing],
    )
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

  it('ORD-05 filters by a range of days in India, which has its name and is in the address', async () => {
    const { api, user, address } = renderOrders([first, second], '/orders?from=2026-11-10&to=nonsense')
    await table()
    const range = within(screen.getByRole('group', { name: 'Order date' }))
    expect(range.getByText('From')).toBeVisible()
    expect(range.getByLabelText('From')).toHaveValue('2026-11-10')
    expect(range.getByLabelText('To')).toHaveValue('')
    expect(api.sentTo(orderList)[0]?.query).toEqual({ from: '2026-11-10', limit: 50, page: 1 })
    await user.type(range.getByLabelText('To'), '2026-11-12')
    await waitFor(() => expect(address()).toBe('/orders?from=2026-11-10&to=2026-11-12'))
    await waitFor(() =>
      expect(api.sentTo(orderCount).at(-1)?.query).toEqual({ from: '2026-11-10', to: '2026-11-12' }),
    )
  })

  it('ORD-06 E15 says No orders found. when there is none, and offers a way to the first', async () => {
    renderOrders([])
    expect(await screen.findByRole('heading', { name: 'No orders found.' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Browse games' })).toHaveAttribute('href', '/home')
  })

  it('ORD-06 E15 says so too when no order matches, and offers to clear the filters', async () => {
    const { user } = renderOrders([first, second], '/orders?q=nobody', ({ q }) => (q ? [] : [first]))
    expect(await screen.findByRole('heading', { name: 'No orders found.' })).toBeVisible()
    expect(screen.getByText('No orders match these filters.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(async () => expect(await shownIds()).toEqual(['JP-261101-AAAAAA']))
  })

  it('ORD-07 shows Verify Payment for a Created order, leading to its confirmation page', async () => {
    renderOrders([makeOrder(), makeOrder({ orderid: 'JP261121PPPPPP', status: 'Completed' })])
    const links = within(await table()).getAllByRole('link', { name: 'Verify Payment' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/confirmation?client_txn_id=JP261121K7Q2MD',
    ])
  })

  it('ORD-08 says No reason provided for a Cancelled order without one', async () => {
    renderOrders([
      makeOrder({ orderid: 'JP261121AAAAAA', status: 'Cancelled' }),
      makeOrder({ orderid: 'JP261121BBBBBB', status: 'Cancelled', reason: 'Wrong account' }),
    ])
    const rows = within(await table()).getAllByRole('row')
    expect(rows[1]).toHaveTextContent('No reason provided')
    expect(rows[2]).toHaveTextContent('Wrong account')
    expect(rows[2]).not.toHaveTextContent('No reason provided')
  })

  it('STATE-01 knows the statuses Created, Processing, Completed, Refunded, Cancelled, Failed', async () => {
    const statuses = ['Created', 'Processing', 'Completed', 'Refunded', 'Cancelled', 'Failed'] as const
    renderOrders(statuses.map((status) => makeOrder({ orderid: `JP${status}`, status })))
    const pills = [...(await table()).querySelectorAll('.st')].map((pill) => pill.textContent)
    expect(pills).toEqual(statuses)
    expect(orderStatuses).toEqual(statuses)
  })

  it('STATE-03 shows Processing in amber', () => isShownAs('Processing', 'st-processing'))
  it('STATE-04 shows Completed in green', () => isShownAs('Completed', 'st-completed'))
  it.each(['Created', 'Refunded', 'Cancelled', 'Failed'] as const)('STATE-05 shows %s in red', (status) =>
    isShownAs(status, 'st-refused'),
  )

  it('opens an order from anywhere in its row', async () => {
    renderOrders([first])
    const [link] = within(await table()).getAllByRole('link')
    expect(link).toHaveClass('opens')
    expect(link).toHaveAttribute('href', '/confirmation?client_txn_id=JP261101AAAAAA')
  })

  it('explains when the list cannot be fetched', async () => {
    renderShop('/orders', { user: makeUser(), answers: (api) => api.on(orderList, noNetwork) })
    expect(await screen.findByRole('alert')).toHaveTextContent('Network Error')
  })
})

describe('the guard', () => {
  const guarded = (validate: () => ReturnType<typeof refuse> | { role: 'user' | 'reseller' | 'admin' }) =>
    renderShop('/orders?status=Created', {
      user: makeUser(),
      answers: (api) => {
        api.on(validateUser, validate)
        api.on(orderList, () => [makeOrder()])
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
    api.on(login, () => ({ token: 'token-2', user: makeUser(), expiresAt: '2026-11-21T18:00:00.000Z' }))
    await user.type(screen.getByLabelText('Password'), 'secret-1')
    await user.click(screen.getByRole('button', { name: /Login/ }))
    expect(await screen.findByRole('heading', { name: 'My Orders' })).toBeVisible()
    expect(address()).toBe('/orders?status=Created')
  })

  it('GUARD-03 goes to /login without asking when no user is signed in', async () => {
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
      user: makeUser(),
      answers: (api) => {
        api.on(validateUser, () => new Promise((resolve) => (answer = resolve)))
        api.on(orderList, () => [makeOrder()])
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

describe('My Orders with many orders', () => {
  const many = Array.from({ length: 120 }, (_, index) =>
    makeOrder({ orderid: `JP261101${String(index).padStart(6, '0')}`, status: 'Completed' }),
  )
  const pageOf = ({ page = 1 }: Query) => many.slice((Number(page) - 1) * 50)
  const renderMany = (path: string) =>
    renderShop(path, {
      user: makeUser(),
      answers: (api) => {
        api.on(orderList, ({ query }) => pageOf(query).slice(0, query.limit))
        api.on(orderCount, ({ query }) => ({ matching: query.status ? 60 : 120, all: 120 }))
      },
    })
  const pager = () => within(screen.getByRole('navigation', { name: 'Pages' }))

  it('shows the range and the total, and moves between pages through the address', async () => {
    const { user, address } = renderMany('/orders')
    await table()
    expect(pager().getByRole('status')).toHaveTextContent('1–50 of 120 orders')
    expect(pager().getByRole('button', { name: 'Previous' })).toBeDisabled()
    await user.click(pager().getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(pager().getByRole('status')).toHaveTextContent('51–100 of 120 orders'))
    expect(address()).toBe('/orders?page=2')
    await user.click(pager().getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(pager().getByRole('status')).toHaveTextContent('101–120 of 120 orders'))
    expect(pager().getByRole('button', { name: 'Next' })).toBeDisabled()
    history.back()
    await waitFor(() => expect(pager().getByRole('status')).toHaveTextContent('51–100 of 120 orders'))
    await user.click(pager().getByRole('button', { name: 'Previous' }))
    await waitFor(() => expect(address()).toBe('/orders'))
  })

  it('shows the number of matches next to the total', async () => {
    renderMany('/orders?status=Refunded')
    await table()
    expect(pager().getByRole('status')).toHaveTextContent('1–50 of 60 found')
  })

  it('distinguishes a page behind the last from a list without orders', async () => {
    const { user } = renderMany('/orders?page=9')
    expect(await screen.findByRole('heading', { name: 'Nothing on this page' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'First page' }))
    expect(await shownIds()).toHaveLength(50)
  })
})

describe('E14 My Orders while it loads', () => {
  it('reserves the table’s own boxes, and keeps the current rows until others have loaded', async () => {
    let answer: (orders: Order[]) => void = () => undefined
    const { container, user } = renderShop('/orders', {
      user: makeUser(),
      answers: (api) => {
        api.on(orderCount, () => ({ matching: 1, all: 1 }))
        api.on(orderList, () => new Promise((resolve) => (answer = resolve)))
      },
    })
    await screen.findByRole('heading', { name: 'My Orders' })
    const shownRows = container.querySelector('.skeleton[aria-hidden="true"] table.table.cards.orders')
    expect(shownRows?.querySelectorAll('tbody tr')).toHaveLength(8)
    answer([first])
    expect(await shownIds()).toEqual(['JP-261101-AAAAAA'])
    await user.selectOptions(screen.getByLabelText('Status'), 'Created')
    await waitFor(() => expect(container.querySelector('.listed')).toHaveAttribute('aria-busy', 'true'))
    expect(await shownIds()).toEqual(['JP-261101-AAAAAA'])
    answer([second])
    await waitFor(async () => expect(await shownIds()).toEqual(['JP-261110-BBBBBB']))
  })
})
