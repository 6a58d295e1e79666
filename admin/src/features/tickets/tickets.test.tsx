import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { deliverCodesLater } from '@jhatpat/shared/contracts/admin-orders.ts'
import { approvalRequests } from '@jhatpat/shared/contracts/approval-requests.ts'
import { type CustomerTicket, customerTickets } from '@jhatpat/shared/contracts/customers.ts'
import {
  assignTicket,
  resolveTicket,
  ticketCounts,
  tickets as ticketsCall,
} from '@jhatpat/shared/contracts/tickets.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, refuse } from '../../../../tests/support/fake-api.ts'
import { makeApprovalRequest } from '../../testing/approval-fixture.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from '../board/board-order-fixture.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const reported = (more: Partial<BoardOrder['ticket']> = {}): BoardOrder =>
  makeBoardOrder({
    orderid: 'JP261121AAAA01',
    status: 'Completed',
    refundable: 799,
    ticket: {
      status: 'open',
      issue: 'not_received',
      note: 'Not even after a restart',
      openedAt: inHours(-2),
      replyDueAt: inHours(22),
      ...more,
    },
  })

const assigneeOf = (name: string, adminId: string) => ({
  adminId,
  name,
  since: inHours(0),
  until: inHours(0.05),
})

/** The screen with these tickets, of which the first is open. */
async function openFirst(order = reported(), calls: Parameters<typeof renderAdmin>[1] = {}) {
  const server = { rows: [order] }
  const app = renderAdmin('/tickets', {
    calls: [
      on(ticketsCall, ({ url }) => ({
        tickets: url.search.includes('resolved') ? [] : server.rows,
        next: '',
      })),
      on(customerTickets, () => ({ tickets: [] })),
      on(assignTicket, () => {
        server.rows = server.rows.map((row) => ({ ...row, assignee: assigneeOf('Meera', 'a1') }))
        return server.rows[0]!
      }),
      ...(calls.calls ?? []),
    ],
  })
  await app.user.click(await screen.findByRole('link', { name: /Nothing received/ }))
  const ticket = within(screen.getByRole('article', { name: `Nothing received: ${order.itemname}` }))
  return { ...app, server, ticket }
}

