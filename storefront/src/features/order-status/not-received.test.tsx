import type { OrderTicket } from '@jhatpat/shared/contracts/order-ticket.ts'
import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { supportContact } from '@jhatpat/shared/contracts/support.ts'
import { openTicket } from '@jhatpat/shared/contracts/tickets.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerOf, path } from '../../../../tests/screens/render-order.tsx'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeOrder, makeUser, type OrderFacts } from '../../../../tests/screens/shop-fixture.ts'
import { noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const delivered = (more: OrderFacts = {}): OrderFacts => ({
  status: 'Completed',
  revision: 5,
  canReportUntil: inHours(47),
  username: 'RaviOP',
  transactionid: '432198765012',
  timeline: [
    { step: 'ordered', at: inHours(-1) },
    { step: 'unit_delivered', at: inHours(-1), reference: 'SM-551920384' },
    { step: 'completed', at: inHours(-1) },
  ],
  ...more,
})
const aTicket = (more: Partial<OrderTicket> = {}): OrderTicket => ({
  status: 'open',
  issue: 'not_received',
  note: '',
  openedAt: inHours(-1),
  replyDueAt: inHours(23),
  ...more,
})
const reported = (ticket: OrderTicket, more: OrderFacts = {}): OrderFacts =>
  delivered({
    revision: 6,
    canReportUntil: undefined,
    ticket,
    timeline: [{ step: 'reported', at: ticket.openedAt, ...(ticket.note ? { reason: ticket.note } : {}) }],
    ...more,
  })

function open(facts: OrderFacts, contact: string | null = 'help@shop.test') {
  return renderShop(path, {
    user: makeUser(),
    answers: (api) => {
      api.on(orderStatus, () => answerOf(makeOrder(facts)))
      api.on(supportContact, () => ({ contact, answerHours: 24 }))
    },
  })
}

describe('“Not received”', () => {
  it('sends everything by one tap, with nothing typed, and shows the assignee at once', async () => {
    const { api, user } = open(delivered())
    api.on(openTicket, () => makeOrder(reported(aTicket())))
    await user.click(await screen.findByRole('button', { name: 'Not received' }))
    const form = await screen.findByRole('region', { name: 'Not received?' })
    expect(within(form).getByRole('heading', { name: 'Not received?' })).toHaveFocus()
    expect(await within(form).findByText(/We’ll reply by \d+:\d\d [ap]m tomorrow\./)).toBeVisible()
    for (const known of [/284 Diamonds for ₹345/, /RaviOP/, /432198765012/, /SM-551920384/]) {
      expect(within(form).getByText(known)).toBeVisible()
    }
    await user.click(within(form).getByRole('button', { name: 'Submit ticket' }))
    expect(await screen.findByRole('heading', { name: 'Ticket received' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Not received?' })).toBeNull()
    expect(api.sentTo(openTicket).map(({ body }) => body)).toEqual([
      { issue: 'not_received', note: '', language: 'en' },
    ])
  })

  it('accepts a message, and other issues', async () => {
    const { api, user } = open(delivered())
    api.on(openTicket, () => makeOrder(reported(aTicket({ issue: 'partly_received' }))))
    await user.click(await screen.findByRole('button', { name: 'Not received' }))
    await user.click(await screen.findByRole('radio', { name: /Received less than I paid for/ }))
    await user.type(screen.getByRole('textbox', { name: /Add details/ }), 'Only 50 came')
    await user.click(screen.getByRole('button', { name: 'Submit ticket' }))
    await screen.findByText('You reported: received less than you paid for')
    expect(api.sentTo(openTicket)[0]?.body).toEqual({
      issue: 'partly_received',
      note: 'Only 50 came',
      language: 'en',
    })
  })

  it.each([
    ['the rule of 48 hours', () => refuse('ticket_too_late'), /within 48 hours of delivery/],
    ['that nothing went out', noNetwork, /Network Error/],
  ])('shows %s next to its button, and can be sent again', async (_what, answer, message) => {
    const { api, user } = open(delivered())
    api.on(openTicket, answer)
    await user.click(await screen.findByRole('button', { name: 'Not received' }))
    await user.click(await screen.findByRole('button', { name: 'Submit ticket' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(screen.getByRole('button', { name: 'Submit ticket' })).toBeEnabled()
  })

  it('is offered for 48 hours; then its page says until when it was', async () => {
    open(delivered({ canReportUntil: inHours(-1) }))
    expect(await screen.findByText(/You could report issues until .*48 hours/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Not received' })).toBeNull()
  })

  it.each(['Processing', 'Refunded', 'Cancelled', 'Failed'] as const)(
    'is not offered while %s',
    async (status) => {
      open({ status })
      await screen.findByText('Where is my money?')
      expect(screen.queryByRole('button', { name: 'Not received' })).toBeNull()
    },
  )
})

describe('a report', () => {
  it('shows the time of the answer, the next step, and that the payment is being checked', async () => {
    open(reported(aTicket({ note: 'Not even after a restart' })))
    expect(await screen.findByText(/will reply by \d+:\d\d [ap]m/)).toBeVisible()
    const steps = screen.getByRole('list', { name: 'Order status' })
    expect(
      within(steps).getByText('“Not even after a restart” All details were shared with our team.'),
    ).toBeInTheDocument()
    expect(within(steps).getByText(/Our team is investigating/)).toBeInTheDocument()
    expect(screen.getByText(/Our team is verifying/)).toBeVisible()
    expect(screen.queryByText('help@shop.test')).toBeNull()
  })

  it('says that its answer is late, and shows the contacts', async () => {
    open(reported(aTicket({ replyDueAt: inHours(-1) })))
    expect(await screen.findByRole('heading', { name: 'Our reply is delayed' })).toBeVisible()
    expect(await screen.findByRole('link', { name: 'help@shop.test' })).toBeVisible()
  })

  it('shows its answer, and the contacts for objections', async () => {
    const answer = { kind: 'explained' as const, text: 'It is in your mailbox', at: inHours(-0.1) }
    open(reported(aTicket({ status: 'resolved', resolution: answer })))
    expect(await screen.findByRole('heading', { name: 'We’ve replied to your ticket' })).toBeVisible()
    expect(screen.getAllByText('It is in your mailbox.').length).toBeGreaterThan(0)
    expect(await screen.findByRole('link', { name: 'help@shop.test' })).toBeVisible()
  })

  it('that led to a refund is shown as the refund', async () => {
    const answer = { kind: 'refunded' as const, text: 'Nothing was delivered', at: inHours(-0.1) }
    const ticket = aTicket({ status: 'resolved', resolution: answer })
    open(reported(ticket, { status: 'Refunded', credited: 345, reason: answer.text }))
    expect(await screen.findByRole('heading', { name: /₹345/ })).toBeVisible()
    expect(screen.queryByText('We’ve replied to your ticket')).toBeNull()
  })
})
