import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { customerTickets } from '@jhatpat/shared/contracts/customers.ts'
import type { TicketMessage } from '@jhatpat/shared/contracts/order-ticket.ts'
import {
  assignTicket,
  markTicketRead,
  ticketCounts,
  tickets as ticketsCall,
  writeToTicket,
} from '@jhatpat/shared/contracts/tickets.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { on, refuse } from '../../../../tests/support/fake-api.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from '../board/board-order-fixture.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const longer = 'We need more time; the supplier hasn’t replied yet.'

const ours: TicketMessage = { from: 'team', text: longer, at: inHours(-1) }
const theirs: TicketMessage = { from: 'customer', text: 'Only 50 came', at: inHours(-0.5) }

type More = { messages?: TicketMessage[]; ticketFacts?: Partial<NonNullable<BoardOrder['ticketFacts']>> }

const reported = ({ messages = [], ticketFacts = {} }: More = {}): BoardOrder =>
  makeBoardOrder({
    orderid: 'JP261121AAAA01',
    status: 'Completed',
    refundable: 799,
    ticket: {
      status: 'open',
      issue: 'not_received',
      note: '',
      openedAt: inHours(-2),
      replyDueAt: inHours(22),
      messages,
    },
    ticketFacts: { unread: 0, deadlineAt: inHours(40), language: 'en', ...ticketFacts },
    staffActions: messages
      .filter(({ from }) => from === 'team')
      .map(({ at }) => ({
        at,
        by: 'a2',
        name: 'Sana',
        action: 'ticket_message' as const,
        unit: '',
        attempt: 0,
        reason: '',
        context: {
          pendingReason: '',
          detail: '',
          unit: '',
          message: '',
          cost: '',
          balanceBefore: '',
          balanceAfter: '',
        },
        amount: 0,
      })),
  })

function open(order: BoardOrder, calls: Parameters<typeof renderAdmin>[1] = {}) {
  const server = { rows: [order] }
  const app = renderAdmin('/tickets', {
    ...calls,
    calls: [
      on(ticketsCall, () => ({ tickets: server.rows, next: '' })),
      on(ticketCounts, () => ({
        open: server.rows.length,
        late: 0,
        mine: 0,
        unassigned: server.rows.length,
      })),
      on(customerTickets, () => ({ tickets: [] })),
      on(assignTicket, () => server.rows[0]!),
      ...(calls.calls ?? []),
    ],
  })
  return { ...app, server }
}

it('are marked in the queue while unread, and when their 48 hours end soon or have ended', async () => {
  const near = reported({ ticketFacts: { unread: 2, deadlineAt: inHours(4.5) } })
  const over = { ...reported({ ticketFacts: { deadlineAt: inHours(-1) } }), orderid: 'JP261121BBBB02' }
  const calm = { ...reported(), orderid: 'JP261121CCCC03' }
  const { server } = open(near)
  server.rows = [near, over, calm]
  const [first, second, third] = await screen.findAllByRole('link', { name: /Nothing received/ })
  expect(first).toHaveAccessibleName(/2 unread messages/)
  expect(first).toHaveTextContent('48 h end in 5 h')
  expect(second).toHaveTextContent('48 h passed')
  expect(third).not.toHaveTextContent(/48 h|unread/)
})

it('show each text with its author, and are read by being shown', async () => {
  const order = reported({ messages: [ours, theirs], ticketFacts: { unread: 1, language: 'hi' } })
  const { user, api } = open(order, { calls: [on(markTicketRead, () => order)] })
  await user.click(await screen.findByRole('link', { name: /Nothing received/ }))
  const talk = within(screen.getByRole('region', { name: 'Messages' }))
  const [first, second] = talk.getAllByRole('listitem')
  expect(first).toHaveTextContent('Sana')
  expect(first).toHaveTextContent(longer)
  expect(first).toHaveTextContent('हमें थोड़ा और समय चाहिए')
  expect(second).toHaveTextContent('Vyom Shah')
  expect(second).toHaveTextContent('Only 50 came')
  await waitFor(() =>
    expect(api.sentTo(markTicketRead).map(({ body }) => body)).toContainEqual({ messages: 2 }),
  )
})

