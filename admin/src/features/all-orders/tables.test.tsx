import { allOrders, allWalletTransactions } from '@jhatpat/shared/contracts/admin-lists.ts'
import type { AnyRoute, ReplyOf } from '@jhatpat/shared/contracts/route.ts'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { type Answer, on, refuse } from '../../../../tests/support/fake-api.ts'
import { ColumnsChoice } from '../../lib/table/columns-choice.tsx'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeOrderLine, makeWalletLine } from './order-line-fixture.ts'

const ends = { next: null, previous: null, hasMore: false, matchedBy: null }
const ids = ['JP261121AAAAAAA1', 'JP261121AAAAAAA2', 'JP261121AAAAAAA3']
const orders = ids.map((orderid) => makeOrderLine({ _id: orderid, orderid }))
const some = { transactions: orders, totalTxns: 3, ...ends }
const none = { transactions: [], totalTxns: 0, ...ends }

const renderOrders = (path: string, answer: Answer<typeof allOrders> = () => some) =>
  renderAdmin(path, { calls: [on(allOrders, answer), on(allWalletTransactions, () => walletPage)] })
const walletPage = {
  transactions: [makeWalletLine()],
  currentPage: 1,
  totalPages: 1,
  totalItems: 1,
  ...ends,
}
const queryOf = (api: ReturnType<typeof renderAdmin>['api'], key: AnyRoute = allOrders) =>
  Object.fromEntries(api.sentTo(key).at(-1)?.url.searchParams ?? [])
const rows = () => screen.getAllByRole('row').slice(1)

