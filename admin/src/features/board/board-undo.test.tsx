import { assignOrder, transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { undoCompletion } from '@jhatpat/shared/contracts/admin-orders.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { fakeTimeouts } from '../../../../tests/screens/fake-timeouts.ts'
import { on } from '../../../../tests/support/fake-api.ts'
import { anAssignee, changesSent } from '../../testing/board-fixture.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const mine = makeBoardOrder({
  orderid: 'JP261121AAAA01',
  processingSince: minutesAgo(9),
  assignee: anAssignee('Meera', 'a1'),
})
const free = makeBoardOrder({ orderid: 'JP261121BBBB02', itemname: '880 CP', processingSince: minutesAgo(5) })
const row = (name: RegExp) => screen.findByRole('listitem', { name })
const pendingCompletionBy = (name: string, adminId: string) => ({
  adminId,
  name,
  until: new Date(Date.now() + 5_000).toISOString(),
})

/** The server keeps a completion pending for five seconds; `answers`: when it replies. */
function renderWithUndo(orders = [mine, free], answers = Promise.resolve()) {
  const page = renderAdmin('/orders?order=JP261121AAAA01', {
    orders,
    calls: [
      on(transitionOrder, async () => {
        await answers
        const pending = { ...mine, revision: 9, pendingCompletion: pendingCompletionBy('Meera', 'a1') }
        page.server.orders = [pending, free]
        return pending
      }),
    ],
  })
  return page
}

describe('Completed can be undone', () => {
  it('by U from another row: the order stays in place until then, and no other action is offered for it', async () => {
    const { user, api } = renderWithUndo()
    await row(/1,000 Points/)
    await user.keyboard('d')
    const line = within(await row(/1,000 Points/))
    expect(await line.findByRole('button', { name: /^Undo completed 1,000/ })).toHaveTextContent('Undo 5 s')
    expect(line.queryByRole('button', { name: /^More/ })).not.toBeInTheDocument()
    await waitFor(async () => expect(await row(/880 CP/)).toHaveFocus())
    const bar = within(screen.getByRole('region', { name: 'Completed, can be undone' }))
    expect(bar.getByText('1,000 Points for Vyom Shah')).toBeInTheDocument()
    await user.keyboard('u')
    expect(await line.findByRole('button', { name: /^Completed 1,000/ })).toBeInTheDocument()
    expect(api.sentTo(undoCompletion).map(({ params }) => params.id)).toEqual([mine.orderid])
    expect(screen.queryByRole('region', { name: 'Completed, can be undone' })).not.toBeInTheDocument()
  })

  it('by U before the reply to a completion with a code arrives', async () => {
    const answer = Promise.withResolvers<void>()
    const ott = { ...mine, needsCodes: true }
    const { user, api } = renderWithUndo([ott, free], answer.promise)
    await row(/1,000 Points/)
    await user.keyboard('d')
    expect(await screen.findByLabelText('Value 1')).toHaveFocus()
    await user.keyboard('X7KQ2{Enter}')
    await waitFor(() => expect(api.sentTo(transitionOrder)).toHaveLength(1))
    await user.keyboard('u')
    expect(screen.getByLabelText('Value 1')).toHaveValue('X7KQ2')
    answer.resolve()
    await waitFor(() => expect(api.sentTo(undoCompletion)).toHaveLength(1))
  })

  it('by its button in the expanded row; other keys have no effect on it', async () => {
    const { user, api } = renderWithUndo()
    await row(/1,000 Points/)
    await user.keyboard('d')
    await waitFor(async () => expect(await row(/880 CP/)).toHaveFocus())
    await user.click(await row(/1,000 Points/))
    await user.keyboard('rxdc')
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
    expect(api.sentTo(transitionOrder)).toHaveLength(1)
    const note = (await screen.findByText('Set to Completed')).closest('.inline-message') as HTMLElement
    await user.click(within(note).getByRole('button', { name: /^Undo/ }))
    expect(api.sentTo(undoCompletion)).toHaveLength(1)
  })

  it('but not by the second click of a double click', async () => {
    const { pass } = fakeTimeouts()
    const { api } = renderWithUndo()
    const line = within(await row(/1,000 Points/))
    fireEvent.click(line.getByRole('button', { name: /^Completed 1,000/ }), { detail: 1 })
    fireEvent.click(await line.findByRole('button', { name: /^Undo completed 1,000/ }), { detail: 2 })
    await pass(1_000)
    expect(api.sentTo(undoCompletion)).toEqual([])
    fireEvent.click(line.getByRole('button', { name: /^Undo completed 1,000/ }), { detail: 1 })
    await waitFor(() => expect(api.sentTo(undoCompletion)).toHaveLength(1))
  })

  it('in a bar above the bar of the selected orders', async () => {
    const { container, user } = renderWithUndo()
    await row(/1,000 Points/)
    await user.keyboard('d')
    await user.click(await screen.findByRole('checkbox', { name: /^Select 880/ }))
    const bulk = await screen.findByRole('region', { name: 'Selected orders' })
    const undo = screen.getByRole('region', { name: 'Completed, can be undone' })
    expect(container.querySelectorAll('.float')).toHaveLength(1)
    expect(undo.parentElement).toBe(bulk.parentElement)
  })

  it('and after the undo, it leaves like any other order when another admin ends it', async () => {
    const { user, socket } = renderWithUndo()
    await row(/1,000 Points/)
    await user.keyboard('d')
    await waitFor(async () => expect(await row(/880 CP/)).toHaveFocus())
    await user.keyboard('u')
    await screen.findByRole('button', { name: /^Completed 1,000/ })
    act(() => socket.gone({ ...mine, revision: 20 }))
    await waitFor(() =>
      expect(screen.queryByRole('listitem', { name: /^1,000 Points/ })).not.toBeInTheDocument(),
    )
  })

  it('by the admin who set it, also when another admin is the assignee since', async () => {
    const mixed = {
      ...mine,
      assignee: anAssignee('Imran', 'a2'),
      pendingCompletion: pendingCompletionBy('Meera', 'a1'),
    }
    const { api, user } = renderAdmin('/orders?order=JP261121AAAA01', { orders: [mixed] })
    const line = await row(/1,000 Points/)
    expect(within(line).getByRole('button', { name: /^Undo completed/ })).toBeInTheDocument()
    const note = (await within(line).findByText('Set to Completed')).closest('.inline-message') as HTMLElement
    await user.click(within(note).getByRole('button', { name: /^Undo/ }))
    expect(api.sentTo(undoCompletion)).toHaveLength(1)
  })

  it('but not by the assignee of an order that another admin has set to Completed', async () => {
    const mixed = { ...mine, pendingCompletion: pendingCompletionBy('Imran', 'a2') }
    renderAdmin('/orders?order=JP261121AAAA01', { orders: [mixed] })
    const line = await row(/1,000 Points/)
    expect(await within(line).findByText('Imran is completing this order')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /Undo/ })).not.toBeInTheDocument()
  })

  it('but not by other admins, who see who completes it', async () => {
    const theirs = {
      ...mine,
      assignee: anAssignee('Imran', 'a2'),
      pendingCompletion: pendingCompletionBy('Imran', 'a2'),
    }
    const { user, api } = renderAdmin('/orders?order=JP261121AAAA01', { orders: [theirs] })
    const line = await row(/1,000 Points/)
    expect(line).toHaveTextContent('Imran is completing it')
    expect(line).toHaveTextContent('Imran is completing this order')
    expect(within(line).queryByRole('button', { name: /Reassign|Undo/ })).not.toBeInTheDocument()
    await user.keyboard('cudrx')
    expect(changesSent(api)).toEqual([])
  })
})

