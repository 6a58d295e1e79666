import { allOrders, type WalletTransactionRow } from '@jhatpat/shared/contracts/admin-lists.ts'
import {
  addCustomerNote,
  type CustomerTicket,
  customer as customerCall,
  customerNotes,
  customerPlayers,
  customerSessions,
  customerStatement,
  customerTickets,
  customerWallet,
  revokeCustomerSessions,
} from '@jhatpat/shared/contracts/customers.ts'
import type { ReplyOf } from '@jhatpat/shared/contracts/route.ts'
import { updateUserData } from '@jhatpat/shared/contracts/users.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, type PreparedAnswer, refuse } from '../../../../../tests/support/fake-api.ts'
import { renderAdmin } from '../../../testing/render-admin.tsx'
import { makeAdminUser } from '../admin-user-fixture.ts'

const ravi = makeAdminUser({ name: 'Ravi Stores', role: 'reseller' })
const at = (tab = '') => `/usersdata/${ravi._id}${tab}`
const sums = { count: 64, hasMore: false, refunded: 2, spent: 28_410, held: 319 }
const head = (part: object = {}) => ({
  user: ravi,
  lastSeenAt: '2026-11-21T15:00:00.000Z',
  points: 128.4,
  approvalAbove: 5_000,
  orders: sums,
  ...part,
})
const ends = { next: null, previous: null, hasMore: false, matchedBy: null }
const none = { transactions: [], totalTxns: 0, ...ends }

const anOrder: ReplyOf<typeof allOrders>['transactions'][number] = {
  _id: 'JP261121GVT8DMZ5',
  orderid: 'JP261121GVT8DMZ5',
  itemname: '257 Diamonds',
  itemimg: '',
  productname: 'Mobile Legends',
  status: 'Completed',
  reason: '',
  input1: '123456789',
  input2: '1234',
  username: 'RaviOP',
  value: 319,
  paymentmode: 'upi',
  useremail: 'ravi@mail.test',
  customer: { _id: ravi._id, userid: 'u1', name: 'Ravi Stores', mobilenumber: '' },
  createdAt: '2026-11-21T15:12:10.000Z',
  updatedAt: '2026-11-21T15:13:00.000Z',
  transactionid: '',
  supplierorders: [],
  completedAt: '',
}
const aSession = (part: object) => ({
  id: 's1',
  createdAt: '2026-11-21T10:00:00.000Z',
  lastUsedAt: '2026-11-21T15:00:00.000Z',
  expiresAt: '2026-11-21T16:00:00.000Z',
  address: '49.37.112.x',
  device: 'Chrome on Android',
  isThisOne: false,
  ...part,
})
const aLine: WalletTransactionRow = {
  txnid: 'JW261121R00ZTMQZ',
  type: 'Debit',
  status: 'Success',
  amount: -319,
  balanceAfter: 1840,
  orderid: '',
  userid: 'u1',
  useremail: 'ravi@mail.test',
  note: '257 Diamonds',
  reference: '',
  customer: { _id: ravi._id, name: 'Ravi Stores', mobilenumber: '' },
  createdAt: '2026-11-21T15:12:51.000Z',
  updatedAt: '2026-11-21T15:12:51.000Z',
}

const open = (tab = '', calls: PreparedAnswer[] = []) =>
  renderAdmin(at(tab), {
    calls: [
      on(customerCall, () => head()),
      on(customerNotes, () => ({ notes: [] })),
      on(allOrders, () => none),
      ...calls,
    ],
  })
const queryOf = (call: { url: URL } | undefined) => Object.fromEntries(call?.url.searchParams ?? [])

