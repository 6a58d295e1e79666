import { assignOrder, transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, refuse } from '../../../../tests/support/fake-api.ts'
import { anAssignee, changesSent } from '../../testing/board-fixture.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'

const mine = makeBoardOrder({ orderid: 'JP261121AAAA01', version: 4, assignee: anAssignee('Meera', 'a1') })
const other = makeBoardOrder({ orderid: 'JP261121BBBB02', itemname: '880 CP', value: 859 })
const row = (name: RegExp | string) => screen.findByRole('listitem', { name })
const gone = (name: RegExp) =>
  waitFor(() => expect(screen.queryByRole('listitem', { name })).not.toBeInTheDocument())

async function moveWithReason(to: string, reason: string) {
  const { user, api } = renderAdmin('/orders', { orders: [mine] })
  const line = await row(/1,000 Points/)
  await user.click(line)
  await user.click(within(line).getByRole('button', { name: new RegExp(`^${to}`) }))
  expect(api.sentTo(transitionOrder)).toEqual([])
  await user.type(within(line).getByLabelText(/^Reason/), reason)
  await user.click(within(line).getByRole('button', { name: `Set to ${to}` }))
  await gone(/1,000 Points/)
  expect(api.sentTo(transitionOrder)[0]?.body).toEqual({ to, version: 4, reason })
}

