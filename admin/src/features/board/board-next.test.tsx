import { burst } from '@jhatpat/shared/browser/use-burst-guard.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { anAssignee } from '../../testing/board-fixture.ts'
import { type FakeCall, refusal } from '../../testing/fake-calls.ts'
import { meera, renderAdmin, signIn } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'

const nextCall = 'POST /admin/processing/next'
const first = makeBoardOrder({ orderid: 'JP261121AAAA01' })
const other = makeBoardOrder({ orderid: 'JP261121BBBB02', itemname: '880 CP' })
const given = { ...other, revision: other.revision + 1, assignee: anAssignee('Meera', 'a1') }
const keysOf = (api: { sentTo(key: string): FakeCall[] }) =>
  api.sentTo(nextCall).map(({ headers }) => headers.get('idempotency-key'))
const row = (name: RegExp) => screen.findByRole('listitem', { name })

describe('give me the next', () => {
  it('opens what the server gives by N, with the focus on it, whatever had the focus or hides it', async () => {
    const { user, api, address } = renderAdmin('/orders?order=JP261121AAAA01&show=unassigned', {
      orders: [first, other],
      calls: { [nextCall]: () => ({ order: given }) },
    })
    await waitFor(async () => expect(await row(/1,000 Points/)).toHaveFocus())
    await user.keyboard('n')
    await waitFor(async () => expect(await row(/880 CP/)).toHaveFocus())
    expect(within(await row(/880 CP/)).getByText('You')).toBeInTheDocument()
    expect(address.current).toBe('/orders?order=JP261121BBBB02')
    expect(api.sentTo(nextCall)).toHaveLength(1)
  })

  it('does nothing to the order that has just come with a key that was meant for the row before', async () => {
    const answer = Promise.withResolvers<{ order: typeof given }>()
    const { user, api } = renderAdmin('/orders?order=JP261121AAAA01', {
      orders: [first, other],
      calls: { [nextCall]: () => answer.promise },
    })
    await waitFor(async () => expect(await row(/1,000 Points/)).toHaveFocus())
    await user.keyboard('n')
    answer.resolve({ order: given })
    await waitFor(async () => expect(await row(/880 CP/)).toHaveFocus())
    await user.keyboard('d')
    expect(await screen.findByText('It has just come up. Press again if you mean it.')).toBeInTheDocument()
    expect(api.sentTo('POST /admin/orders/:id/transition')).toEqual([])
  })

  it('is asked for once, however often the button is pressed before the answer', async () => {
    const answer = Promise.withResolvers<{ order: typeof given }>()
    const { user, api } = renderAdmin('/orders', {
      orders: [first, other],
      calls: { [nextCall]: () => answer.promise },
    })
    const button = await screen.findByRole('button', { name: 'Take next' })
    await user.click(button)
    await user.click(button)
    await user.keyboard('n')
    answer.resolve({ order: given })
    await waitFor(async () => expect(await row(/880 CP/)).toHaveFocus())
    expect(api.sentTo(nextCall)).toHaveLength(1)
  })

  it('says when nothing is left, and asks with another key once the burst has ended', async () => {
    const { user, api } = renderAdmin('/orders', {
      orders: [first],
      calls: { [nextCall]: () => ({ order: null }) },
    })
    await row(/1,000 Points/)
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
    for (const at of [1_000, 999 + burst.ms, 1_000 + 2 * burst.ms]) {
      clock.mockReturnValue(at)
      await user.keyboard('n')
      expect(await screen.findByText('Nothing is left.')).toBeInTheDocument()
    }
    clock.mockRestore()
    const [one, soon, later] = keysOf(api)
    expect(keysOf(api)).toHaveLength(3)
    expect(soon).toBe(one)
    expect(later).not.toBe(one)
  })

  it('asks again with the same key after an answer that got lost', async () => {
    let lost = true
    const { user, api } = renderAdmin('/orders', {
      orders: [first, other],
      calls: { [nextCall]: () => (lost ? {} : { order: given }) },
    })
    await row(/1,000 Points/)
    await user.keyboard('n')
    expect(await screen.findByText('No answer came.')).toBeInTheDocument()
    expect(screen.queryByText('No order was taken.')).not.toBeInTheDocument()
    lost = false
    await user.keyboard('n')
    await waitFor(async () => expect(await row(/880 CP/)).toHaveFocus())
    await waitFor(() => expect(keysOf(api)).toHaveLength(2))
    expect(new Set(keysOf(api)).size).toBe(1)
  })

  it('asks with another key once what a lost answer may have claimed is nobody’s again', async () => {
    const { user, api } = renderAdmin('/orders', { orders: [first], calls: { [nextCall]: () => ({}) } })
    await row(/1,000 Points/)
    const now = vi.spyOn(performance, 'now')
    try {
      await user.keyboard('n')
      await screen.findByText('No answer came.')
      now.mockReturnValue(performance.now() + 5 * 60_000)
      await user.keyboard('n')
      await waitFor(() => expect(new Set(keysOf(api)).size).toBe(2))
    } finally {
      now.mockRestore()
    }
  })

  it('says that none was taken where the server refuses', async () => {
    const { user } = renderAdmin('/orders', {
      orders: [first],
      calls: { [nextCall]: () => refusal(403, 'forbidden', 'Your role may not.') },
    })
    await row(/1,000 Points/)
    await user.keyboard('n')
    expect(await screen.findByText('No order was taken.')).toBeInTheDocument()
  })

  it('is not offered to who may only look', async () => {
    signIn({ ...meera, staffRole: 'finance' })
    const { user, api } = renderAdmin('/orders', { orders: [first], signedIn: false })
    await row(/1,000 Points/)
    expect(screen.queryByRole('button', { name: 'Take next' })).not.toBeInTheDocument()
    await user.keyboard('n')
    expect(api.sentTo(nextCall)).toEqual([])
  })
})