describe('All Orders', () => {
  it('ADM-03 ADM-04 shows that it is loading, then why it failed', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { user } = renderOrders('/txn', async () => {
      await answered
      return refuse('internal', { message: 'The list is down.' })
    })
    // The screen's own status follows that of its script.
    await waitFor(() => expect(screen.getByText('Loading...', { selector: '[role=status]' })).toBeVisible())
    answer()
    expect(await screen.findByText('Error: The list is down.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
  })

  it('ATXN-01 ATXN-04 shows orders, 50 at first, or 100, 250 or 500', async () => {
    const { user, api, address } = renderOrders('/txn')
    await screen.findByText('JP-261121-AAAAAAA1')
    expect(queryOf(api)).toEqual({ limit: '50' })
    const sizes = screen.getByRole('combobox', { name: 'Rows on a page' })
    expect([...sizes.querySelectorAll('option')].map(({ value }) => value)).toEqual([
      '50',
      '100',
      '250',
      '500',
    ])
    await user.selectOptions(sizes, '500')
    await waitFor(() => expect(queryOf(api)).toEqual({ limit: '500' }))
    expect(address.current).toBe('/txn?size=500')
  })

  it('ATXN-02 ATXN-03 filters by order status and by payment method', async () => {
    const { user, api, address } = renderOrders('/txn')
    await user.click(await screen.findByRole('button', { name: 'Status: Any' }))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Created',
      'Processing',
      'Completed',
      'Refunded',
      'Cancelled',
      'Failed',
    ])
    await user.click(screen.getByRole('menuitem', { name: 'Failed' }))
    await user.click(screen.getByRole('button', { name: 'Payment: Any' }))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['upi', 'wallet'])
    await user.click(screen.getByRole('menuitem', { name: 'wallet' }))
    await waitFor(() =>
      expect(queryOf(api)).toEqual({ limit: '50', status: 'Failed', paymentmode: 'wallet' }),
    )
    expect(address.current).toBe('/txn?status=Failed&paymentmode=wallet')
    await user.click(screen.getByRole('button', { name: /^Status Failed/ }))
    await waitFor(() => expect(address.current).toBe('/txn?paymentmode=wallet'))
  })

  it('E15 distinguishes an empty list from no match, with one action for each', async () => {
    const { user } = renderOrders('/txn?status=Failed', ({ url }) =>
      url.searchParams.has('status') ? none : { ...none },
    )
    expect(await screen.findByRole('heading', { name: 'No orders match these filters' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByRole('heading', { name: 'No orders found.' })).toBeInTheDocument()
  })

  it('requests what the address says, in its sort and from its cursor, and turns pages by cursors', async () => {
    const { user, api, address } = renderOrders('/txn?sort=value&page=3&after=100.JP9', () => ({
      ...some,
      totalTxns: 10_000,
      hasMore: true,
      next: '120.JP8',
      previous: '101.JP7',
    }))
    expect(await screen.findByText('101–103 of 10,000+')).toBeInTheDocument()
    expect(screen.getByText('10,000+')).toBeInTheDocument()
    expect(queryOf(api)).toEqual({ limit: '50', sort: 'value', cursor: '100.JP9' })
    expect(screen.getByRole('columnheader', { name: /Amount/ })).toHaveAttribute('aria-sort', 'ascending')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(queryOf(api)).toEqual({ limit: '50', sort: 'value', cursor: '120.JP8' }))
    expect(address.current).toBe('/txn?sort=value&page=4&after=120.JP8')
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    await waitFor(() => expect(queryOf(api)).toEqual({ limit: '50', sort: 'value', before: '101.JP7' }))
    await user.click(screen.getByRole('button', { name: /^Date/ }))
    await waitFor(() => expect(address.current).toBe('/txn'))
  })

  it('turns one page at a time, however often Next is pressed while a page is loading', async () => {
    const answer = Promise.withResolvers<ReplyOf<typeof allOrders>>()
    const { user, address } = renderOrders('/txn', ({ url }) =>
      url.searchParams.has('cursor') ? answer.promise : { ...some, next: '120.JP8' },
    )
    await screen.findByText('JP-261121-AAAAAAA1')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await user.keyboard(']')
    expect(address.current).toBe('/txn?page=2&after=120.JP8')
    answer.resolve({ ...some, next: '110.JP5', previous: '119.JP7' })
    await screen.findByText(/^51–53/)
    await user.keyboard(']')
    await waitFor(() => expect(address.current).toBe('/txn?page=3&after=110.JP5'))
  })

  it('offers no sort that has no index under the active filters', async () => {
    renderOrders('/txn?from=2026-11-15')
    await screen.findByText('JP-261121-AAAAAAA1')
    expect(screen.queryByRole('button', { name: 'Amount' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Date' })).toBeInTheDocument()
  })

  it('finds a pasted text, shows how it matched, and ignores the filters until they are restored', async () => {
    const { user, api, address } = renderOrders('/txn?status=Failed', ({ url }) => ({
      ...some,
      matchedBy: url.searchParams.has('q') ? 'bank' : null,
    }))
    await screen.findByText('JP-261121-AAAAAAA1')
    await user.click(screen.getByRole('searchbox'))
    await user.paste('432198765012')
    expect(
      await screen.findByText(/UPI ref\. no\.: 3 orders\. Filters were cleared for this search\./),
    ).toBeInTheDocument()
    expect(queryOf(api)).toEqual({ limit: '50', q: '432198765012' })
    await user.click(screen.getByRole('button', { name: 'Restore filters' }))
    await waitFor(() => expect(address.current).toBe('/txn?status=Failed'))
    expect(screen.getByRole('button', { name: /^Status Failed/ })).toBeInTheDocument()
  })

  it('supports keys: J and K move between rows, / searches, Enter opens the order’s page', async () => {
    const { user, address } = renderOrders('/txn')
    await screen.findByText('JP-261121-AAAAAAA1')
    await user.keyboard('jj')
    expect(rows()[1]).toHaveFocus()
    await user.keyboard('k')
    expect(rows()[0]).toHaveFocus()
    await user.keyboard('/')
    expect(screen.getByRole('searchbox')).toHaveFocus()
    rows()[0]?.focus()
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(address.current).toBe('/txn/JP261121AAAAAAA2'))
  })
})

describe('columns', () => {
  it('can be hidden and shown, and the address stores it', async () => {
    const { user, address } = renderOrders('/txn')
    await screen.findByText('JP-261121-AAAAAAA1')
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(screen.getByRole('checkbox', { name: 'Player' }))
    await user.click(screen.getByRole('checkbox', { name: 'Supplier ref.' }))
    expect(screen.queryByRole('columnheader', { name: 'Player' })).toBeNull()
    expect(screen.getByRole('columnheader', { name: 'Supplier ref.' })).toBeInTheDocument()
    expect(address.current).toBe('/txn?cols=item+customer+value+payment+status+createdAt+bank+supplier')
  })

  it('have checkboxes that respond at once, however long the address takes to follow', async () => {
    const asked = vi.fn()
    const user = userEvent.setup()
    const columns = ['Item', 'Player', 'Bank'].map((name) => ({ key: name, name }))
    render(<ColumnsChoice columns={columns} shown={['Item', 'Player', 'Bank']} onShow={asked} />)
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(screen.getByRole('checkbox', { name: 'Player' }))
    expect(screen.getByRole('checkbox', { name: 'Player' })).not.toBeChecked()
    await user.click(screen.getByRole('checkbox', { name: 'Bank' }))
    expect(asked.mock.calls).toEqual([[['Item', 'Bank']], [['Item']]])
    expect(screen.getByRole('checkbox', { name: 'Item' })).toBeDisabled()
  })

  it('can be reordered by key and by hand; the first is fixed, and one always remains', async () => {
    const { user, address } = renderOrders('/txn?cols=value+item')
    await screen.findByText('JP-261121-AAAAAAA1')
    const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads()).toEqual(['Order', 'Amount', 'Item'])
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    const pop = within(screen.getByRole('dialog', { name: 'Columns' }))
    expect(pop.getByRole('checkbox', { name: 'Order' })).toBeDisabled()
    pop.getByRole('button', { name: 'Move Amount' }).focus()
    await user.keyboard('{ArrowDown}')
    expect(heads()).toEqual(['Order', 'Item', 'Amount'])
    expect(address.current).toBe('/txn?cols=item+value')
    expect(pop.getByRole('status')).toHaveTextContent('Amount, place 2 of 13')
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(address.current).toBe('/txn?cols=value+item')
    const rows = pop.getAllByRole('listitem').filter(({ dataset }) => dataset.column)
    rows.forEach((row, place) => {
      row.getBoundingClientRect = () => ({ bottom: 40 * (place + 1) }) as DOMRect
    })
    const grip = pop.getByRole('button', { name: 'Move Amount' })
    await user.pointer([
      { target: grip, keys: '[MouseLeft>]' },
      { target: grip, coords: { clientY: 60 } },
    ])
    expect(address.current).toBe('/txn?cols=item+value')
    await user.pointer([
      { keys: '[/MouseLeft]' },
      { target: pop.getByRole('checkbox', { name: 'Item' }), coords: { clientY: 160 }, keys: '[MouseLeft]' },
    ])
    expect(pop.getByRole('checkbox', { name: 'Amount' })).toBeDisabled()
    expect(heads()).toEqual(['Order', 'Amount'])
  })
})