describe('an assignment', () => {
  it('expands the order when it is claimed, with the mouse too', async () => {
    const { user } = renderAdmin('/orders', { orders: [free] })
    await user.click(await screen.findByRole('button', { name: /^Assign to me, 880 CP/ }))
    const line = await screen.findByRole('listitem', { name: /880 CP/, current: true })
    expect(within(line).getByRole('region', { name: 'Deliver to' })).toBeInTheDocument()
    expect(line).toHaveFocus()
  })

  it('expands the order when it is taken over', async () => {
    const { user } = renderAdmin('/orders', { orders: [{ ...free, assignee: anAssignee('Imran', 'a2') }] })
    await user.click(await screen.findByRole('button', { name: /^Reassign to me, 880 CP/ }))
    expect(await screen.findByRole('listitem', { name: /880 CP/, current: true })).toBeInTheDocument()
  })

  it.each(['outcome_unknown', 'supplier_review', 'partly_delivered'] as const)(
    'follows once from expanding an order in %s',
    async (kind) => {
      const { pass } = fakeTimeouts()
      const unit = { message: '', price: 799, cost: '', isAwaitingReading: false, attempt: 1 }
      const state = kind === 'supplier_review' ? ('sending' as const) : ('unknown' as const)
      const unclearOrder = {
        ...free,
        pendingReason: { kind, since: minutesAgo(2), detail: 'No answer in 60 s' },
        unitList: [{ ...unit, ref: 'JP261121BBBB02-1', state, supplierOrderId: 'S1' }],
      }
      const { user, api } = renderAdmin('/orders', { orders: [unclearOrder] })
      await user.click(await row(/880 CP/))
      await waitFor(() => expect(api.sentTo(assignOrder)).toHaveLength(1))
      expect(api.sentTo(assignOrder)[0]?.body).toEqual({ action: 'assign' })
      await user.click(await screen.findByRole('button', { name: /^More actions for 880/ }))
      await user.click(await screen.findByRole('menuitem', { name: 'Unassign' }))
      await waitFor(async () => expect(await row(/880 CP/)).toHaveTextContent('Unassigned'))
      await pass(1_000)
      expect(api.sentTo(assignOrder)).toHaveLength(2)
    },
  )

  const makeUnclearOrder = (orderid: string, itemname: string) =>
    makeBoardOrder({
      orderid,
      itemname,
      processingSince: minutesAgo(5),
      pendingReason: { kind: 'outcome_unknown', since: minutesAgo(2), detail: 'No answer in 60 s' },
    })

  it('follows again when the order is expanded after another one', async () => {
    const { user, api } = renderAdmin('/orders', {
      orders: [makeUnclearOrder('JP261121AAAA01', '880 CP'), makeUnclearOrder('JP261121BBBB02', '60 UC')],
    })
    const claimed = () => api.sentTo(assignOrder).map(({ params, body }) => [params.id, body])
    const assignee = { action: 'assign' }
    await user.click(await row(/880 CP/))
    await waitFor(() => expect(claimed()).toEqual([['JP261121AAAA01', assignee]]))
    await user.click(await screen.findByRole('button', { name: /^More actions for 880/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Unassign' }))
    await waitFor(async () => expect(await row(/880 CP/)).toHaveTextContent('Unassigned'))
    await user.click(await row(/60 UC/))
    await waitFor(() => expect(claimed().at(-1)).toEqual(['JP261121BBBB02', assignee]))
    await user.click(await row(/880 CP/))
    await waitFor(() => expect(claimed().at(-1)).toEqual(['JP261121AAAA01', assignee]))
    expect(claimed()).toHaveLength(4)
  })

  it('follows when a hidden page with the expanded order becomes visible', async () => {
    const { pass } = fakeTimeouts()
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const { api } = renderAdmin('/orders?order=JP261121AAAA01', {
      orders: [makeUnclearOrder('JP261121AAAA01', '880 CP')],
    })
    await row(/880 CP/)
    await pass(1_000)
    expect(api.sentTo(assignOrder)).toEqual([])
    seen.mockRestore()
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await waitFor(() => expect(api.sentTo(assignOrder)).toHaveLength(1))
  })

  it('does not follow for an order that is only delivered by hand, however long its row is expanded', async () => {
    const { pass } = fakeTimeouts()
    const { api } = renderAdmin('/orders?order=JP261121BBBB02', { orders: [free] })
    await row(/880 CP/)
    await pass(1_000)
    expect(api.sentTo(assignOrder)).toEqual([])
  })
})

describe('an expanded row', () => {
  const recharge = makeBoardOrder({
    orderid: 'JP261121CCCC03',
    itemname: '₹299 recharge',
    input1: '9820041177',
    input2: 'Airtel, Mumbai circle, prepaid with the plan of 28 days',
    product: { ...mine.product, inputs: [{ label: 'Mobile number' }, { label: 'Operator' }] },
    pendingReason: { kind: 'supplier_deferred', since: minutesAgo(2), detail: 'incorrect-details' },
  })

  it('has both inputs in full under their labels, each with a copy button', async () => {
    renderAdmin('/orders?order=JP261121CCCC03', { orders: [recharge] })
    const where = within(await screen.findByRole('region', { name: 'Deliver to' }))
    for (const [label, value] of [
      ['Mobile number', recharge.input1],
      ['Operator', recharge.input2],
    ] as const) {
      expect(where.getByText(label)).toBeInTheDocument()
      expect(where.getByText(value)).toBeInTheDocument()
      expect(where.getByRole('button', { name: `Copy ${label}` })).toBeInTheDocument()
    }
  })

  it('has the supplier’s rejection in the evidence', async () => {
    renderAdmin('/orders?order=JP261121CCCC03', { orders: [recharge] })
    const evidence = (await screen.findByText('Reason')).closest('li')
    expect(evidence).toHaveTextContent('Rejected by the supplier: Supplier: “incorrect-details”')
  })

  it('is named in the bar of keys', async () => {
    const { container, user } = renderAdmin('/orders?order=JP261121CCCC03', { orders: [recharge] })
    await row(/₹299/)
    const bar = () => container.querySelector('.keys-on')
    await waitFor(() => expect(bar()).toHaveTextContent('₹299 recharge for Vyom Shah'))
    await user.click(screen.getByRole('searchbox'))
    expect(bar()).toHaveTextContent('No order selected')
  })
})

describe('an order that is delivered as a code', () => {
  const ott = { ...mine, needsCodes: true }

  it.each(['d', 'the button'])('asks for its code at Completed by %s', async (way) => {
    const { user, api } = renderAdmin('/orders?order=JP261121AAAA01', { orders: [ott] })
    await row(/1,000 Points/)
    if (way === 'd') await user.keyboard('d')
    else await user.click(screen.getByRole('button', { name: /^Completed…? 1,000/ }))
    expect(await screen.findByLabelText('Value 1')).toHaveFocus()
    await user.keyboard('X7KQ2{Enter}')
    await waitFor(() => expect(api.sentTo(transitionOrder)).toHaveLength(1))
    expect(api.sentTo(transitionOrder)[0]?.body).toMatchObject({ codes: [{ label: 'Code', value: 'X7KQ2' }] })
  })

  it('is completed without a code only with a stated reason, which its customer reads', async () => {
    const { user, api } = renderAdmin('/orders?order=JP261121AAAA01', { orders: [ott] })
    await row(/1,000 Points/)
    await user.keyboard('d')
    await screen.findByLabelText('Value 1')
    const form = within(screen.getByRole('form', { name: 'Set to Completed' }))
    expect(form.getByText('0 of 1 codes entered')).toBeVisible()
    expect(form.getByRole('button', { name: 'Set to Completed' })).toBeDisabled()
    await user.click(form.getByRole('button', { name: 'Complete without a code…' }))
    const without = within(screen.getByRole('form', { name: 'Complete without a code' }))
    expect(without.getByRole('button', { name: 'Complete without a code' })).toBeDisabled()
    await user.click(without.getByRole('button', { name: 'Credited to your account directly' }))
    await user.click(without.getByRole('button', { name: 'Complete without a code' }))
    await waitFor(() => expect(api.sentTo(transitionOrder)).toHaveLength(1))
    const [sent] = api.sentTo(transitionOrder)
    expect(sent?.body).toMatchObject({ to: 'Completed', reason: 'Credited to your account directly.' })
    expect(sent?.body).not.toHaveProperty('codes')
  })

  it('is left out of a bulk action', async () => {
    const { user, api } = renderAdmin('/orders', { orders: [ott, free] })
    await user.click(await screen.findByRole('checkbox', { name: /^Select 1,000/ }))
    await user.click(screen.getByRole('checkbox', { name: /^Select 880/ }))
    await user.click(await screen.findByRole('button', { name: 'Mark completed…' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Skipped: needs a code')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: /^Complete 1 order/ }))
    await waitFor(() => expect(api.sentTo(transitionOrder)).toHaveLength(1))
    expect(api.sentTo(transitionOrder)[0]?.params).toEqual({ id: free.orderid })
  })

  it('leads back to its form with the code still in it when Completed is undone', async () => {
    const server = { order: ott }
    const { user, api } = renderAdmin('/orders?order=JP261121AAAA01', {
      orders: [ott],
      calls: [
        on(transitionOrder, () => {
          const until = new Date(Date.now() + 5_000).toISOString()
          const pendingCompletion = { adminId: 'a1', name: 'Meera', until }
          server.order = { ...server.order, revision: server.order.revision + 1, pendingCompletion }
          return server.order
        }),
        on(undoCompletion, () => {
          server.order = { ...server.order, revision: server.order.revision + 1, pendingCompletion: null }
          return server.order
        }),
      ],
    })
    await row(/1,000 Points/)
    await user.keyboard('d')
    await user.type(await screen.findByLabelText('Value 1'), 'X7KQ2{Enter}')
    await user.click(await screen.findByRole('button', { name: /^Undo completed 1,000/ }))
    await waitFor(() => expect(api.sentTo(undoCompletion)).toHaveLength(1))
    expect(await screen.findByLabelText('Value 1')).toHaveValue('X7KQ2')
  })
})

it('offers the usual reasons of a transition, and keeps a typed one that fits none', async () => {
  const { user, api } = renderAdmin('/orders?order=JP261121AAAA01', { orders: [mine] })
  await row(/1,000 Points/)
  await user.keyboard('r')
  const form = within(await screen.findByRole('form', { name: 'Set to Refunded' }))
  await user.click(form.getByRole('button', { name: 'The player ID does not exist' }))
  expect(form.getByLabelText(/^Reason/)).toHaveValue('The player ID does not exist.')
  await user.keyboard(' You wrote 12.{Enter}')
  await waitFor(() => expect(api.sentTo(transitionOrder)).toHaveLength(1))
  expect(api.sentTo(transitionOrder)[0]?.body).toMatchObject({
    reason: 'The player ID does not exist. You wrote 12.',
  })
})