describe('a customer’s page', () => {
  it('shows the account, the balance and the totals', async () => {
    open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Ravi Stores' })).toBeVisible()
    expect(screen.getByText(/^Reseller since/)).toBeVisible()
    const totals = Object.fromEntries(
      screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    )
    expect(totals).toMatchObject({
      Wallet: '₹1,840.00',
      Points: '128.40',
      Spent: '₹28,410',
      Orders: '64',
      Refunded: '23.1%',
      Email: expect.stringContaining(ravi.email),
      Mobile: expect.stringContaining('+91 98765 43210'),
    })
    expect(screen.getByRole('tab', { name: 'Orders 64', selected: true })).toBeVisible()
  })

  it('shows no sum of more orders than are added up', async () => {
    open('', [on(customerCall, () => head({ orders: { ...sums, count: 10_000, hasMore: true } }))])
    expect(await screen.findByText('10,000+')).toBeVisible()
    for (const name of ['Spent', 'Held', 'Refunded']) expect(screen.queryByText(name)).toBeNull()
  })

  it('E15 shows that it is loading, then why it failed, and retries', async () => {
    let isDown = true
    const { user } = open('', [
      on(customerCall, () => (isDown ? refuse('internal', { message: 'It is down.' }) : head())),
    ])
    expect(await screen.findByText('Loading...', { selector: '[role=status]' })).toBeInTheDocument()
    await screen.findByText('Error: It is down.')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
  })

  it('is closed to a role that may not view customers', async () => {
    const { api } = renderAdmin(at(), { storage: { user: JSON.stringify(tenzin) } })
    expect(await screen.findByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible()
    expect(api.sentTo(customerCall)).toEqual([])
  })
})

const tenzin = { ...makeAdminUser({ name: 'Tenzin', role: 'admin' }), staffRole: 'catalogue' }

describe('the tabs', () => {
  it('are in the address, with the query of their table', async () => {
    const rows = { transactions: [anOrder], totalTxns: 1, ...ends }
    const { user, api, address } = open('?status=Completed', [
      on(allOrders, () => rows),
      on(customerPlayers, () => ({ ids: [], hasMore: false })),
    ])
    await screen.findByText('257 Diamonds')
    const table = screen.getByRole('table', { name: 'Orders' })
    expect(within(table).queryByRole('columnheader', { name: 'Customer' })).toBeNull()
    expect(queryOf(api.sentTo(allOrders).at(-1))).toEqual({
      limit: '50',
      status: 'Completed',
      customer: ravi._id,
    })
    expect(screen.queryByRole('searchbox')).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Player IDs' }))
    expect(address.current).toBe(at('/ids'))
    expect(await screen.findByRole('heading', { name: 'No player IDs yet' })).toBeVisible()
  })

  it.each([
    [1840, true, /Ledger total matches the balance: ₹1,840\.00/],
    [1839, true, 'Balance mismatch'],
    [0, false, /More than 3 entries: they are added up every night/],
  ])(
    'wallet: compares the balance with the sum %s of the entries, complete: %s',
    async (sum, isComplete, said) => {
      open('/wallet', [
        on(customerWallet, () => ({ transactions: [aLine], totalItems: 1, ...ends })),
        on(customerStatement, () => ({ balance: 1840, sum, entries: 3, isComplete })),
      ])
      expect(await screen.findByText(said)).toBeVisible()
      expect(screen.getByRole('cell', { name: '₹1,840.00' })).toBeVisible()
    },
  )

  it('ids: how often, when last, the player’s name, and other customers', async () => {
    const id = {
      productid: 'ml',
      productname: 'Mobile Legends',
      imgpath: '',
      input1: '88120045',
      input2: '2087',
      username: 'DidiPlays',
      orders: 7,
      lastUsedAt: '2026-11-02T10:00:00.000Z',
      lastOrder: 'JP1',
      others: [{ _id: 'c'.repeat(24), name: 'Diya Mehta', orders: 3 }],
    }
    open('/ids', [on(customerPlayers, () => ({ ids: [id], hasMore: true }))])
    expect(await screen.findByRole('link', { name: /^88120045/ })).toBeVisible()
    for (const text of ['DidiPlays', '7']) expect(screen.getByRole('cell', { name: text })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Diya Mehta, 3 orders' })).toHaveAttribute(
      'href',
      `/usersdata/${'c'.repeat(24)}/ids`,
    )
    expect(screen.getByText(/up to 50/)).toBeVisible()
  })

  it('sessions: one is revoked after a confirmation, and the list is fetched again', async () => {
    let left = [aSession({}), aSession({ id: 's2', device: 'Firefox on Windows' })]
    const { user, api } = open('/sessions', [
      on(customerSessions, () => ({ sessions: left })),
      on(revokeCustomerSessions, () => {
        left = left.slice(1)
        return { ended: 1 }
      }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Sign out Chrome on Android' }))
    const dialog = screen.getByRole('dialog', { name: 'Sign out this device' })
    expect(dialog).toHaveTextContent('Ravi Stores will be signed out on Chrome on Android only.')
    await user.type(within(dialog).getByLabelText(/^Reason/), 'Lost phone')
    await user.click(within(dialog).getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
    expect(api.sentTo(revokeCustomerSessions)[0]?.body).toEqual({
      session: 's1',
      reason: 'Lost phone',
    })
    await user.click(screen.getByRole('button', { name: 'Sign out all devices' }))
    const all = within(screen.getByRole('dialog', { name: 'Sign out all devices' }))
    await user.click(all.getByRole('button', { name: 'Sign out all devices' }))
    await waitFor(() => expect(api.sentTo(revokeCustomerSessions)[1]?.body).toEqual({}))
  })

  it('tickets: what was reported, and who answered', async () => {
    const ticket: CustomerTicket = {
      orderid: 'JP261121GVT8DMZ5',
      itemname: '257 Diamonds',
      orderStatus: 'Completed',
      issue: 'not_received',
      status: 'resolved',
      note: 'Hello?',
      openedAt: '2026-11-20T10:00:00.000Z',
      replyDueAt: '2026-11-21T10:00:00.000Z',
      resolution: { kind: 'explained', text: 'In the mail box.', at: '2026-11-20T11:00:00.000Z', by: 'Sana' },
    }
    open('/tickets', [on(customerTickets, () => ({ tickets: [ticket] }))])
    expect(await screen.findByText('JP-261121-GVT8DMZ5')).toBeVisible()
    expect(screen.getByText(/“Hello\?”/)).toBeVisible()
    expect(screen.getByText(/^Sana,/)).toHaveTextContent('In the mail box.')
  })
})

describe('the actions', () => {
  it('block with a reason, for the version that was loaded', async () => {
    const { user, api } = open('', [
      on(updateUserData, () => ({ message: 'ok', status: 'done' as const, user: ravi })),
    ])
    await user.click(await screen.findByRole('button', { name: 'Block' }))
    const dialog = screen.getByRole('dialog', { name: 'Block Ravi Stores' })
    await user.click(within(dialog).getByRole('button', { name: 'Block' }))
    expect(within(dialog).getByText('Enter a reason.')).toBeVisible()
    expect(api.sentTo(updateUserData)).toEqual([])
    await user.type(within(dialog).getByLabelText(/^Reason/), 'Stolen cards')
    await user.click(within(dialog).getByRole('button', { name: 'Block' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.sentTo(updateUserData)[0]?.body).toMatchObject({
      _id: ravi._id,
      isBlocked: 'true',
      role: 'reseller',
      reason: 'Stolen cards',
      expectedVersion: ravi.updatedAt,
    })
  })

  it('keep a block after a concurrent change, and show what changed', async () => {
    let now = ravi
    const { user, api } = open('', [
      on(customerCall, () => head({ user: now })),
      on(updateUserData, () => {
        now = { ...ravi, isBlocked: 'true', updatedAt: '2026-11-21T16:00:00.000Z' }
        return refuse('user_changed', { message: 'Somebody was first.' })
      }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Block' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Block Ravi Stores' }))
    await user.type(dialog.getByLabelText(/^Reason/), 'Stolen cards')
    await user.click(dialog.getByRole('button', { name: 'Block' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Blocked: no → yes. Close this and refresh')
    expect(dialog.getByRole('heading', { name: 'Block Ravi Stores' })).toBeVisible()
    expect(dialog.queryByRole('button', { name: /block/i })).toBeNull()
    await user.keyboard('{Enter}')
    expect(api.sentTo(updateUserData)).toHaveLength(1)
  })

  it('show why a block was refused, and keep the reason', async () => {
    const { user } = open('', [
      on(updateUserData, () => refuse('user_changed', { message: 'Somebody was first.' })),
    ])
    await user.click(await screen.findByRole('button', { name: 'Block' }))
    const dialog = screen.getByRole('dialog')
    await user.type(within(dialog).getByLabelText(/^Reason/), 'Stolen cards')
    await user.click(within(dialog).getByRole('button', { name: 'Block' }))
    expect(await within(dialog).findByText('Somebody was first.')).toBeVisible()
    expect(within(dialog).getByLabelText(/^Reason/)).toHaveValue('Stolen cards')
  })

  it('save a note once, under the same key after a lost reply', async () => {
    const kept: string[] = []
    const { user, api } = open('', [
      on(customerNotes, () => ({
        notes: kept.map((text, id) => ({ id: String(id), at: ravi.createdAt, by: 'Meera', text })),
      })),
      on(addCustomerNote, ({ body }) => {
        if (api.sentTo(addCustomerNote).length === 1) return refuse('internal', { message: 'Not now.' })
        kept.push((body as { text: string }).text)
        return { id: 'n1', at: ravi.createdAt, by: 'Meera', text: 'Calm.' }
      }),
    ])
    await user.type(await screen.findByLabelText('New note'), 'Calm.')
    await user.click(screen.getByRole('button', { name: 'Save note' }))
    await screen.findByText('Not now.')
    expect(screen.getByLabelText('New note')).toHaveValue('Calm.')
    await user.click(screen.getByRole('button', { name: 'Save note' }))
    await waitFor(() => expect(screen.getByLabelText('New note')).toHaveValue(''))
    expect(await screen.findByRole('listitem')).toHaveTextContent('Calm.')
    const keys = api.sentTo(addCustomerNote).map(({ idempotencyKey }) => idempotencyKey)
    expect(keys[0]).toBe(keys[1])
    expect(keys[0]).toBeTruthy()
  })

  it('keep a note that is started while another one is being saved', async () => {
    const kept = Promise.withResolvers<ReplyOf<typeof addCustomerNote>>()
    const { user, api } = open('', [on(addCustomerNote, () => kept.promise)])
    const field = await screen.findByLabelText('New note')
    await user.type(field, 'Calm.')
    await user.click(screen.getByRole('button', { name: 'Save note' }))
    await user.type(field, ' Pays late.')
    const read = api.sentTo(customerNotes).length
    kept.resolve({ id: 'n1', at: ravi.createdAt, by: 'Meera', text: 'Calm.' })
    await waitFor(() => expect(api.sentTo(customerNotes).length).toBeGreaterThan(read))
    expect(field).toHaveValue('Calm. Pays late.')
  })

  it('show support no button for actions on an admin that it may not take', async () => {
    const imran = { ...ravi, role: 'admin', staffRole: 'operations' }
    renderAdmin(at(), {
      storage: { user: JSON.stringify({ ...tenzin, staffRole: 'support' }) },
      calls: [
        on(customerCall, () => head({ user: imran })),
        on(customerNotes, () => ({ notes: [] })),
        on(allOrders, () => none),
      ],
    })
    await screen.findByRole('heading', { level: 1 })
    for (const name of ['Edit', 'Block']) expect(screen.queryByRole('button', { name })).toBeNull()
  })
})
