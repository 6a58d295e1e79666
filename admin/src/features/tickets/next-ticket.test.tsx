import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { assignTicket, resolveTicket, tickets } from '@jhatpat/shared/contracts/tickets.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, refuse } from '../../../../tests/support/fake-api.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from '../board/board-order-fixture.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const reported = (orderid: string, itemname: string): BoardOrder =>
  makeBoardOrder({
    orderid,
    itemname,
    status: 'Completed',
    refundable: 799,
    ticket: {
      status: 'open',
      issue: 'not_received',
      note: '',
      openedAt: inHours(-2),
      replyDueAt: inHours(22),
    },
  })

const first = reported('JP261121AAAA01', '1,000 Points')
const second = reported('JP261121BBBB02', '880 CP')
const ticketOf = (name: string) => screen.findByRole('article', { name: `Nothing received: ${name}` })

async function answerFirst({ undoMs, isRefused = false }: { undoMs: number; isRefused?: boolean }) {
  const server = { rows: [first, second] }
  const app = renderAdmin(`/tickets?which=open&ticket=${first.orderid}`, {
    undoMs,
    calls: [
      on(tickets, () => ({ tickets: server.rows, next: '' })),
      on(assignTicket, () => first),
      on(resolveTicket, () => {
        if (isRefused) return refuse('ticket_closed', { message: 'It was answered before.' })
        server.rows = [second]
        return first
      }),
    ],
  })
  const ticket = within(await ticketOf('1,000 Points'))
  await app.user.click(ticket.getByRole('radio', { name: /^Explain/ }))
  const text = ticket.getByLabelText(/^Reply to/)
  await app.user.clear(text)
  await app.user.type(text, 'Sent to the other server.')
  await app.user.click(ticket.getByRole('button', { name: 'Send reply' }))
  return app
}

describe('an answered ticket', () => {
  it('opens the next one', async () => {
    const { api, address } = await answerFirst({ undoMs: 0 })
    expect(await ticketOf('880 CP')).toBeVisible()
    expect(address.current).toBe(`/tickets?which=open&ticket=${second.orderid}`)
    expect(api.sentTo(resolveTicket)).toHaveLength(1)
  })

  it('opens the next one at once while it can be undone, and is sent to its own customer', async () => {
    const { api } = await answerFirst({ undoMs: 2_000 })
    expect(await ticketOf('880 CP')).toBeVisible()
    expect(api.sentTo(resolveTicket)).toEqual([])
    await waitFor(() => expect(api.sentTo(resolveTicket)).toHaveLength(1), { timeout: 9_000 })
    const [sent] = api.sentTo(resolveTicket)
    expect(sent?.params).toEqual({ id: first.orderid })
    expect(sent?.body).toMatchObject({ text: 'Sent to the other server.' })
  })

  it('comes back with its text when it is undone', async () => {
    const { user, api } = await answerFirst({ undoMs: 60_000 })
    await ticketOf('880 CP')
    await user.click(await screen.findByRole('button', { name: /^Undo/ }))
    const ticket = within(await ticketOf('1,000 Points'))
    expect(ticket.getByLabelText(/^Reply to/)).toHaveValue('Sent to the other server.')
    expect(api.sentTo(resolveTicket)).toEqual([])
  })

  it('says so where it is refused after the next one was opened', async () => {
    await answerFirst({ undoMs: 300, isRefused: true })
    expect(await screen.findByText('1,000 Points: reply not sent.', {}, { timeout: 9_000 })).toBeVisible()
    expect(screen.getByText('It was answered before.')).toBeVisible()
  })
})
