import { burst } from '@jhatpat/shared/browser/use-burst-guard.ts'
import { transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { undoCompletion } from '@jhatpat/shared/contracts/admin-orders.ts'
import { takeNext } from '@jhatpat/shared/contracts/board.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type FakeApi, noNetwork, on, refuse } from '../../../../tests/support/fake-api.ts'
import { anAssignee } from '../../testing/board-fixture.ts'
import { meera, renderAdmin, signIn } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'

const first = makeBoardOrder({ orderid: 'JP261121AAAA01' })
const other = makeBoardOrder({ orderid: 'JP261121BBBB02', itemname: '880 CP' })
const assigned = { ...other, revision: other.revision + 1, assignee: anAssignee('Meera', 'a1') }
const keysOf = (api: FakeApi) => api.sentTo(takeNext).map(({ idempotencyKey }) => idempotencyKey)
const row = (name: RegExp) => screen.findByRole('listitem', { name })

describe('taking the next order', () => {
  it('opens the order that the server returns by N, with the focus on it, whatever had the focus or hides it', async () => {
    const { user, api, address } = renderAdmin('/orders?order=JP261121AAAA01&show=unassigned', {
      orders: [first, other],
      calls: [on(takeNext, () => ({ order: assigned }))],
    })
    await waitFor(async () => expect(await row(/1,000 Points/)).toHaveFocus())
    await user.keyboard('n')
    await waitFor(async () => expect(await row(/880 CP/)).toHaveFocus())
    expect(within(await row(/880 CP/)).getByText('You')).toBeInTheDocument()
    expect(address.current).toBe('/orders?order=JP261121BBBB02')
    expect(api.sentTo(takeNext)).toHaveLength(1)
  })

  it('ignores a key that was meant for the previous row when a new order has just come', async () => {
    const answer = Promise.withResolvers<{ order: typeof assigned }>()
    const { user, api } = renderAdmin('/orders?order=JP261121AAAA01', {
      orders: [first, other],
      calls: [on(takeNext, () => answer.promise)],
    })
    await waitFor(async () => expect(await row(/1,000 Points/)).toHaveFocus())
    await user.keyboard('n')
    answer.resolve({ order: assigned })
    await waitFor(async () => expect(await row(/880 CP/)).toHaveFocus())
    await user.keyboard('d')
    expect(await screen.findByText('The order just moved here. Press again to confirm.')).toBeInTheDocument()
    expect(api.sentTo(transitionOrder)).toEqual([])
  })

  it('sends one call, however often the button is pressed before the reply', async () => {
    const answer = Promise.withResolvers<{ order: typeof assigned }>()
    const { user, api } = renderAdmin('/orders', {
      orders: [first, other],
      calls: [on(takeNext, () => answer.promise)],
    })
    const button = await screen.findByRole('button', { name: 'Take next' })
    await user.click(button)
    await user.click(button)
    await user.keyboard('n')
    answer.resolve({ order: assigned })
    await waitFor(async () => expect(await row(/880 CP/)).toHaveFocus())
    expect(api.sentTo(takeNext)).toHaveLength(1)
  })

  it('shows when none is left, and uses another key once the burst has ended', async () => {
    const { user, api } = renderAdmin('/orders', {
      orders: [first],
      calls: [on(takeNext, () => ({ order: null }))],
    })
    await row(/1,000 Points/)
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
    for (const at of [1_000, 999 + burst.ms, 1_000 + 2 * burst.ms]) {
      clock.mockReturnValue(at)
      await user.keyboard('n')
      expect(await screen.findByText('No orders need action.')).toBeInTheDocument()
    }
    clock.mockRestore()
    const [one, soon, later] = keysOf(api)
    expect(keysOf(api)).toHaveLength(3)
    expect(soon).toBe(one)
    expect(later).not.toBe(one)
  })

  it('retries with the same key after a lost reply', async () => {
    let lost = true
    const { user, api } = renderAdmin('/orders', {
      orders: [first, other],
      calls: [on(takeNext, () => (lost ? noNetwork() : { order: assigned }))],
    })
    await row(/1,000 Points/)
    await user.keyboard('n')
    expect(await screen.findByText('No response.')).toBeInTheDocument()
    expect(screen.queryByText('No order was assigned.')).not.toBeInTheDocument()
    lost = false
    await user.keyboard('n')
    await waitFor(async () => expect(await row(/880 CP/)).toHaveFocus())
    await waitFor(() => expect(keysOf(api)).toHaveLength(2))
    expect(new Set(keysOf(api)).size).toBe(1)
  })

  it('uses another key once an assignment from a lost reply may have expired', async () => {
    const { user, api } = renderAdmin('/orders', { orders: [first], calls: [on(takeNext, noNetwork)] })
    await row(/1,000 Points/)
    const now = vi.spyOn(performance, 'now')
    try {
      await user.keyboard('n')
      await screen.findByText('No response.')
      now.mockReturnValue(performance.now() + 5 * 60_000)
      await user.keyboard('n')
      await waitFor(() => expect(new Set(keysOf(api)).size).toBe(2))
    } finally {
      now.mockRestore()
    }
  })

  it('shows that none was taken where the server refuses', async () => {
    const { user } = renderAdmin('/orders', {
      orders: [first],
      calls: [on(takeNext, () => refuse('forbidden', { message: 'Your role may not.' }))],
    })
    await row(/1,000 Points/)
    await user.keyboard('n')
    expect(await screen.findByText('No order was assigned.')).toBeInTheDocument()
  })

  it('is not offered to roles that may only view', async () => {
    signIn({ ...meera, staffRole: 'finance' })
    const { user, api } = renderAdmin('/orders', { orders: [first], signedIn: false })
    await row(/1,000 Points/)
    expect(screen.queryByRole('button', { name: 'Take next' })).not.toBeInTheDocument()
    await user.keyboard('n')
    expect(api.sentTo(takeNext)).toEqual([])
  })
})

describe('a key always has a visible effect', () => {
  const processingSince = new Date(Date.now() - 60_000).toISOString()
  const mine = makeBoardOrder({
    orderid: 'JP261121AAAA01',
    assignee: anAssignee('Meera', 'a1'),
    processingSince,
  })
  const until = () => new Date(Date.now() + 5_000).toISOString()

  it('takes a Completed back by U while its call is still running', async () => {
    const answer = Promise.withResolvers<void>()
    const pendingCompletion = {
      ...mine,
      revision: 3,
      pendingCompletion: { adminId: 'a1', name: 'Meera', until: until() },
    }
    const { user, api } = renderAdmin('/orders?order=JP261121AAAA01', {
      orders: [mine, other],
      calls: [on(transitionOrder, () => answer.promise.then(() => pendingCompletion))],
    })
    await waitFor(async () => expect(await row(/1,000 Points/)).toHaveFocus())
    await user.keyboard('duu')
    expect(api.sentTo(undoCompletion)).toEqual([])
    await act(async () => answer.resolve())
    await waitFor(() => expect(api.sentTo(undoCompletion)).toHaveLength(1))
    expect(await screen.findByRole('button', { name: /^Completed 1,000 Points/ })).toBeInTheDocument()
  })

  it('shows what is in progress when another key is pressed in the meantime, and sends no call', async () => {
    const { user } = renderAdmin('/orders?order=JP261121AAAA01', {
      orders: [mine, other],
      calls: [on(transitionOrder, () => new Promise(() => undefined))],
    })
    await waitFor(async () => expect(await row(/1,000 Points/)).toHaveFocus())
    await user.keyboard('dr')
    expect(await screen.findByText('Still saving…')).toBeInTheDocument()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
  })

  it('explains why an unavailable step is not taken', async () => {
    const arrived = {
      ...mine,
      units: { total: 3, delivered: 2 },
      nextSteps: ['Completed' as const, 'Refunded' as const],
    }
    const { user } = renderAdmin('/orders?order=JP261121AAAA01', { orders: [arrived] })
    await waitFor(async () => expect(await row(/1,000 Points/)).toHaveFocus())
    await user.keyboard('s')
    expect(await screen.findByText('No unit is waiting, nothing to resend.')).toBeVisible()
    await user.keyboard('x')
    expect(await screen.findByText('It can’t be set to Cancelled.')).toBeVisible()
    await user.keyboard('r')
    expect(await screen.findByText(/^2 of 3 units delivered; use partial refund/)).toBeVisible()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
  })

  it('names the assignee, the admin’s own assignment, and that nothing can be undone', async () => {
    const theirs = { ...other, assignee: anAssignee('Imran', 'a2') }
    const { user } = renderAdmin('/orders?order=JP261121BBBB02', {
      orders: [mine, theirs],
    })
    await waitFor(async () => expect(await row(/880 CP/)).toHaveFocus())
    await user.keyboard('r')
    expect(await screen.findByText('Assigned to Imran. Press A to reassign.')).toBeInTheDocument()
    await user.keyboard('jc')
    expect(await screen.findByText('Already assigned to you.')).toBeInTheDocument()
    await user.keyboard('u')
    expect(await screen.findByText('Nothing to undo.')).toBeInTheDocument()
  })
})
