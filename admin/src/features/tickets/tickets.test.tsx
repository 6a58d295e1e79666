import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../testing/fake-calls.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { aBoardOrder } from '../board/a-board-order.ts'

const list = 'GET /admin/tickets'
const answer = 'POST /admin/orders/:id/ticket'
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const reported = (more: Partial<BoardOrder['ticket']> = {}): BoardOrder =>
  aBoardOrder({
    ...{ orderid: 'JP261121AAAA01', status: 'Completed', leftToRefund: 799 },
    ticket: {
      ...{ status: 'open', what: 'nothing', note: 'Not even after a restart' },
      ...{ openedAt: inHours(-2), answerBy: inHours(22), ...more },
    },
  })

describe('reports that an order was not received', () => {
  it('are listed with what the customer says', async () => {
    renderAdmin('/tickets', { calls: { [list]: () => [reported()] } })
    const row = within(await screen.findByRole('table', { name: /reported as not received/ })).getAllByRole(
      'row',
    )[1]
    for (const text of ['Nothing arrived', 'Not even after a restart', 'Vyom Shah', '₹799', 'answer due']) {
      expect(row).toHaveTextContent(text)
    }
  })

  it('say that their answer is late', async () => {
    renderAdmin('/tickets', { calls: { [list]: () => [reported({ answerBy: inHours(-1) })] } })
    expect(await screen.findByText(/answer was due/)).toBeVisible()
  })

  it('are answered with the sentence that the customer reads, and the rupees on the button', async () => {
    let rows = [reported()]
    const { user, api } = renderAdmin('/tickets', {
      calls: {
        [list]: ({ url }) => (url.search.includes('answered') ? [] : rows),
        [answer]: () => {
          const [done] = rows
          rows = []
          return done
        },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Answer…' }))
    const dialog = screen.getByRole('dialog', { name: 'Not received: JP-261121-AAAA01' })
    expect(within(dialog).getByText('Paid ₹799 by UPI, ref 4321 9870 1177')).toBeVisible()
    await user.click(within(dialog).getByRole('radio', { name: /^Refund ₹799/ }))
    const text = within(dialog).getByRole('textbox', { name: 'Answer to Vyom Shah' })
    await user.clear(text)
    await user.type(text, 'Their record is empty.')
    await user.click(within(dialog).getByRole('button', { name: 'Refund ₹799 and answer' }))
    expect(await screen.findByText('No tickets.')).toBeVisible()
    const [sent] = api.sentTo(answer)
    expect(sent?.body).toEqual({ answer: 'refunded', text: 'Their record is empty.' })
    expect(sent?.headers.get('idempotency-key')).toBeTruthy()
  })

  it('keep the words that were typed when another answer is chosen', async () => {
    const { user } = renderAdmin('/tickets', { calls: { [list]: () => [reported()] } })
    await user.click(await screen.findByRole('button', { name: 'Answer…' }))
    await user.click(screen.getByRole('radio', { name: /^Delivered after all/ }))
    const text = screen.getByRole('textbox', { name: 'Answer to Vyom Shah' })
    expect(text).toHaveValue('The supplier shows the delivery. Please restart the game and look once more.')
    await user.type(text, ' It is in your mailbox.')
    await user.click(screen.getByRole('radio', { name: /^Explain/ }))
    expect(text).toHaveValue(
      'The supplier shows the delivery. Please restart the game and look once more. It is in your mailbox.',
    )
  })

  it('say who was first when somebody else has answered', async () => {
    const { user } = renderAdmin('/tickets', {
      calls: {
        [list]: () => [reported()],
        [answer]: () => refusal(409, 'ticket_closed', 'This report has been answered. Nothing was changed.'),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Answer…' }))
    await user.click(screen.getByRole('radio', { name: /^Delivered after all/ }))
    await user.click(screen.getByRole('button', { name: 'Answer' }))
    expect(await screen.findByText('This report has been answered. Nothing was changed.')).toBeVisible()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Answer' })).not.toHaveAttribute('aria-busy'),
    )
  })
})

it('hands over the code that an order was completed without', async () => {
  const call = 'POST /admin/orders/:id/handover'
  const { user, api } = renderAdmin('/tickets', {
    calls: { [list]: () => [reported()], [call]: () => ({ ...reported(), vault: [{ label: 'Code' }] }) },
  })
  await user.click(await screen.findByRole('button', { name: 'Answer…' }))
  await user.click(screen.getByRole('button', { name: 'Hand over a code or login…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Hand over 1,000 Points' }))
  expect(dialog.getByRole('button', { name: 'Hand over' })).toBeDisabled()
  await user.type(dialog.getByLabelText('Text of line 1'), 'X7KQ2')
  await user.click(dialog.getByRole('button', { name: 'Hand over' }))
  await waitFor(() => expect(api.sentTo(call)).toHaveLength(1))
  expect(api.sentTo(call)[0]?.body).toEqual({ lines: [{ label: 'Code', value: 'X7KQ2' }] })
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Hand over/ })).not.toBeInTheDocument())
})