describe('setting an order’s status', () => {
  it('ABOARD-03 sets a processing order to Completed with one click, in the version that the admin saw', async () => {
    const { user, api } = renderAdmin('/orders', { orders: [mine, other] })
    await user.dblClick(await screen.findByRole('button', { name: /^Completed 1,000 Points/ }))
    await within(await row(/1,000 Points/)).findByText('No longer pending')
    await user.hover(screen.getByRole('heading', { level: 1 }))
    await gone(/1,000 Points/)
    const calls = api.sentTo(transitionOrder)
    expect(calls).toHaveLength(1)
    expect(calls[0]?.params).toEqual({ id: 'JP261121AAAA01' })
    expect(calls[0]?.body).toEqual({ to: 'Completed', version: 4, undoable: true })
    expect(calls[0]?.idempotencyKey).toMatch(/^[0-9a-f]{32}-[0-9a-z]+$/)
  })

  it('ABOARD-04 ABOARD-06 sets a processing order to Refunded with a reason', () =>
    moveWithReason('Refunded', 'Supplier out of stock'))

  it('ABOARD-05 ABOARD-06 sets a processing order to Cancelled with a reason', () =>
    moveWithReason('Cancelled', 'Fraud'))

  it('ABOARD-06 accepts a transition without a reason', async () => {
    const { user, api } = renderAdmin('/orders?order=JP261121AAAA01', { orders: [mine] })
    await user.click(await screen.findByRole('button', { name: /^Cancelled/ }))
    expect(screen.getByLabelText(/^Reason/)).not.toBeRequired()
    await user.click(screen.getByRole('button', { name: 'Set to Cancelled' }))
    await gone(/1,000 Points/)
    expect(api.sentTo(transitionOrder)[0]?.body).toEqual({ to: 'Cancelled', version: 4 })
    expect(await screen.findByText('No pending orders.')).toBeInTheDocument()
  })

  it('requests approval for a refund above the limit, and keeps the order open', async () => {
    const dear = { ...mine, value: 7_199, refundable: 7_199 }
    const { user, api } = renderAdmin('/orders?order=JP261121AAAA01', { orders: [dear] })
    await user.click(await screen.findByRole('button', { name: /^Refunded/ }))
    expect(screen.getByText(/Needs approval before refunding/)).toBeVisible()
    await user.type(screen.getByLabelText(/^Reason/), 'Wrong server')
    await user.click(screen.getByRole('button', { name: 'Request approval' }))
    expect(await screen.findByText('Approval requested.')).toBeVisible()
    const body = { to: 'Refunded', version: 4, reason: 'Wrong server', requestApproval: true }
    expect(api.sentTo(transitionOrder).map((call) => call.body)).toEqual([body])
  })

  it('offers only the transitions that the server names', async () => {
    renderAdmin('/orders?order=JP261121AAAA01', { orders: [{ ...mine, nextSteps: ['Cancelled'] }] })
    const line = await row(/1,000 Points/)
    expect(within(line).getByRole('button', { name: /^Cancelled/ })).toBeInTheDocument()
    expect(within(line).queryByRole('button', { name: /^Refunded|^Completed/ })).not.toBeInTheDocument()
  })

  it('assigns an unassigned order before it is changed', async () => {
    const { user, api } = renderAdmin('/orders?order=JP261121BBBB02', { orders: [other] })
    await user.click(await screen.findByRole('button', { name: /^Refunded/ }))
    await user.click(screen.getByRole('button', { name: 'Set to Refunded' }))
    await gone(/880 CP/)
    expect(changesSent(api).map(({ route }) => route)).toEqual([assignOrder, transitionOrder])
  })

  it('blocks changes to an order that is assigned to another admin', async () => {
    const theirs = { ...mine, assignee: anAssignee('Imran', 'a2') }
    const { user, api } = renderAdmin('/orders?order=JP261121AAAA01', { orders: [theirs] })
    const line = await row(/1,000 Points/)
    expect(within(line).getByRole('button', { name: /^Refunded/ })).toBeDisabled()
    await user.keyboard('drx')
    expect(api.sentTo(transitionOrder)).toEqual([])
    expect(line).toHaveTextContent(/Assigned to Imran · \d+ seconds ago/)
  })

  it('explains that the order has changed, and shows its current state', async () => {
    const { user, server } = renderAdmin('/orders?order=JP261121AAAA01', {
      orders: [mine],
      calls: [
        on(transitionOrder, () => {
          server.orders = [{ ...mine, version: 5, revision: 9, username: 'RaviOP' }]
          return refuse('order_changed', {
            message: 'This order was updated by someone else. Nothing was changed.',
          })
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: /^Completed 1,000/ }))
    expect(await screen.findByText('This order was updated')).toBeInTheDocument()
    expect(await row(/1,000 Points/)).toHaveTextContent(
      'This order was updated by someone else. Nothing was changed.',
    )
    expect(await row(/1,000 Points/)).toHaveTextContent('RaviOP')
  })
})

describe('several orders at once', () => {
  it('previews what happens to each, then shows a result for each row', async () => {
    const theirs = makeBoardOrder({
      orderid: 'JP261121CCCC03',
      itemname: '830 Tokens',
      assignee: anAssignee('Sana', 'a2'),
    })
    const { user, api } = renderAdmin('/orders', { orders: [mine, other, theirs] })
    for (const name of [/^Select 1,000/, /^Select 880/, /^Select 830/]) {
      await user.click(await screen.findByRole('checkbox', { name }))
    }
    expect(await screen.findByRole('region', { name: 'Selected orders' })).toHaveTextContent(
      '3 selected ₹2,457',
    )
    await user.click(screen.getByRole('button', { name: 'Refund…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Refund 2 orders, ₹1,658' })
    expect(dialog).toHaveTextContent('Skipped: assigned to Sana')
    expect(api.sentTo(transitionOrder)).toEqual([])
    await user.type(within(dialog).getByLabelText(/^Reason/), 'Out of stock')
    await user.click(within(dialog).getByRole('button', { name: 'Refund 2 orders, ₹1,658' }))
    expect(await screen.findByText('2 orders refunded.')).toBeVisible()
    expect(dialog).not.toBeInTheDocument()
    expect(api.sentTo(transitionOrder).map(({ params, body }) => [params.id, body])).toEqual([
      ['JP261121AAAA01', { to: 'Refunded', version: 4, reason: 'Out of stock' }],
      ['JP261121BBBB02', { to: 'Refunded', version: 2, reason: 'Out of stock' }],
    ])
    expect(screen.queryByRole('region', { name: 'Selected orders' })).not.toBeInTheDocument()
    expect(await row(/830 Tokens/)).toBeInTheDocument()
  })

  it('counts refunds separately from approval requests, by what is left of each price', async () => {
    const rest = { ...mine, credited: 499, refundable: 300 }
    const dear = { ...other, value: 7_199, refundable: 7_000 }
    const { user } = renderAdmin('/orders', { orders: [rest, dear] })
    await user.click(await screen.findByRole('checkbox', { name: /^Select 1,000/ }))
    await user.click(screen.getByRole('checkbox', { name: /^Select 880/ }))
    expect(screen.getByRole('region', { name: 'Selected orders' })).toHaveTextContent('2 selected ₹7,300')
    await user.click(screen.getByRole('button', { name: 'Refund…' }))
    const name = 'Refund 1 order, ₹300, request approval for 1 order, ₹7,000'
    const dialog = await screen.findByRole('dialog', { name })
    expect(within(dialog).getByRole('button', { name })).toBeEnabled()
    const [first] = within(dialog).getAllByRole('listitem')
    expect(first).toHaveTextContent('₹300')
  })

  it('requests approval for those that turn out to need it, with a result for each', async () => {
    const sum = { ...mine, refundable: 4_000 }
    const { user, api } = renderAdmin('/orders', {
      orders: [sum, other],
      calls: [
        on(transitionOrder, ({ params, body }) => {
          const isFirst = params.id === 'JP261121AAAA01'
          if (isFirst && body.requestApproval) return sum
          if (isFirst) return refuse('approval_required', { message: 'Above ₹3,000 two.' })
          return { ...other, status: 'Refunded' as const, revision: 9 }
        }),
      ],
    })
    await user.click(await screen.findByRole('checkbox', { name: /^Select 1,000/ }))
    await user.click(screen.getByRole('checkbox', { name: /^Select 880/ }))
    await user.click(screen.getByRole('button', { name: 'Refund…' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: /^Refund 2 orders/ }))
    const ask = await within(dialog).findByRole('button', { name: 'Request approval for 1 order, ₹4,000' })
    const [first, second] = within(dialog).getAllByRole('listitem')
    expect(first).toHaveTextContent('Needs approval. Nothing was refunded.')
    expect(second).toHaveTextContent('Refunded')
    await user.click(ask)
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    const asked = api.sentTo(transitionOrder).map(({ params, body }) => [params.id, body.requestApproval])
    expect(asked).toEqual([
      ['JP261121AAAA01', undefined],
      ['JP261121BBBB02', undefined],
      ['JP261121AAAA01', true],
    ])
  })

  it('continues when one is refused, and shows the reason beside it', async () => {
    const { user } = renderAdmin('/orders', {
      orders: [mine, { ...other, assignee: anAssignee('Meera', 'a1') }],
      calls: [
        on(transitionOrder, ({ params }) =>
          params.id === 'JP261121AAAA01'
            ? refuse('order_changed', {
                message: 'This order was updated by someone else. Nothing was changed.',
              })
            : { ...other, status: 'Completed' as const, revision: 9 },
        ),
      ],
    })
    await user.click(await screen.findByRole('checkbox', { name: /^Select 1,000/ }))
    await user.click(screen.getByRole('checkbox', { name: /^Select 880/ }))
    await user.click(screen.getByRole('button', { name: 'Mark completed…' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: /^Complete 2 orders/ }))
    await within(dialog).findByRole('button', { name: 'Done' })
    const [first, second] = within(dialog).getAllByRole('listitem')
    expect(first).toHaveTextContent('This order was updated by someone else. Nothing was changed.')
    expect(second).toHaveTextContent('Completed')
  })
})

describe('the board by keys alone', () => {
  it('moves between rows, assigns, completes, and focuses the next row', async () => {
    const unassigned = {
      ...mine,
      assignee: null,
      processingSince: new Date(Date.now() - 600_000).toISOString(),
    }
    const { user, api } = renderAdmin('/orders', { orders: [unassigned, other] })
    await row(/880 CP/)
    await user.keyboard('jjk')
    expect(await row(/1,000 Points/)).toHaveFocus()
    await user.keyboard('c')
    await within(await row(/1,000 Points/)).findByRole('button', { name: /^Completed 1,000/ })
    await user.keyboard('d')
    await gone(/1,000 Points/)
    expect(api.sentTo(transitionOrder)[0]?.body).toMatchObject({ to: 'Completed' })
    await waitFor(async () => expect(await row(/880 CP/)).toHaveFocus())
  })

  it('asks for a reason with R and X, and Esc goes back', async () => {
    const { user, api } = renderAdmin('/orders?order=JP261121AAAA01', { orders: [mine] })
    await row(/1,000 Points/)
    await user.keyboard('r')
    expect(screen.getByLabelText(/^Reason/)).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(await row(/1,000 Points/)).toHaveFocus()
    await user.keyboard('x')
    await user.keyboard('Fraud{Enter}')
    await gone(/1,000 Points/)
    expect(api.sentTo(transitionOrder)[0]?.body).toEqual({ to: 'Cancelled', version: 4, reason: 'Fraud' })
  })

  it('selects with Space, searches with /, helps with ?', async () => {
    const { user } = renderAdmin('/orders?order=JP261121AAAA01', { orders: [mine] })
    await row(/1,000 Points/)
    await user.keyboard(' ')
    expect(screen.getByRole('checkbox', { name: /^Select 1,000/ })).toBeChecked()
    await user.keyboard('/')
    expect(screen.getByRole('searchbox')).toHaveFocus()
    await user.keyboard('points{Enter}')
    expect(await row(/1,000 Points/)).toHaveFocus()
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent(
      'Refund (asks for a reason)',
    )
  })

  it('ignores keys once they are switched off, also after a reload', async () => {
    const { user, unmount } = renderAdmin('/orders?order=JP261121AAAA01', { orders: [mine] })
    await user.click(await screen.findByRole('button', { name: 'Shortcuts' }))
    await user.click(screen.getByRole('checkbox', { name: 'Use these keys' }))
    expect(localStorage.getItem('jhatpat.board.keys')).toBe('off')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    ;(await row(/1,000 Points/)).focus()
    await user.keyboard('r')
    expect(screen.queryByLabelText(/^Reason/)).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Shortcuts' }))
    await user.click(screen.getByRole('checkbox', { name: 'Use these keys' }))
    unmount()
  })
})

describe('the alerts of the board', () => {
  it('chime for a new order after one click, and stop when turned off', async () => {
    const { user, socket, browser } = renderAdmin('/orders', { orders: [mine] })
    await row(/1,000 Points/)
    expect(browser.sound.chime).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Sound off' }))
    await screen.findByRole('button', { name: 'Sound on', pressed: true })
    browser.sound.chime.mockClear()
    act(() => socket.changed(other))
    await waitFor(() => expect(browser.sound.chime).toHaveBeenCalledTimes(1))
    await user.click(screen.getByRole('button', { name: 'Sound on' }))
    act(() => socket.changed(makeBoardOrder({ orderid: 'JP261121DDDD04' })))
    await row(/880 CP/)
    expect(browser.sound.chime).toHaveBeenCalledTimes(1)
  })

  it('stay silent about an order that is processed automatically, until it needs a person', async () => {
    const { user, socket, browser } = renderAdmin('/orders', { orders: [mine] })
    await row(/1,000 Points/)
    await user.click(screen.getByRole('button', { name: 'Sound off' }))
    await screen.findByRole('button', { name: 'Sound on', pressed: true })
    browser.sound.chime.mockClear()
    act(() => socket.changed({ ...other, needsAction: false }))
    await row(/880 CP/)
    expect(browser.sound.chime).not.toHaveBeenCalled()
    act(() => socket.changed({ ...other, revision: other.revision + 1 }))
    await waitFor(() => expect(browser.sound.chime).toHaveBeenCalledTimes(1))
  })

  it('show that the chime is muted when the browser does not allow sound', async () => {
    const { user, browser } = renderAdmin('/orders', { orders: [mine] })
    await row(/1,000 Points/)
    browser.sound.allow.mockResolvedValue(false)
    await user.click(screen.getByRole('button', { name: 'Sound off' }))
    expect(await screen.findByRole('button', { name: 'Sound blocked' })).toBeInTheDocument()
  })

  it('notify the desktop of a new order after the opt-in, and open the order from there', async () => {
    const { user, socket, browser } = renderAdmin('/orders', { orders: [mine] })
    await row(/1,000 Points/)
    await user.click(screen.getByRole('button', { name: 'Desktop alerts off' }))
    browser.desktop.permission.mockReturnValue('granted')
    await screen.findByRole('button', { name: 'Desktop alerts on' })
    act(() => socket.changed(other))
    await waitFor(() => expect(browser.desktop.show).toHaveBeenCalledTimes(1))
    const shown = browser.desktop.show.mock.calls[0]![0]
    expect(shown.title).toBe('880 CP, ₹859')
    act(() => shown.onOpen())
    expect(await screen.findByRole('listitem', { name: /880 CP/, current: true })).toBeInTheDocument()
  })
})
