import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { assignOrder, transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { adminLimits } from '@jhatpat/shared/contracts/approval-requests.ts'
import type { OrderDetailsResult } from '@jhatpat/shared/contracts/order-details.ts'
import { addNote, orderDetails } from '@jhatpat/shared/contracts/order-details.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  on,
  type PreparedAnswer,
  type Refusal,
  refuse,
} from '../../../../../tests/support/fake-api.ts'
import { renderAdmin } from '../../../testing/render-admin.tsx'
import { makeBoardOrder } from '../board-order-fixture.ts'

const id = 'JP261121AAAAAA01'
const order = makeBoardOrder({ orderid: id })
const at = '2026-11-21T15:12:51.000Z'

const aPage = (change: Partial<OrderDetailsResult> = {}): OrderDetailsResult => ({
  order,
  payment: null,
  vendorCalls: [
    {
      id: 'e1',
      vendor: 'SMILEBR',
      call: 'createorder',
      ref: `${id}-1`,
      isAct: true,
      asked: { userid: '123456789' },
      answered: {},
      outcome: 'lost',
      httpStatus: 0,
      note: 'No answer within 60 s.',
      tookMs: 60_020,
      firstAt: at,
      lastAt: at,
      count: 1,
    },
  ],
  statement: {
    entries: [
      {
        id: `order_payment:${id}/9`,
        kind: 'order_payment',
        ref: `${id}/9`,
        at,
        postings: [
          { account: 'gateway:upigateway', amount: -799 },
          { account: 'sales', amount: 799 },
        ],
      },
    ],
    points: [],
    faults: [],
  },
  views: [{ by: 'Imran Khan', actorId: 'a2', at }],
  customer: { since: at, orders: 64, hasMore: false, refunded: 2, balance: 1_840 },
  ...change,
})

const renderPage = (answer: Answer<typeof orderDetails> = () => aPage(), calls: PreparedAnswer[] = []) =>
  renderAdmin(`/txn/${id}`, { orders: [order], calls: [on(orderDetails, answer), ...calls] })
const panel = (name: string) => screen.getByRole('heading', { name }).closest('section')!

