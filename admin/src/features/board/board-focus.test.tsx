// cspell:ignore dcsrx
import { assignOrder, resolveUnit, transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type FakeApi, on, refuse } from '../../../../tests/support/fake-api.ts'
import { anAssignee, changesSent } from '../../testing/board-fixture.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const mine = makeBoardOrder({
  orderid: 'JP261121AAAA01',
  processingSince: minutesAgo(9),
  assignee: anAssignee('Meera', 'a1'),
})
const other = makeBoardOrder({
  orderid: 'JP261121BBBB02',
  itemname: '880 CP',
  processingSince: minutesAgo(5),
})
const alsoMine = { ...other, assignee: anAssignee('Meera', 'a1') }
const address = '/orders?order=JP261121AAAA01'
const row = (name: RegExp) => screen.findByRole('listitem', { name })
const gone = (name: RegExp) =>
  waitFor(() => expect(screen.queryByRole('listitem', { name })).not.toBeInTheDocument())
const changes = (api: FakeApi) => changesSent(api).map(({ route, id }) => [route, id])

describe('a key acts on the order that has the focus', () => {
  it('and not on the expanded one, once a button of another row was clicked', async () => {
    const { user, api } = renderAdmin(address, { orders: [mine, other] })
    expect(await row(/1,000 Points/)).toHaveFocus()
    await user.click(screen.getByRole('button', { name: /^Assign to me, 880 CP/ }))
    await within(await row(/880 CP/)).findByText('You')
    await user.keyboard('d')
    await within(await row(/880 CP/)).findByText('No longer pending')
    expect(await row(/1,000 Points/)).toBeInTheDocument()
    expect(changes(api)).toEqual([
      [assignOrder, other.orderid],
      [transitionOrder, other.orderid],
    ])
  })

  it('expands that row to confirm there', async () => {
    const { user, api } = renderAdmin(address, { orders: [mine, alsoMine] })
    await row(/1,000 Points/)
    act(() => screen.getByRole('button', { name: /^Completed 880 CP/ }).focus())
    await user.keyboard('r')
    const form = within(await row(/880 CP/)).getByRole('form', { name: 'Set to Refunded' })
    expect(within(form).getByLabelText(/^Reason/)).toHaveFocus()
    expect(screen.getAllByRole('form')).toEqual([form])
    expect(changes(api)).toEqual([])
  })

  it('and on nothing when no row has it, though one is expanded', async () => {
    const { user, api } = renderAdmin(address, { orders: [mine, other] })
    const line = await row(/1,000 Points/)
    act(() => line.blur())
    await user.keyboard('dcsrx ')
    act(() => screen.getByRole('button', { name: 'Shortcuts' }).focus())
    await user.keyboard('dcsrx')
    expect(changes(api)).toEqual([])
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
    for (const box of screen.getAllByRole('checkbox')) expect(box).not.toBeChecked()
  })

  it('and J continues from there, not from the expanded one', async () => {
    const third = makeBoardOrder({ orderid: 'JP261121CCCC03', itemname: '830 Tokens' })
    const { user } = renderAdmin(address, { orders: [mine, other, third] })
    await row(/1,000 Points/)
    act(() => screen.getByRole('button', { name: /^Assign to me, 880 CP/ }).focus())
    await user.keyboard('j')
    expect(await row(/830 Tokens/)).toHaveFocus()
  })

  it('and a second press, meant for the order that has just left, does not reach the next', async () => {
    const { user, api } = renderAdmin(address, { orders: [mine, alsoMine] })
    await row(/1,000 Points/)
    // A fixed clock: the result does not depend on the machine's speed.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    await user.keyboard('d')
    await waitFor(async () => expect(await row(/880 CP/)).toHaveFocus())
    await user.keyboard('dxr')
    clock.mockRestore()
    expect(changes(api)).toEqual([[transitionOrder, mine.orderid]])
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
  })
})

describe('typed text is never a command', () => {
  const since = minutesAgo(1)
  const unit = { supplierOrderId: '', message: '', price: 799, cost: '', isAwaitingReading: false }
  const unknown = {
    ...mine,
    pendingReason: { kind: 'outcome_unknown' as const, since, detail: 'No answer within 60 s.' },
    unitList: [{ ...unit, ref: 'JP261121AAAA01-1', state: 'unknown' as const, attempt: 2 }],
  }

  it('even when the form that it was typed into has gone', async () => {
    const { user, api, socket } = renderAdmin(address, { orders: [unknown, alsoMine] })
    await row(/1,000 Points/)
    await user.keyboard('r')
    await user.keyboard('Lo')
    const unitList = [{ ...unknown.unitList[0]!, attempt: 3 }]
    act(() => socket.changed({ ...unknown, revision: 9, unitList }))
    await waitFor(() => expect(screen.queryByRole('form')).not.toBeInTheDocument())
    await user.keyboard('st, cards sx{Enter} d{Enter}')
    expect(changes(api)).toEqual([])
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('even when the reply about another order arrives in the meantime', async () => {
    const answer = Promise.withResolvers<void>()
    const { user, api, server } = renderAdmin(address, {
      orders: [mine, alsoMine],
      calls: [
        on(transitionOrder, async () => {
          await answer.promise
          server.orders = [alsoMine]
          return { ...mine, status: 'Completed' as const, revision: 9 }
        }),
      ],
    })
    await row(/1,000 Points/)
    await user.keyboard('d')
    await user.keyboard('j')
    await user.keyboard('r')
    await user.keyboard('So')
    answer.resolve()
    await gone(/1,000 Points/)
    await user.keyboard(' sorry dx')
    expect(screen.getByLabelText(/^Reason/)).toHaveValue('So sorry dx')
    expect(changes(api)).toEqual([[transitionOrder, mine.orderid]])
  })

  it('even when another order is refused in the meantime, which its row shows', async () => {
    const answer = Promise.withResolvers<void>()
    const { user, api } = renderAdmin(address, {
      orders: [mine, alsoMine],
      calls: [
        on(transitionOrder, async () => {
          await answer.promise
          return refuse('transition_not_allowed', { message: 'This order can’t be moved to that status.' })
        }),
      ],
    })
    await row(/1,000 Points/)
    await user.keyboard('d')
    await user.keyboard('jr')
    await user.keyboard('So')
    answer.resolve()
    expect(await screen.findByText(/This order can’t be moved/)).toBeInTheDocument()
    await user.keyboard(' sad dx')
    expect(screen.getByLabelText(/^Reason/)).toHaveValue('So sad dx')
    expect(changes(api)).toEqual([[transitionOrder, mine.orderid]])
  })

  it('even in the search, while the expanded row leaves and returns', async () => {
    const { user, api } = renderAdmin(address, { orders: [mine, alsoMine] })
    await row(/1,000 Points/)
    await user.keyboard('/880')
    await gone(/1,000 Points/)
    await user.keyboard('{Backspace}{Backspace}{Backspace}')
    await row(/1,000 Points/)
    await user.keyboard('d')
    expect(screen.getByRole('searchbox')).toHaveValue('d')
    expect(changes(api)).toEqual([])
  })

  it('even on a checkbox that is ticked with the mouse', async () => {
    const { user, api } = renderAdmin(address, { orders: [mine, alsoMine] })
    await user.click(await screen.findByRole('checkbox', { name: /^Select 880/ }))
    await user.keyboard('d')
    expect(changes(api)).toEqual([])
    expect(api.sentTo(resolveUnit)).toEqual([])
  })
})
