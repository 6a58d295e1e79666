import { assignOrder } from '@jhatpat/shared/contracts/admin.ts'
import { processing } from '@jhatpat/shared/contracts/board.ts'
import { type EndedOrder, endedOrders } from '@jhatpat/shared/contracts/ended-orders.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, refuse } from '../../../../tests/support/fake-api.ts'
import { anAssignee } from '../../testing/board-fixture.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const points = makeBoardOrder({ orderid: 'JP261121AAAA01', processingSince: minutesAgo(27) })
const crystals = makeBoardOrder({
  orderid: 'JP261121BBBB02',
  itemname: '6,480 Genesis Crystals',
  input1: '801234567',
  input2: 'Asia',
  value: 7199,
  processingSince: minutesAgo(16),
  customer: { _id: 'u2', name: 'Diya', role: 'reseller', mobilenumber: '9876500000' },
})
const diamonds = makeBoardOrder({
  orderid: 'JP261121CCCC03',
  itemname: '284 Diamonds',
  value: 345,
  processingSince: minutesAgo(34),
  pendingReason: { kind: 'outcome_unknown', since: minutesAgo(3), detail: 'Smile.one BR: no answer in 60 s' },
  supplierBalance: { before: '184220', after: '181380' },
})

const row = (name: RegExp | string) => screen.findByRole('listitem', { name })
const rowNames = () =>
  within(screen.getByRole('list', { name: 'Pending orders' }))
    .getAllByRole('listitem')
    .filter((item) => item.dataset.order)
    .map((item) => item.getAttribute('aria-label'))

const ended = {
  customer: 'Vyom Shah',
  at: new Date().toISOString(),
  reason: '',
  supplier: 'SMILEPH',
  tookMs: 31_000,
}
const ends: Record<string, EndedOrder> = {
  [diamonds.orderid]: {
    ...ended,
    orderid: diamonds.orderid,
    itemname: '284 Diamonds',
    status: 'Completed',
    by: { kind: 'supplier', adminId: '', name: '' },
  },
  [crystals.orderid]: {
    ...ended,
    orderid: crystals.orderid,
    itemname: '6,480 Genesis Crystals',
    status: 'Refunded',
    reason: 'Wrong server',
    at: new Date(Date.now() - 60_000).toISOString(),
    by: { kind: 'admin', adminId: 'a2', name: 'Imran' },
  },
}