it('shows the details of an order: its timeline, vendor calls, postings, customer and views', async () => {
  const { user } = renderPage()
  expect(await screen.findByRole('heading', { name: 'JP-261121-AAAAAA01' })).toBeInTheDocument()
  expect(screen.getByText(/1,000 Points, Valorant, for sk_vyom#IN04\. ₹799 by UPI\./)).toBeInTheDocument()
  const vendorCalls = within(panel('Gateway and supplier calls'))
  await user.click(vendorCalls.getByText('createorder'))
  expect(vendorCalls.getByText('No response')).toBeInTheDocument()
  expect(vendorCalls.getByText('userid: 123456789')).toBeVisible()
  expect(vendorCalls.getByText('No answer within 60 s.')).toBeVisible()
  const postings = within(panel('Ledger postings'))
  expect(postings.getByText('Debits equal credits')).toBeInTheDocument()
  expect(postings.getByRole('row', { name: 'Gateway, UPI Gateway ₹799' })).toBeInTheDocument()
  expect(postings.getByRole('row', { name: 'Wallet, Vyom Shah ₹799' })).toBeInTheDocument()
  expect(screen.getByText('64, 2 refunded')).toBeInTheDocument()
  expect(within(panel('Viewed by')).getByText('Imran Khan')).toBeInTheDocument()
})

it.each([
  [
    'what it replaces, and that nobody paid',
    { redeliveryOf: 'JP261120CCCCCC03', value: 0, refundable: 0, nextSteps: ['Completed', 'Cancelled'] },
    { link: 'JP-261120-CCCCCC03', says: /No payment here/ },
  ],
  [
    'which packs of the first it sends, and which of the two keeps the price',
    { redeliveryOf: 'JP261120CCCCCC03', unitsOfOriginal: 3, units: { total: 2, delivered: 0 }, value: 0 },
    {
      link: 'JP-261120-CCCCCC03',
      says: /^Resends 2 of 3 units of order ; the original keeps its price\. No payment/,
    },
  ],
  [
    'as what it is sent again, and that it can’t be refunded meanwhile',
    {
      status: 'Completed',
      redelivery: { orderid: 'JP261121DDDDDD04', state: 'in_progress', at },
      nextSteps: [],
    },
    { link: 'JP-261121-DDDDDD04', says: /can’t be refunded until it ends/ },
  ],
  [
    'that what was sent again failed',
    { status: 'Completed', redelivery: { orderid: 'JP261121DDDDDD04', state: 'failed', at } },
    { link: 'JP-261121-DDDDDD04', says: /refund is available/ },
  ],
] satisfies [string, Partial<BoardOrder>, object][])(
  'leads between an order and its second delivery: %s',
  async (_what, more, { link, says }) => {
    renderPage(() => aPage({ order: makeBoardOrder({ orderid: id, ...more }) }))
    expect(await screen.findByText(says)).toBeVisible()
    const way = screen.getByRole('link', { name: link })
    expect(way).toHaveAttribute('href', expect.stringContaining(`/txn/${link.replaceAll('-', '')}`))
  },
)

it('shows that a redelivery is free, and for which order', async () => {
  const again = { redeliveryOf: 'JP261120CCCCCC03', value: 0, paymentmode: 'wallet' } as const
  renderPage(() => aPage({ order: makeBoardOrder({ orderid: id, ...again }) }))
  expect(await screen.findByText(/Free replacement for JP-261120-CCCCCC03\./)).toBeVisible()
  expect(screen.queryByText(/₹0/)).not.toBeInTheDocument()
})

it('shows where the postings do not agree with the order', async () => {
  const faults = [{ cause: `order_payment/${id}`, expected: 799, found: 0 }]
  renderPage(() => aPage({ statement: { entries: [], points: [], faults } }))
  expect(await screen.findByText(/expected .*799, found .*0/)).toBeInTheDocument()
  expect(screen.queryByText('Debits equal credits')).not.toBeInTheDocument()
})

it.each(['not_found', 'invalid_request'] as const)(
  'shows that it is loading, and that there is no such order: %s',
  async (code) => {
    const answer = Promise.withResolvers<Refusal>()
    renderPage(() => answer.promise)
    expect(await screen.findByRole('status', { name: 'Loading...' })).toBeInTheDocument()
    answer.resolve(refuse(code, { message: 'No.' }))
    expect(await screen.findByRole('heading', { name: 'Order not found' })).toBeInTheDocument()
    const link = screen.getByRole('link', { name: 'Search in All Orders' })
    expect(link).toHaveAttribute('href', `/txn?q=${id}`)
  },
)

it('shows why it could not be loaded, and retries', async () => {
  let isDown = true
  const { user } = renderPage(() => (isDown ? refuse('internal', { message: 'It is down.' }) : aPage()))
  await screen.findByText('Error: It is down.')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Timeline' })).toBeInTheDocument()
})

it('changes the order by the transitions that the server names, after a confirmation', async () => {
  let now = order
  const { user, api } = renderPage(
    () => aPage({ order: now }),
    [
      on(transitionOrder, () => {
        now = { ...order, status: 'Refunded', nextSteps: [], revision: 9, version: 3 }
        return now
      }),
    ],
  )
  const moves = within(await screen.findByRole('region', { name: 'Actions' }))
  await user.click(moves.getByRole('button', { name: /^Refunded/ }))
  await user.click(moves.getByRole('button', { name: /Refunded/ }))
  await waitFor(() => expect(api.sentTo(transitionOrder)).toHaveLength(1))
  expect(api.sentTo(transitionOrder)[0]?.body).toMatchObject({ to: 'Refunded', version: 2 })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Actions' })).not.toBeInTheDocument())
})

it('refunds a completed order without assigning it first', async () => {
  const completed = { ...order, status: 'Completed' as const, nextSteps: ['Refunded' as const], version: 3 }
  const { user, api } = renderPage(
    () => aPage({ order: completed }),
    [
      on(assignOrder, () => refuse('transition_not_allowed', { message: 'Only open orders are claimed.' })),
      on(transitionOrder, () => ({
        ...completed,
        status: 'Refunded' as const,
        nextSteps: [],
        revision: 9,
        version: 4,
      })),
    ],
  )
  const moves = within(await screen.findByRole('region', { name: 'Actions' }))
  expect(moves.queryByText(/Unassigned/)).not.toBeInTheDocument()
  await user.click(moves.getByRole('button', { name: /^Refunded/ }))
  await user.click(moves.getByRole('button', { name: 'Set to Refunded' }))
  await waitFor(() => expect(api.sentTo(transitionOrder)).toHaveLength(1))
  expect(api.sentTo(transitionOrder)[0]?.body).toMatchObject({ to: 'Refunded', version: 3 })
  expect(api.sentTo(assignOrder)).toEqual([])
})

it('closes the form for an open order when the order is completed in the meantime', async () => {
  let page = aPage()
  const { user, socket, api } = renderPage(() => page)
  const moves = within(await screen.findByRole('region', { name: 'Actions' }))
  await user.click(moves.getByRole('button', { name: /^Refunded/ }))
  await user.unhover(screen.getByRole('region', { name: 'Actions' }))
  expect(screen.getByRole('form', { name: 'Set to Refunded' })).toBeInTheDocument()
  page = aPage({ order: { ...order, status: 'Completed', nextSteps: ['Refunded'], revision: 9, version: 3 } })
  act(() => socket.orderChanged({ ...page.order, client_txn_id: id }))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Set to Refunded' })).not.toBeInTheDocument())
  await user.click(await moves.findByRole('button', { name: /^Refunded/ }))
  expect(await screen.findByRole('form', { name: 'Set to Refunded' })).toBeInTheDocument()
  expect(api.sentTo(transitionOrder)).toEqual([])
})

it('previews no full refund while units of an open order have arrived', async () => {
  renderPage(() => aPage({ order: { ...order, units: { total: 3, delivered: 1 } } }))
  await screen.findByRole('heading', { name: 'Ledger postings' })
  expect(screen.queryByText('Refund preview')).not.toBeInTheDocument()
})

it('offers no action for an order that has ended', async () => {
  renderPage(() => aPage({ order: { ...order, status: 'Completed', nextSteps: [] } }))
  await screen.findByRole('heading', { name: 'Timeline' })
  expect(screen.queryByRole('region', { name: 'Actions' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Assign to me' })).not.toBeInTheDocument()
})

it('fetches everything again on an update event, and freezes what is under the mouse', async () => {
  let page = aPage()
  const { user, socket } = renderPage(() => page)
  const moves = await screen.findByRole('region', { name: 'Actions' })
  await user.hover(moves)
  page = aPage({ order: { ...order, status: 'Completed', nextSteps: [], revision: 9, version: 3 } })
  act(() => socket.orderChanged({ ...page.order, client_txn_id: id }))
  const head = screen.getByRole('heading', { level: 1 }).closest('.page-bar') as HTMLElement
  expect(await within(head).findByText('Completed')).toBeInTheDocument()
  expect(moves).toBeInTheDocument()
  await user.unhover(moves)
  await waitFor(() => expect(moves).not.toBeInTheDocument())
})

it('saves a note under one key until it succeeds, and shows the notes of others', async () => {
  const notes = [{ at, by: 'a2', name: 'Imran', text: 'Asked their support.' }]
  let fails = true
  let page = aPage({ notes })
  const { user, api } = renderPage(
    () => page,
    [
      on(addNote, () => {
        if (fails) return refuse('internal', { message: 'Try again.' })
        const after = { ...order, revision: 5 }
        page = aPage({
          order: after,
          notes: [...notes, { at, by: 'a1', name: 'Meera', text: 'They answer.' }],
        })
        return after
      }),
    ],
  )
  const box = within((await screen.findByText('Asked their support.')).closest('.panel') as HTMLElement)
  expect(box.getByRole('button', { name: 'Save note' })).toBeDisabled()
  await user.type(box.getByLabelText('Add note'), 'They answer.')
  await user.click(box.getByRole('button', { name: 'Save note' }))
  await box.findByText('Couldn’t save: Try again.')
  fails = false
  await user.click(box.getByRole('button', { name: 'Save note' }))
  await waitFor(() => expect(box.getByLabelText('Add note')).toHaveValue(''))
  expect(await box.findByText('They answer.')).toBeInTheDocument()
  const sent = api.sentTo(addNote)
  expect(sent.map(({ body }) => body)).toEqual([{ text: 'They answer.' }, { text: 'They answer.' }])
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
})

it('keeps a note that is started while another one is being saved', async () => {
  const saved = Promise.withResolvers<BoardOrder>()
  let page = aPage()
  const { user } = renderPage(() => page, [on(addNote, () => saved.promise)])
  const field = await screen.findByLabelText('Add note')
  await user.type(field, 'First.')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await user.type(field, ' Second.')
  const after = { ...order, revision: 5 }
  page = aPage({ order: after, notes: [{ at, by: 'a1', name: 'Meera', text: 'First.' }] })
  saved.resolve(after)
  await screen.findByText('First.')
  expect(field).toHaveValue('First. Second.')
})

it('requests approval for a refund above the limit, and confirms it', async () => {
  const { user, api } = renderPage(
    () => aPage(),
    [on(adminLimits, () => ({ refundLimit: 500 })), on(transitionOrder, () => ({ ...order, revision: 9 }))],
  )
  const moves = within(await screen.findByRole('region', { name: 'Actions' }))
  await user.click(moves.getByRole('button', { name: /^Refunded/ }))
  await user.click(await moves.findByRole('button', { name: 'Request approval' }))
  expect(await screen.findByText('Approval requested.')).toBeInTheDocument()
  expect(screen.queryByText('Refunded.')).not.toBeInTheDocument()
  expect(api.sentTo(transitionOrder)[0]?.body).toMatchObject({ to: 'Refunded', requestApproval: true })
  expect(moves.queryByRole('textbox')).not.toBeInTheDocument()
})

it('warns that the refund limit is not known while it can’t be loaded, and retries', async () => {
  let isDown = true
  const { user, api } = renderPage(
    () => aPage(),
    [on(adminLimits, () => (isDown ? refuse('internal', { message: 'It is down.' }) : { refundLimit: 500 }))],
  )
  const moves = within(await screen.findByRole('region', { name: 'Actions' }))
  await user.click(moves.getByRole('button', { name: /^Refunded/ }))
  const note = await moves.findByRole('alert')
  expect(note).toHaveTextContent('Your refund limit couldn’t be loaded')
  expect(note).toHaveTextContent(
    'It is down. A refund above your limit is rejected; nothing is refunded then.',
  )
  isDown = false
  await user.click(within(note).getByRole('button', { name: 'Try again' }))
  expect(await moves.findByRole('button', { name: 'Request approval' })).toBeInTheDocument()
  expect(moves.queryByRole('alert')).not.toBeInTheDocument()
  expect(api.sentTo(transitionOrder)).toEqual([])
})

it('does not warn about the limit once the server has demanded approval', async () => {
  const { user } = renderPage(
    () => aPage(),
    [
      on(adminLimits, () => refuse('internal', { message: 'It is down.' })),
      on(transitionOrder, () => refuse('approval_required', { message: 'A second person has to agree.' })),
    ],
  )
  const moves = within(await screen.findByRole('region', { name: 'Actions' }))
  await user.click(moves.getByRole('button', { name: /^Refunded/ }))
  await moves.findByText('Your refund limit couldn’t be loaded')
  await user.click(moves.getByRole('button', { name: 'Set to Refunded' }))
  expect(await moves.findByRole('button', { name: 'Request approval' })).toBeInTheDocument()
  expect(moves.queryByText('Your refund limit couldn’t be loaded')).not.toBeInTheDocument()
})

it('keeps what is typed into a form while the order is assigned and when the action is refused', async () => {
  const { user, api } = renderPage(
    () => aPage(),
    [on(transitionOrder, () => refuse('order_changed', { message: 'It has moved on.' }))],
  )
  const moves = within(await screen.findByRole('region', { name: 'Actions' }))
  await user.click(moves.getByRole('button', { name: /^Refunded/ }))
  await user.type(moves.getByRole('textbox'), 'Wrong id')
  const asked = api.sentTo(orderDetails).length
  await user.click(screen.getByRole('button', { name: 'Assign to me' }))
  await waitFor(() => expect(api.sentTo(orderDetails).length).toBeGreaterThan(asked))
  expect(moves.getByRole('textbox')).toHaveValue('Wrong id')
  await user.click(moves.getByRole('button', { name: 'Set to Refunded' }))
  await screen.findByRole('alert')
  await waitFor(() => expect(api.sentTo(orderDetails).length).toBeGreaterThan(asked + 1))
  expect(moves.getByRole('textbox')).toHaveValue('Wrong id')
})

describe('the cost of an order', () => {
  const costs = { account: 'SMILEBR', amounts: ['61.5', '61.5'], unit: 'coins', rupees: 174.66 }

  it('is shown in the supplier’s unit and in rupees, with the margin and the supplier’s name', async () => {
    renderPage(() => aPage({ costs }))
    await screen.findByRole('heading', { name: 'JP-261121-AAAAAA01' })
    const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling
    expect(fact('Our cost')).toHaveTextContent('61.5 coins + 61.5 coins = ₹174.66')
    expect(fact('Margin')).toHaveTextContent('₹624.34 (78.1%)')
    expect(fact('Supplier')).toHaveTextContent('Smile.one BR')
  })

  it('has no rupees and no margin without a rate, and is absent without permission', async () => {
    const first = renderPage(() =>
      aPage({ costs: { ...costs, unit: 'USD', amounts: ['4.65'], rupees: null } }),
    )
    await screen.findByText('$4.65')
    expect(screen.queryByText('Margin')).toBeNull()
    first.unmount()
    renderPage(() => aPage({ costs: null }))
    await screen.findByRole('heading', { name: 'JP-261121-AAAAAA01' })
    expect(screen.queryByText('Our cost')).toBeNull()
  })
})

it('names vendors as the other screens do, and states how long a quick call took', async () => {
  const [call] = aPage().vendorCalls
  renderPage(() =>
    aPage({
      vendorCalls: [
        { ...call!, tookMs: 0 },
        { ...call!, id: 'e2', vendor: 'upigateway', tookMs: 48 },
      ],
    }),
  )
  const calls = within(
    (await screen.findByRole('heading', { name: 'Gateway and supplier calls' })).closest('section')!,
  )
  expect(calls.getByText('Smile.one BR')).toBeVisible()
  expect(calls.getByText('UPI Gateway')).toBeVisible()
  expect(calls.getByText('48 ms')).toBeVisible()
  expect(calls.queryByText(/0\.0 s/)).toBeNull()
})

it('opens the confirmation that a link names', async () => {
  renderAdmin(`/txn/${id}?do=Refunded`, { orders: [order], calls: [on(orderDetails, () => aPage())] })
  expect(await screen.findByRole('button', { name: 'Set to Refunded' })).toBeVisible()
})