describe('a key is never lost in silence', () => {
  const transitionCall = 'POST /admin/orders/:id/transition'
  const processingSince = new Date(Date.now() - 60_000).toISOString()
  const mine = makeBoardOrder({
    orderid: 'JP261121AAAA01',
    assignee: anAssignee('Meera', 'a1'),
    processingSince,
  })
  const until = () => new Date(Date.now() + 5_000).toISOString()

  it('takes a Completed back by U that is still on its way', async () => {
    const answer = Promise.withResolvers<void>()
    const pendingCompletion = {
      ...mine,
      revision: 3,
      pendingCompletion: { adminId: 'a1', name: 'Meera', until: until() },
    }
    const { user, api } = renderAdmin('/orders?order=JP261121AAAA01', {
      orders: [mine, other],
      calls: { [transitionCall]: () => answer.promise.then(() => pendingCompletion) },
    })
    await waitFor(async () => expect(await row(/1,000 Points/)).toHaveFocus())
    await user.keyboard('duu')
    expect(api.sentTo('POST /admin/orders/:id/undo-completion')).toEqual([])
    await act(async () => answer.resolve())
    await waitFor(() => expect(api.sentTo('POST /admin/orders/:id/undo-completion')).toHaveLength(1))
    expect(await screen.findByRole('button', { name: /^Completed 1,000 Points/ })).toBeInTheDocument()
  })

  it('says what is under way where another is pressed meanwhile, and asks for nothing', async () => {
    const { user } = renderAdmin('/orders?order=JP261121AAAA01', {
      orders: [mine, other],
      calls: { [transitionCall]: () => new Promise(() => undefined) },
    })
    await waitFor(async () => expect(await row(/1,000 Points/)).toHaveFocus())
    await user.keyboard('dr')
    expect(await screen.findByText('Saving is still under way.')).toBeInTheDocument()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
  })

  it('says why a step that is not offered is not taken', async () => {
    const arrived = {
      ...mine,
      units: { total: 3, delivered: 2 },
      nextSteps: ['Completed' as const, 'Refunded' as const],
    }
    const { user } = renderAdmin('/orders?order=JP261121AAAA01', { orders: [arrived] })
    await waitFor(async () => expect(await row(/1,000 Points/)).toHaveFocus())
    await user.keyboard('s')
    expect(await screen.findByText('No pack of it waits for an answer, so none is sent again.')).toBeVisible()
    await user.keyboard('x')
    expect(await screen.findByText('It can’t become Cancelled.')).toBeVisible()
    await user.keyboard('r')
    expect(await screen.findByText(/^2 of 3 packs arrived: it is not given back whole/)).toBeVisible()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
  })

  it('says who has the order, that it is one’s own, and that there is nothing to take back', async () => {
    const theirs = { ...other, assignee: anAssignee('Imran', 'a2') }
    const { user } = renderAdmin('/orders?order=JP261121BBBB02', {
      orders: [mine, theirs],
    })
    await waitFor(async () => expect(await row(/880 CP/)).toHaveFocus())
    await user.keyboard('r')
    expect(await screen.findByText('Imran has it. C takes it over.')).toBeInTheDocument()
    await user.keyboard('jc')
    expect(await screen.findByText('It is yours already.')).toBeInTheDocument()
    await user.keyboard('u')
    expect(await screen.findByText('Nothing to take back.')).toBeInTheDocument()
  })
})