describe('Pending Orders', () => {
  it('ABOARD-01 lists the processing orders, the one with the least time left first', async () => {
    renderAdmin('/orders', { orders: [crystals, points, diamonds] })
    await row(/284 Diamonds/)
    expect(rowNames()).toEqual([
      '284 Diamonds for Vyom Shah',
      '1,000 Points for Vyom Shah',
      '6,480 Genesis Crystals for Diya (reseller)',
    ])
    const line = await row(/Genesis/)
    expect(line).toHaveTextContent('₹7,199')
    expect(line).toHaveTextContent('801234567 (Asia)')
    expect(line).toHaveTextContent('Manual delivery')
    expect(line).toHaveTextContent('Paid by UPI, ref 4321 9870 1177')
    expect(line).toHaveTextContent('Unassigned')
  })

  it('shows each clock’s colour: amber from 15 minutes, red from 25, then over', async () => {
    renderAdmin('/orders', {
      orders: [crystals, points, diamonds, makeBoardOrder({ orderid: 'JP261121DDDD04', itemname: '880 CP' })],
    })
    const tone = async (name: RegExp) => within(await row(name)).getByRole('timer').dataset.tone
    expect(await tone(/880 CP/)).toBe('green')
    expect(await tone(/Genesis/)).toBe('amber')
    expect(await tone(/1,000 Points/)).toBe('red')
    expect(await tone(/284 Diamonds/)).toBe('over')
    expect(await row(/284 Diamonds/)).toHaveTextContent('+')
  })

  it('ABOARD-02 says No pending orders. when there are none', async () => {
    renderAdmin('/orders')
    expect(await screen.findByText('No pending orders.')).toBeInTheDocument()
  })

  it('says Loading... while the list loads', async () => {
    renderAdmin('/orders', {
      socketSays: 'nothing',
      calls: [on(processing, () => new Promise(() => undefined))],
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Pending Orders' })).toBeInTheDocument()
    expect(screen.getByText('Loading...')).toBeInTheDocument()
  })

  it('ADM-04 shows Error: and the message when the list can’t be loaded, and retries', async () => {
    let broken = true
    const { user } = renderAdmin('/orders', {
      socketSays: 'nothing',
      calls: [
        on(processing, () =>
          broken ? refuse('forbidden', { message: 'You don’t have permission for this.' }) : [points],
        ),
      ],
    })
    expect(await screen.findByText('Error: You don’t have permission for this.')).toBeInTheDocument()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await row(/1,000 Points/)).toBeInTheDocument()
  })

  it('updates live, and is correct again after a lost connection', async () => {
    const { socket, server } = renderAdmin('/orders', { orders: [points] })
    await row(/1,000 Points/)
    expect(screen.getByText('Live')).toBeInTheDocument()
    act(() => socket.changed(crystals))
    expect(await row(/Genesis/)).toBeInTheDocument()
    act(() => socket.breakLine())
    expect(await screen.findByText(/You are offline. What you see is from/)).toBeInTheDocument()
    server.orders = [crystals]
    act(() => socket.restore())
    await waitFor(() =>
      expect(screen.queryByRole('listitem', { name: /1,000 Points/ })).not.toBeInTheDocument(),
    )
    expect(await screen.findByText('Live')).toBeInTheDocument()
    expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument()
  })

  it('keeps new orders behind a pill while a row has the focus', async () => {
    const { socket, user } = renderAdmin('/orders', { orders: [points] })
    await user.click(await row(/1,000 Points/))
    act(() => socket.changed(diamonds))
    act(() => socket.changed(crystals))
    const pill = await screen.findByRole('button', { name: '2 new above' })
    expect(rowNames()).toEqual(['1,000 Points for Vyom Shah'])
    await user.click(pill)
    expect(rowNames()).toHaveLength(3)
    expect(screen.queryByRole('button', { name: /new/ })).not.toBeInTheDocument()
  })

  it('drops the row of an order that left, and counts it in one strip with the reason and the person', async () => {
    const calls = [
      on(endedOrders, ({ query }) => (query.ids ?? '').split(',').flatMap((id) => ends[id] ?? [])),
    ]
    const { socket, user } = renderAdmin('/orders', { orders: [diamonds, crystals, points], calls })
    await row(/1,000 Points/)
    await user.keyboard('jj')
    expect(await row(/1,000 Points/)).toHaveFocus()
    act(() => socket.gone(diamonds))
    act(() => socket.gone(crystals, 'Refunded'))
    await waitFor(() => expect(rowNames()).toEqual(['1,000 Points for Vyom Shah']))
    const strip = await screen.findByRole('region', { name: 'Orders done' })
    expect(strip).toHaveTextContent(/^Since .*: 1 delivered, 1 refunded by Imran2 orders done$/)
    await user.click(within(strip).getByRole('button', { expanded: false }))
    const [first, second] = within(strip).getAllByRole('listitem')
    expect(first).toHaveTextContent('284 Diamonds Vyom ShahSmile.one PH delivered after 31 sSupplier')
    expect(second).toHaveTextContent('“Wrong server”Imran')
    expect(within(second!).getByRole('link')).toHaveAttribute('href', `/txn/${crystals.orderid}`)
    await user.click(within(strip).getByRole('button', { name: 'Clear the list' }))
    expect(screen.queryByRole('region', { name: 'Orders done' })).not.toBeInTheDocument()
  })

  it('keeps an open row whose order left, and says what happened instead of its form', async () => {
    const calls = [on(endedOrders, () => Object.values(ends))]
    const { socket, user } = renderAdmin('/orders', { orders: [crystals, points], calls })
    await user.click(await row(/6,480/))
    act(() => socket.gone(crystals, 'Refunded'))
    const note = await within(await row(/6,480/)).findByRole('alert')
    await waitFor(() => expect(note).toHaveTextContent('Refunded by Imran'))
    expect(note).toHaveTextContent('“Wrong server”. No change was made here.')
    await user.click(within(note).getByRole('button', { name: 'Close' }))
    await user.unhover(await row(/1,000/))
    await waitFor(() => expect(rowNames()).toEqual(['1,000 Points for Vyom Shah']), { timeout: 3_000 })
  })

  it('filters by tab and by any pasted id, and stores both in the address', async () => {
    const { user, address } = renderAdmin('/orders?show=unknown', { orders: [crystals, points, diamonds] })
    await row(/284 Diamonds/)
    expect(rowNames()).toHaveLength(1)
    await user.click(screen.getByRole('tab', { name: 'All 3' }))
    expect(rowNames()).toHaveLength(3)
    await user.type(screen.getByRole('searchbox', { name: 'Search orders' }), '98765 00000')
    expect(rowNames()).toEqual(['6,480 Genesis Crystals for Diya (reseller)'])
    await waitFor(() => expect(address.current).toBe('/orders?q=98765+00000'))
    await user.type(screen.getByRole('searchbox'), 'nothing')
    expect(await screen.findByText('No orders match')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(rowNames()).toHaveLength(3)
  })

  it('shows the evidence of the expanded row: its timeline, the supplier balance, the customer', async () => {
    renderAdmin('/orders?order=JP261121CCCC03', { orders: [points, diamonds] })
    const line = await row(/284 Diamonds/)
    expect(line).toHaveFocus()
    expect(line).toHaveTextContent('Was it delivered?')
    expect(line).toHaveTextContent('1,84,220 before, 1,81,380 after: −2,840')
    expect(line).toHaveTextContent('Paid ₹799 by UPI, ref 4321 9870 1177')
    expect(line).toHaveTextContent('vyom@mail.in')
    expect(within(line).queryByRole('button', { name: /^Assign/ })).not.toBeInTheDocument()
  })
})

describe('staff actions', () => {
  const context = {
    pendingReason: 'outcome_unknown',
    detail: '',
    unit: 'unknown',
    message: 'No answer in 60 s',
    cost: '',
    balanceBefore: '184220',
    balanceAfter: '181380',
  }
  const decision = { by: 'a1', name: 'Meera', unit: '', attempt: 0, context, reason: '', amount: 0 }

  it('are in the expanded row, newest first, with reason and context', async () => {
    const staffActions = [
      {
        ...decision,
        at: minutesAgo(1),
        action: 'retry_unit' as const,
        attempt: 1,
        reason: 'Not in their list',
      },
      { ...decision, at: minutesAgo(2), action: 'assign' as const },
    ]
    renderAdmin('/orders?order=JP261121CCCC03', { orders: [points, { ...diamonds, staffActions }] })
    const line = await row(/284 Diamonds/)
    const items = within(within(line).getByRole('region', { name: 'Activity' })).getAllByRole('listitem')
    expect(items).toHaveLength(2)
    expect(items[0]).toHaveTextContent(
      'Meera resent the unit after attempt 1: “Not in their list”Outcome unknown: No answer in 60 s. Points 1,84,220 before, 1,81,380 after',
    )
    expect(items[1]).toHaveTextContent('Meera assigned the order to themselves')
  })

  it('are left out while there are none', async () => {
    renderAdmin('/orders?order=JP261121CCCC03', { orders: [diamonds] })
    await row(/284 Diamonds/)
    expect(screen.queryByRole('region', { name: 'Activity' })).not.toBeInTheDocument()
  })
})

describe('what a row offers', () => {
  it('is one next step: Assign, then Completed; Reassign where another admin has it', async () => {
    const theirs = { ...crystals, assignee: anAssignee('Imran', 'a2') }
    const { user } = renderAdmin('/orders', { orders: [points, theirs] })
    await user.click(await screen.findByRole('button', { name: 'Assign to me, 1,000 Points for Vyom Shah' }))
    const line = await row(/1,000 Points/)
    expect(await within(line).findByRole('button', { name: /^Completed 1,000/ })).toBeInTheDocument()
    expect(line).toHaveTextContent('You')
    await user.click(screen.getByRole('button', { name: /^Reassign to me, 6,480/ }))
    expect(await within(await row(/Genesis/)).findByText('You')).toBeInTheDocument()
  })

  it('unassigns an order', async () => {
    const { user, api } = renderAdmin('/orders', {
      orders: [{ ...points, assignee: anAssignee('Meera', 'a1') }],
    })
    await user.click(
      await screen.findByRole('button', { name: 'More actions for 1,000 Points for Vyom Shah' }),
    )
    await user.click(await screen.findByRole('menuitem', { name: 'Unassign' }))
    expect(await screen.findByRole('button', { name: /^Assign/ })).toBeInTheDocument()
    expect(api.sentTo(assignOrder)[0]?.body).toEqual({ action: 'unassign' })
  })

  it('names the assignee when the server refuses an assignment, and refreshes the row', async () => {
    const { user, server } = renderAdmin('/orders?order=JP261121AAAA01', {
      orders: [points],
      calls: [
        on(assignOrder, () => {
          server.orders = [{ ...points, revision: 9, assignee: anAssignee('Imran', 'a2') }]
          return refuse('order_assigned', {
            message: 'This order is assigned to another admin. Nothing was changed.',
          })
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: /^Assign/ }))
    const note = await screen.findByRole('alert')
    expect(note).toHaveTextContent('Assigned to Imran')
    expect(note).toHaveTextContent('Nothing changed.')
    expect(await screen.findByRole('button', { name: /^Reassign/ })).toBeInTheDocument()
  })

  it('notifies an admin that another took their order over', async () => {
    const mine = { ...points, assignee: anAssignee('Meera', 'a1') }
    const { socket } = renderAdmin('/orders?order=JP261121AAAA01', { orders: [mine] })
    await row(/1,000 Points/)
    act(() => socket.changed({ ...mine, revision: 8, assignee: anAssignee('Imran', 'a2') }))
    expect(await screen.findByText('Imran is now the assignee')).toBeInTheDocument()
  })

  it('renews the assignment of an expanded order before it expires', async () => {
    const { api } = renderAdmin('/orders?order=JP261121AAAA01', {
      orders: [{ ...points, assignee: anAssignee('Meera', 'a1', 60_000) }],
    })
    await waitFor(() => expect(api.sentTo(assignOrder)).toHaveLength(1))
    await waitFor(async () => expect(await row(/1,000 Points/)).toHaveTextContent(/Yours for (5:0\d|4:5\d)/))
  })
})
