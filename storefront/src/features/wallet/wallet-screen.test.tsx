import { validateUser } from '@jhatpat/shared/contracts/accounts.ts'
import {
  type WalletTransaction,
  walletBalance,
  walletCount,
  walletMonth,
  walletTransactions,
} from '@jhatpat/shared/contracts/wallet.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeTransaction, makeUser } from '../../../../tests/screens/shop-fixture.ts'
import type { FakeRequest } from '../../../../tests/support/fake-api.ts'

type Query = FakeRequest<typeof walletTransactions>['query']

/** The server lists these; with `found`, it returns those for a query with filters. */
function renderWallet(lines: WalletTransaction[], path = '/wallet', found = (_asked: Query) => lines) {
  return renderShop(path, {
    user: makeUser(),
    answers: (api) => {
      api.on(walletTransactions, ({ query }) => found(query))
      api.on(walletCount, ({ query }) => ({ matching: found(query).length, all: lines.length }))
      api.on(walletMonth, () => ({ added: 3777, spent: 2410.5 }))
      api.on(walletBalance, () => ({ balance: 1840.5 }))
    },
  })
}

const table = () => screen.findByRole('table', { name: 'Transactions' })
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)

/** The filter has these options, and `option` leaves the only refunded debit of two rows. */
async function filters(label: string, options: string[], option: string): Promise<void> {
  const refund = makeTransaction({ txnid: 'JW261121DDDDDD', type: 'Debit', status: 'Refunded' })
  const field = label === 'Status' ? 'status' : 'type'
  const { user, address, api } = renderWallet([makeTransaction(), refund], '/wallet', (asked) =>
    asked[field] === option ? [refund] : [makeTransaction(), refund],
  )
  await table()
  const select = screen.getByLabelText(label)
  expect(
    within(select)
      .getAllByRole('option')
      .map((one) => one.textContent),
  ).toEqual(options)
  await user.selectOptions(select, option)
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect((await rows())[0]).toHaveTextContent('JW-261121-DDDDDD')
  expect(address()).toBe(`/wallet?${field}=${option}`)
  expect(api.sentTo(walletCount).at(-1)?.query).toEqual({ [field]: option })
  expect(screen.getByText('1 found')).toBeVisible()
}

const walletPages = [
  ['/wallet', 'My Wallet'],
  ['/topup', 'Top-Up Your Wallet'],
  ['/walletconfirmation?client_txn_id=JT261121K7Q2MD', 'Confirming your top-up'],
  ['/balanceerror', 'Insufficient Balance'],
] as const

describe('the wallet pages', () => {
  it.each(walletPages)('WAL-01 have no role guard: %s', async (path, heading) => {
    const { api } = renderShop(path, {
      user: makeUser(),
      answers: (server) => server.on(walletTransactions, () => []),
    })
    const headings = await screen.findAllByRole('heading', {
      name: new RegExp(`${heading}|Top-up not found`),
    })
    expect(headings[0]).toBeVisible()
    expect(api.sentTo(validateUser)).toHaveLength(0)
  })

  it.each(walletPages)('WAL-02 need a token: %s', async (path) => {
    const { address } = renderShop(path)
    await waitFor(() => expect(address()).toBe('/login'))
  })
})