it('are answered without a resolution: the text in both languages, one key until it is certain, and the field is cleared', async () => {
  let isDown = true
  const { user, api } = open(reported(), {
    calls: [
      on(writeToTicket, () =>
        isDown
          ? refuse('service_unavailable', { message: 'Something is down on our side.' })
          : reported({ messages: [ours] }),
      ),
    ],
  })
  await user.click(await screen.findByRole('link', { name: /Nothing received/ }))
  await user.click(screen.getByRole('button', { name: 'Need more time' }))
  const text = screen.getByRole('textbox', { name: 'Reply to Vyom Shah' })
  expect(text).toHaveValue(longer)
  expect(screen.getByText(/हमें थोड़ा और समय चाहिए/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  expect(await screen.findByText('Something is down on our side.')).toBeVisible()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  expect(await screen.findByText('Message sent. Ticket stays open.')).toBeVisible()
  expect(text).toHaveValue('')
  const sent = api.sentTo(writeToTicket)
  expect(sent.map(({ body }) => body)).toEqual([{ text: longer }, { text: longer }])
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
})

it('that are sent keep text typed in the meantime, and the same text is not sent as the resolution as well', async () => {
  let arrive: (order: BoardOrder) => void = () => undefined
  const order = reported()
  const { user, api } = open(order, {
    calls: [on(writeToTicket, () => new Promise<BoardOrder>((resolve) => (arrive = resolve)))],
  })
  await user.click(await screen.findByRole('link', { name: /Nothing received/ }))
  await user.click(screen.getByRole('radio', { name: /^Explain/ }))
  const text = screen.getByRole('textbox', { name: 'Reply to Vyom Shah' })
  await user.clear(text)
  await user.type(text, 'We look into it.')
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  await waitFor(() => expect(api.sentTo(writeToTicket)).toHaveLength(1))
  expect(screen.getByRole('button', { name: 'Send reply' })).toBeDisabled()
  await user.type(text, ' More soon.')
  arrive(order)
  expect(await screen.findByText('Message sent. Ticket stays open.')).toBeVisible()
  expect(text).toHaveValue('We look into it. More soon.')
  expect(screen.getByRole('button', { name: 'Send reply' })).toBeEnabled()
})

it('are marked as read when one more is shown, though as many stay unread, and retried after a lost reply', async () => {
  let isDown = true
  const order = reported({ messages: [theirs], ticketFacts: { unread: 1 } })
  const { user, server, socket, api } = open(order, {
    calls: [
      on(markTicketRead, () =>
        isDown
          ? refuse('service_unavailable', { message: 'Something is down on our side.' })
          : server.rows[0]!,
      ),
    ],
  })
  await user.click(await screen.findByRole('link', { name: /Nothing received/ }))
  await waitFor(() => expect(api.sentTo(markTicketRead)).toHaveLength(1))
  isDown = false
  await waitFor(() => expect(api.sentTo(markTicketRead).length).toBeGreaterThan(1), { timeout: 4_000 })
  const more = { ...theirs, text: 'Are you there?' }
  server.rows = [reported({ messages: [theirs, more], ticketFacts: { unread: 1 } })]
  socket.ticketChanged('JP261121AAAA01')
  await waitFor(() =>
    expect(api.sentTo(markTicketRead).map(({ body }) => body)).toContainEqual({ messages: 2 }),
  )
})

it('keep a choice that is no longer offered from being sent', async () => {
  const { user, server, socket } = open({ ...reported(), nextSteps: ['Refunded'] })
  await user.click(await screen.findByRole('link', { name: /Nothing received/ }))
  await user.click(screen.getByRole('radio', { name: /^Refund/ }))
  const send = () => screen.getByRole('button', { name: /^Refund .* and reply$/ })
  expect(send()).toBeEnabled()
  server.rows = [{ ...reported(), nextSteps: [] }]
  socket.ticketChanged('JP261121AAAA01')
  await waitFor(() => expect(screen.queryByRole('radio', { name: /^Refund/ })).toBeNull())
  expect(send()).toBeDisabled()
})

it('state which customers get the Hindi text, and that a typed text is sent unchanged', async () => {
  const { user } = open(reported({ ticketFacts: { language: 'hi' } }))
  await user.click(await screen.findByRole('link', { name: /Nothing received/ }))
  await user.click(screen.getByRole('button', { name: 'No proof' }))
  expect(screen.getByText(/template sent in Hindi/)).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'Reply to Vyom Shah' }), ' Sorry!')
  expect(screen.getByText(/Your text is sent as written/)).toBeVisible()
})

it('follow the server: queue, menu and the open one, and again after a lost connection', async () => {
  const { user, server, socket } = open(reported())
  await user.click(await screen.findByRole('link', { name: /Nothing received/ }))
  server.rows = [reported({ messages: [theirs] }), { ...reported(), orderid: 'JP261121BBBB02' }]
  socket.ticketChanged('JP261121AAAA01')
  expect(await screen.findByText('Only 50 came')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Tickets 2 waiting' })).toBeVisible()
  socket.breakLine()
  server.rows = [reported({ messages: [theirs, { ...theirs, text: 'Are you there?' }] })]
  socket.restore()
  expect(await screen.findByText('Are you there?')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Tickets 1 waiting' })).toBeVisible()
})

it('list their keys on ?', async () => {
  const { user } = open(reported())
  await screen.findByRole('link', { name: /Nothing received/ })
  await user.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(dialog.getByText('Next ticket')).toBeVisible()
  expect(dialog.getByRole('checkbox', { name: 'Use these keys' })).toBeChecked()
})
