import type { OverdueTask } from '@jhatpat/shared/contracts/admin.ts'
import { maintenance } from '@jhatpat/shared/contracts/admin.ts'
import type { ReplyOf } from '@jhatpat/shared/contracts/route.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { on, type Refusal, refuse } from '../../../../tests/support/fake-api.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from '../board/board-order-fixture.ts'

const order: OverdueTask = {
  kind: 'order',
  id: 'JP261121K7Q2MD',
  task: 'fulfil',
  dueAt: new Date(Date.now() - 185_000).toISOString(),
  sweepCount: 4,
  status: 'Processing',
  reason: 'supplier paused: SMILEBR does not answer',
}
const topUp: OverdueTask = {
  kind: 'topup',
  id: 'JT261121ABCDEF',
  task: 'payment',
  dueAt: new Date(Date.now() - 125_000).toISOString(),
  sweepCount: 0,
  status: 'Created',
  reason: '',
}

afterEach(() => vi.useRealTimers())

describe('the maintenance screen', () => {
  it('does not report everything in order while orders on the board are late', async () => {
    const late = new Date(Date.now() - 31 * 60_000).toISOString()
    renderAdmin('/maintenance', {
      orders: [makeBoardOrder({ processingSince: late }), makeBoardOrder({ orderid: 'JP2' })],
    })
    expect(await screen.findByRole('heading', { name: '1 order is late.' })).toBeInTheDocument()
    expect(screen.queryByText('Nothing needs attention.')).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'View pending orders' })).toHaveAttribute(
      'href',
      expect.stringContaining('/orders?show=late'),
    )
  })

  it('shows that nothing is overdue', async () => {
    renderAdmin('/maintenance')
    expect(await screen.findByRole('heading', { name: 'Nothing needs attention.' })).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1, name: 'Needs attention' })).toBeInTheDocument()
  })

  it('lists what is overdue, how often it was queued again, and why', async () => {
    renderAdmin('/maintenance', { calls: [on(maintenance, () => [order, topUp])] })
    const table = await screen.findByRole('table', { name: 'Overdue tasks' })
    const [, first, second] = within(table).getAllByRole('row')
    expect(first).toHaveTextContent('Place supplier order')
    expect(first).toHaveTextContent('Order')
    expect(first).toHaveTextContent('JP-261121-K7Q2MD')
    expect(first).toHaveTextContent('3 minutes ago')
    expect(first).toHaveTextContent('4×')
    expect(first).toHaveTextContent('supplier paused: SMILEBR does not answer')
    expect(second).toHaveTextContent('Check payment')
    expect(second).toHaveTextContent('Top-up')
    expect(second).toHaveTextContent('2 minutes ago')
    expect(second).toHaveTextContent('Never')
    expect(second).toHaveTextContent('Unknown')
    expect(within(second!).queryByRole('link')).not.toBeInTheDocument()
  })

  it('reports that the nightly check has not succeeded', async () => {
    const check: OverdueTask = {
      kind: 'check',
      id: 'ledger.verify',
      task: 'verify',
      sweepCount: 0,
      status: 'Late',
      dueAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
      reason: 'It has not succeeded for 27 hours',
    }
    renderAdmin('/maintenance', { calls: [on(maintenance, () => [check])] })
    const table = await screen.findByRole('table', { name: 'Overdue tasks' })
    const [, first] = within(table).getAllByRole('row')
    expect(first).toHaveTextContent('Verify ledger')
    expect(first).toHaveTextContent('Nightly')
    expect(first).toHaveTextContent('It has not succeeded for 27 hours')
    expect(within(first!).queryByRole('link')).not.toBeInTheDocument()
  })

  it('reports a code that is not sent', async () => {
    const notification: OverdueTask = {
      kind: 'notification',
      id: 'JN261121K7Q2MD',
      task: 'notify',
      sweepCount: 3,
      status: 'Waiting',
      dueAt: new Date(Date.now() - 60_000).toISOString(),
      reason: 'sign in code',
    }
    renderAdmin('/maintenance', { calls: [on(maintenance, () => [notification])] })
    const table = await screen.findByRole('table', { name: 'Overdue tasks' })
    const [, first] = within(table).getAllByRole('row')
    expect(first).toHaveTextContent('Code or link')
    expect(first).toHaveTextContent('sign in code')
    expect(within(first!).queryByRole('link')).not.toBeInTheDocument()
  })

  it('links from an order to its row on the board', async () => {
    const { user, address } = renderAdmin('/maintenance', {
      orders: [makeBoardOrder({ orderid: order.id })],
      calls: [on(maintenance, () => [order])],
    })
    await user.click(await screen.findByRole('link', { name: 'JP-261121-K7Q2MD' }))
    expect(await screen.findByRole('listitem', { current: true })).toBeInTheDocument()
    expect(address.current).toBe('/orders?order=JP261121K7Q2MD')
  })

  it('shows Error: and the message when the list does not load, and retries', async () => {
    let broken = true
    const { user } = renderAdmin('/maintenance', {
      calls: [
        on(maintenance, () =>
          broken ? refuse('forbidden', { message: 'You don’t have permission for this.' }) : [],
        ),
      ],
    })
    expect(await screen.findByText('Error: You don’t have permission for this.')).toBeInTheDocument()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Nothing needs attention.')).toBeInTheDocument()
  })

  it('polls every 20 s, and keeps the old list beside an error', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let reply: () => ReplyOf<typeof maintenance> | Refusal = () => [order]
    const { api } = renderAdmin('/maintenance', { calls: [on(maintenance, () => reply())] })
    await screen.findByText('Place supplier order')
    reply = () => refuse('forbidden', { message: 'You don’t have permission for this.' })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await screen.findByRole('alert')).toHaveTextContent('Error: You don’t have permission for this.')
    expect(screen.getByText('Place supplier order')).toBeInTheDocument()
    reply = () => []
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await screen.findByText('Nothing needs attention.')).toBeInTheDocument()
    expect(api.sentTo(maintenance)).toHaveLength(3)
  })
})