describe('many rows', () => {
  it('are rendered only near the viewport, and all are announced', async () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      makeOrderLine({ orderid: `JP261121${10_000 + index}` }),
    )
    renderOrders('/txn?size=500', () => ({ ...some, transactions: many, totalTxns: 500 }))
    await screen.findByText('JP-261121-10000')
    const table = screen.getByRole('table', { name: 'All Orders' })
    expect(table).toHaveAttribute('aria-rowcount', '501')
    expect(rows().length).toBeLessThan(200)
  })
})

describe('Wallet Transactions', () => {
  it('AWTXN-01 AWTXN-02 AWTXN-03 AWTXN-04 shows wallet transactions, by type, status and page size', async () => {
    const { user, api, address } = renderOrders('/wallettxn')
    expect(await screen.findByText('JW-261121-R00ZTMQZ')).toBeInTheDocument()
    expect(screen.getByText('−₹319')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Type: Any' }))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Credit',
      'Debit',
      'Refunded',
    ])
    await user.click(screen.getByRole('menuitem', { name: 'Refunded' }))
    await user.click(screen.getByRole('button', { name: 'Status: Any' }))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Success',
      'Failed',
      'Created',
    ])
    await user.click(screen.getByRole('menuitem', { name: 'Created' }))
    const sizes = screen.getByRole('combobox', { name: 'Rows on a page' })
    expect(sizes).toHaveValue('50')
    expect(
      within(sizes)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['50', '100', '250', '500'])
    await user.selectOptions(sizes, '250')
    await waitFor(() =>
      expect(queryOf(api, allWalletTransactions)).toEqual({
        limit: '250',
        type: 'Refunded',
        status: 'Created',
      }),
    )
    expect(address.current).toBe('/wallettxn?type=Refunded&status=Created&size=250')
  })
})