describe('tickets for orders that were not received', () => {
  it('are listed with their deadline, the customer’s issue, and the assignee', async () => {
    const mine = reported()
    const other = {
      ...reported({ replyDueAt: inHours(-1.5) }),
      orderid: 'JP261121BBBB02',
      assignee: assigneeOf('Sana', 'a2'),
    }
    renderAdmin('/tickets', {
      calls: [
        on(ticketsCall, () => ({ tickets: [other, mine], next: '' })),
        on(ticketCounts, () => ({ open: 2, late: 1, mine: 0, unassigned: 1 })),
      ],
    })
    const [first, second] = await screen.findAllByRole('link', { name: /Nothing received/ })
    expect(within(first as HTMLElement).getByRole('img', { name: 'Reply 2 h late' })).toHaveTextContent('+2')
    expect(first).toHaveTextContent('Sana')
    expect(within(second as HTMLElement).getByRole('img', { name: '22 h left to reply' })).toBeVisible()
    expect(second).toHaveTextContent('Unassigned')
    expect(screen.getByText('1 reply overdue')).toBeVisible()
    expect(screen.getByRole('tab', { name: 'Open 2' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Tickets 2 waiting' })).toBeVisible()
  })

  it('open with all details: inputs to copy, the timeline, the customer’s words, and earlier tickets', async () => {
    const before: CustomerTicket = {
      orderid: 'JP261120CCCC03',
      itemname: '86 Diamonds',
      orderStatus: 'Refunded',
      status: 'resolved',
      issue: 'partly_received',
      note: '',
      openedAt: inHours(-40),
      replyDueAt: inHours(-16),
      resolution: { kind: 'refunded', text: 'You were right', at: inHours(-39), by: 'Sana' },
    }
    const { ticket } = await openFirst(
      { ...reported(), input2: 'IN1' },
      {
        calls: [on(customerTickets, () => ({ tickets: [before] }))],
      },
    )
    expect(ticket.getByText('Paid ₹799 by UPI, ref 4321 9870 1177')).toBeVisible()
    expect(ticket.getByText('“Not even after a restart”')).toBeVisible()
    for (const { label } of makeBoardOrder().product.inputs) {
      expect(ticket.getByRole('button', { name: `Copy ${label}` })).toBeVisible()
    }
    expect(await ticket.findByText(/Received less than paid: 86 Diamonds/)).toHaveTextContent('refunded')
  })

  it('are assigned by starting to answer, and answered with the text that the customer reads', async () => {
    const { user, api, server, ticket } = await openFirst(reported(), {
      calls: [
        on(resolveTicket, () => {
          const [done] = server.rows
          server.rows = []
          return done!
        }),
      ],
    })
    await user.click(ticket.getByRole('radio', { name: /^Refund ₹799/ }))
    expect(api.sentTo(assignTicket).map(({ body }) => body)).toEqual([{ action: 'assign' }])
    expect(await ticket.findByText('Assigned to you')).toBeVisible()
    const text = ticket.getByRole('textbox', { name: 'Reply to Vyom Shah' })
    await user.clear(text)
    await user.type(text, 'Their record is empty.')
    await user.click(ticket.getByRole('button', { name: 'Refund ₹799 and reply' }))
    expect(await screen.findByText('No open tickets.')).toBeVisible()
    const [sent] = api.sentTo(resolveTicket)
    expect(sent?.body).toEqual({ resolution: 'refunded', text: 'Their record is empty.', readCount: 0 })
    expect(sent?.idempotencyKey).toBeTruthy()
  })

  it('that are assigned to another admin are not answered before they are taken over', async () => {
    const { user, ticket, api } = await openFirst({ ...reported(), assignee: assigneeOf('Sana', 'a2') })
    await user.click(ticket.getByRole('radio', { name: /^Delivered/ }))
    expect(ticket.getByRole('button', { name: 'Send reply' })).toBeDisabled()
    expect(ticket.getByText(/Assigned to Sana\. Reassign to you/)).toBeVisible()
    await user.click(ticket.getByRole('button', { name: 'Reassign to me' }))
    await waitFor(() => expect(ticket.getByRole('button', { name: 'Send reply' })).toBeEnabled())
    expect(api.sentTo(assignTicket).map(({ body }) => body)).toEqual([{ action: 'reassign' }])
  })

  it('above the limit request approval for the refund', async () => {
    const dear = { ...reported(), refundable: 7_199 }
    const { user, ticket, api } = await openFirst(dear, { calls: [on(resolveTicket, () => dear)] })
    await user.click(await ticket.findByRole('radio', { name: /Needs approval/ }))
    await user.click(ticket.getByRole('button', { name: 'Request approval' }))
    expect(await screen.findByText('Approval requested.')).toBeVisible()
    expect(api.sentTo(resolveTicket)[0]?.body).toMatchObject({
      resolution: 'refunded',
      requestApproval: true,
    })
  })

  it('keep the typed text when another resolution is chosen', async () => {
    const { user, ticket } = await openFirst()
    await user.click(ticket.getByRole('radio', { name: /^Delivered/ }))
    const text = ticket.getByRole('textbox', { name: 'Reply to Vyom Shah' })
    expect(text).toHaveValue('The supplier confirms the delivery. Please restart the game and check again.')
    await user.type(text, ' It is in your mailbox.')
    await user.click(ticket.getByRole('radio', { name: /^Explain/ }))
    expect(text).toHaveValue(
      'The supplier confirms the delivery. Please restart the game and check again. It is in your mailbox.',
    )
  })

  it('name the other admin after a concurrent answer', async () => {
    const { user, ticket } = await openFirst(reported(), {
      calls: [
        on(resolveTicket, () =>
          refuse('ticket_closed', { message: 'This ticket is already resolved. Nothing was changed.' }),
        ),
      ],
    })
    await user.click(ticket.getByRole('radio', { name: /^Delivered/ }))
    await user.click(ticket.getByRole('button', { name: 'Send reply' }))
    expect(await ticket.findByText('This ticket is already resolved. Nothing was changed.')).toBeVisible()
  })

  it('are navigated by keys, and a typed key is text', async () => {
    const rows = [reported(), { ...reported({ issue: 'partly_received' }), orderid: 'JP261121BBBB02' }]
    const { user } = renderAdmin('/tickets', {
      calls: [
        on(ticketsCall, () => ({ tickets: rows, next: '' })),
        on(customerTickets, () => ({ tickets: [] })),
      ],
    })
    await screen.findByRole('link', { name: /Nothing received/ })
    await user.keyboard('j')
    expect(screen.getByRole('article', { name: /^Nothing received/ })).toBeVisible()
    await user.keyboard('j')
    expect(screen.getByRole('article', { name: /^Received less/ })).toBeVisible()
    await user.keyboard('k')
    expect(screen.getByRole('article', { name: /^Nothing received/ })).toBeVisible()
    await user.keyboard('a')
    const text = screen.getByRole('textbox', { name: 'Reply to Vyom Shah' })
    expect(text).toHaveFocus()
    await user.keyboard('jak')
    expect(text).toHaveValue('jak')
    await user.click(screen.getByRole('link', { name: /Received less/ }))
    expect(screen.getByRole('textbox', { name: 'Reply to Vyom Shah' })).toHaveValue('')
    await user.click(screen.getByRole('link', { name: /Nothing received/ }))
    expect(screen.getByRole('textbox', { name: 'Reply to Vyom Shah' })).toHaveValue('jak')
  })

  it('come page by page', async () => {
    const next = '1795255200000.JP261121AAAA01'
    const later = { ...reported({ issue: 'wrong_account' }), orderid: 'JP261121BBBB02' }
    const { user } = renderAdmin('/tickets', {
      calls: [
        on(ticketsCall, ({ url }) =>
          url.searchParams.get('cursor') === next
            ? { tickets: [later], next: '' }
            : { tickets: [reported()], next },
        ),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'More' }))
    expect(await screen.findByRole('link', { name: /Sent to another account/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'More' })).not.toBeInTheDocument()
  })
})

describe('a refund with approval', () => {
  it('requests approval where the server demands it, each time under a new key', async () => {
    const { user, ticket, api } = await openFirst(reported(), {
      calls: [
        on(resolveTicket, ({ body }) =>
          body.requestApproval ? reported() : refuse('approval_required', { message: 'Above ₹100 two.' }),
        ),
      ],
    })
    await user.click(ticket.getByRole('radio', { name: /^Refund ₹799/ }))
    await user.click(ticket.getByRole('button', { name: 'Refund ₹799 and reply' }))
    await user.click(await ticket.findByRole('button', { name: 'Request approval' }))
    expect(await screen.findByText('Approval requested.')).toBeVisible()
    const sent = api.sentTo(resolveTicket)
    expect(sent.map(({ body }) => body.requestApproval)).toEqual([undefined, true])
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2)
  })

  it('shows that a refund waits for approval', async () => {
    const refund = { orderid: reported().orderid, itemname: 'x', unit: '', resolvesTicket: true }
    const request = makeApprovalRequest({
      kind: 'refund',
      amount: 799,
      refund,
      askedBy: { _id: 'a2', name: 'Sana' },
    })
    const { ticket } = await openFirst(reported(), { calls: [on(approvalRequests, () => [request])] })
    expect(await ticket.findByText('Sana requested a refund of ₹799')).toBeVisible()
  })
})

it('delivers the code that an order was completed without', async () => {
  const { user, api, ticket } = await openFirst(reported(), {
    calls: [on(deliverCodesLater, () => ({ ...reported(), vault: [{ label: 'Code' }] }))],
  })
  await user.click(ticket.getByRole('button', { name: 'Deliver code…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Deliver 1,000 Points' }))
  expect(dialog.getByRole('button', { name: 'Deliver' })).toBeDisabled()
  await user.type(dialog.getByLabelText('Value 1'), 'X7KQ2')
  await user.click(dialog.getByRole('button', { name: 'Deliver' }))
  await waitFor(() => expect(api.sentTo(deliverCodesLater)).toHaveLength(1))
  expect(api.sentTo(deliverCodesLater)[0]?.body).toEqual({ codes: [{ label: 'Code', value: 'X7KQ2' }] })
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Deliver/ })).not.toBeInTheDocument())
})

it('allows leaving when only a canned reply was chosen, or another admin has answered', async () => {
  const holds = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const { user, ticket, server, socket } = await openFirst()
  await user.click(ticket.getByRole('radio', { name: /^Delivered/ }))
  expect(holds()).toBe(false)
  await user.type(ticket.getByRole('textbox', { name: 'Reply to Vyom Shah' }), ' Look in your mailbox.')
  expect(holds()).toBe(true)
  server.rows = []
  socket.ticketChanged('JP261121AAAA01')
  await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument())
  expect(holds()).toBe(false)
})

it('asks beside the list to choose a ticket, until one is chosen', async () => {
  const { ticket } = await openFirst()
  expect(screen.queryByText(/^Choose a report/)).toBeNull()
  expect(ticket.getByText('Open')).toBeVisible()
  renderAdmin('/tickets', { calls: [on(ticketsCall, () => ({ tickets: [reported()], next: '' }))] })
  expect(await screen.findByText('Select a ticket to see details and reply.')).toBeVisible()
})