describe('My Wallet', () => {
  it('WAL-03 is headed My Wallet', async () => {
    renderWallet([])
    expect(await screen.findByRole('heading', { level: 1, name: 'My Wallet' })).toBeVisible()
  })

  it('WAL-04 shows the balance', async () => {
    const { api } = renderWallet([])
    const slip = await screen.findByRole('region', { name: 'Wallet balance' })
    await waitFor(() => expect(slip).toHaveTextContent('₹1,840.50'))
    expect(api.sentTo(walletBalance)[0]).toMatchObject({ params: { userid: 'U1001' }, token: 'token-1' })
  })

  it('WAL-05 lists the transactions', async () => {
    const { api } = renderWallet([makeTransaction({ txnid: 'JT261121AAAAAA' }), makeTransaction()])
    expect(await rows()).toHaveLength(2)
    expect(api.sentTo(walletTransactions)[0]?.params).toEqual({ userid: 'U1001' })
  })

  it('WAL-06 searches by transaction id', async () => {
    const wanted = makeTransaction({ txnid: 'JT261121AAAAAA' })
    const { user } = renderWallet([wanted, makeTransaction()], '/wallet', ({ q }) =>
      q === 'jt-261121-aaaaaa' ? [wanted] : [wanted, makeTransaction()],
    )
    await table()
    await user.type(screen.getByRole('searchbox', { name: 'Search by transaction id' }), 'jt-261121-aaaaaa')
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    expect((await rows())[0]).toHaveTextContent('JT-261121-AAAAAA')
  })

  it('WAL-07 filters by the statuses All, Processing, Success, Refunded', async () => {
    await filters('Status', ['All', 'Processing', 'Success', 'Refunded'], 'Refunded')
  })

  it('WAL-08 filters by the types All, Credit, Debit', async () => {
    await filters('Type', ['All', 'Credit', 'Debit'], 'Debit')
  })

  it('WAL-09 has the columns id, status, type, amount in rupees, date, actions', async () => {
    renderWallet([makeTransaction({ amount: 1234.5 })])
    const heads = within(await table()).getAllByRole('columnheader')
    expect(heads.map((head) => head.textContent?.toLowerCase())).toEqual([
      'id',
      'status',
      'type',
      'amount',
      'date',
      'actions',
    ])
    const cells = within((await rows())[0] as HTMLElement).getAllByRole('cell')
    expect(cells[3]).toHaveTextContent('₹1,234.50')
    expect(cells[4]?.querySelector('time')).toHaveAttribute('datetime', '2026-11-21T14:00:00.000Z')
  })

  it('WAL-10 shows Verify Payment for a Created one, leading to the wallet confirmation', async () => {
    renderWallet([makeTransaction({ status: 'Created' }), makeTransaction({ txnid: 'JT261121AAAAAA' })])
    const links = within(await table()).getAllByRole('link', { name: 'Verify Payment' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/walletconfirmation?client_txn_id=JT261121K7Q2MD',
    ])
  })

  it('WAL-11 E15 says No transactions found. when there is none', async () => {
    renderWallet([])
    expect(await screen.findByText('No transactions found.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument()
  })

  it('WAL-11 E15 says so when none matches, and offers to clear the filters', async () => {
    const { user } = renderWallet([makeTransaction()], '/wallet?status=Refunded', ({ status }) =>
      status ? [] : [makeTransaction()],
    )
    expect(await screen.findByText('No transactions found.')).toBeVisible()
    expect(screen.getByText('No transactions match these filters.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await rows()).toHaveLength(1)
  })

  it.each([
    ['Success', 'st-completed'],
    ['Processing', 'st-processing'],
    ['Refunded', 'st-refused'],
    ['Failed', 'st-refused'],
    ['Created', 'st-created'],
  ] as const)('WAL-12 colours the status %s', async (status, look) => {
    renderWallet([makeTransaction({ status })])
    expect(within(await table()).getByText(status, { selector: '[data-status]' })).toHaveClass('st', look)
  })

  it('WAL-13 colours the type', async () => {
    renderWallet([makeTransaction(), makeTransaction({ txnid: 'JW261121DDDDDD', type: 'Debit' })])
    expect(within(await table()).getByText('Credit')).toHaveClass('ty', 'Credit')
    expect(within(await table()).getByText('Debit')).toHaveClass('ty', 'Debit')
  })
})

describe('the rows of My Wallet', () => {
  it('show the balance after each transaction, and the later time when money arrived', async () => {
    const later = { createdAt: '2026-11-21T14:00:00.000Z', movedAt: '2026-11-21T14:09:00.000Z' }
    renderWallet([
      makeTransaction({ balanceAfter: 1840.5, ...later }),
      makeTransaction({ txnid: 'JT261121AAAAAA', balanceAfter: 0, movedAt: '2026-11-21T14:00:30.000Z' }),
      makeTransaction({ txnid: 'JT261121BBBBBB' }),
    ])
    const [first, second, third] = await rows()
    expect(first).toHaveTextContent('+₹500Balance ₹1,840.50')
    expect(first?.querySelectorAll('time')[1]).toHaveAttribute('datetime', later.movedAt)
    expect(second).toHaveTextContent('Balance ₹0.00')
    expect(second?.querySelectorAll('time')).toHaveLength(1)
    expect(third).not.toHaveTextContent('Balance')
  })

  it.each([
    ['Created', 'Not paid'],
    ['Processing', 'Pending'],
    ['Failed', 'Not received'],
  ] as const)('do not show a top-up that is %s as money', async (status, text) => {
    renderWallet([makeTransaction({ status }), makeTransaction({ txnid: 'JT261121AAAAAA' })])
    const [missing, came] = await rows()
    expect(missing).toHaveTextContent(`₹500${text}`)
    expect(missing).not.toHaveTextContent('+₹500')
    expect(missing?.querySelector('.no-money')).toBeInTheDocument()
    expect(came).toHaveTextContent('+₹500')
    expect(came?.querySelector('.no-money')).not.toBeInTheDocument()
  })

  it('open their order or top-up from anywhere, and nothing for an adjustment', async () => {
    renderWallet([
      makeTransaction({ txnid: 'JW261121DDDDDD', orderid: 'JP261121K7Q2MD' }),
      makeTransaction(),
      makeTransaction({ txnid: 'JW261121EEEEEE', note: 'Credited by our team' }),
    ])
    const links = (await rows()).map((row) => row.querySelector('a.opens')?.getAttribute('href'))
    expect(links).toEqual([
      '/confirmation?client_txn_id=JP261121K7Q2MD',
      '/walletconfirmation?client_txn_id=JT261121K7Q2MD',
      undefined,
    ])
  })

  it('show this month’s totals as computed by the server', async () => {
    renderWallet([])
    const slip = await screen.findByRole('region', { name: 'Wallet balance' })
    await waitFor(() => expect(slip).toHaveTextContent('Added this month₹3,777.00Spent this month₹2,410.50'))
  })

  it('ENT-20 knows a transaction as Credit or Debit, with its sign', async () => {
    renderWallet([
      makeTransaction(),
      makeTransaction({ txnid: 'JW261121DDDDDD', type: 'Debit', amount: 345 }),
    ])
    const [credit, debit] = await rows()
    expect(credit).toHaveTextContent('Credit+₹500')
    expect(debit).toHaveTextContent('Debit−₹345')
  })

  it('CONST-01 has all its money in rupees', async () => {
    renderWallet([makeTransaction({ amount: 100000 })])
    expect((await rows())[0]).toHaveTextContent('₹1,00,000')
    const money = [...document.querySelectorAll('main [data-money]')]
    expect(money.length).toBeGreaterThan(2)
    for (const amount of money) expect(amount.textContent).toMatch(/^[+−]?₹[\d,]+(\.\d\d)?$/)
  })
})
