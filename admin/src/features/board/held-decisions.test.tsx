import { assignOrder, resolveUnit, transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anAssignee, changesSent } from '../../testing/board-fixture.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'

const mine = makeBoardOrder({ orderid: 'JP261121AAAA01', assignee: anAssignee('Meera', 'a1') })
const other = makeBoardOrder({ orderid: 'JP261121BBBB02', itemname: '880 CP' })
const third = makeBoardOrder({ orderid: 'JP261121CCCC03', itemname: '830 Tokens' })
const unknown = makeBoardOrder({
  orderid: 'JP261121DDDD04',
  itemname: '284 Diamonds',
  assignee: anAssignee('Meera', 'a1'),
  pendingReason: { kind: 'outcome_unknown', since: new Date().toISOString(), detail: '' },
  units: { total: 1, delivered: 0 },
  unitList: [
    {
      ref: 'JP261121DDDD04-1',
      state: 'unknown',
      attempt: 1,
      supplierOrderId: '',
      message: '',
      price: 345,
      cost: '',
      isAwaitingReading: false,
    },
  ],
})
const row = (name: RegExp) => screen.findByRole('listitem', { name })
/** Long enough for an undo on a busy machine; the tests that wait for the call use a shorter time. */
const undoMs = 60_000
const soonMs = 2_000
/** After the focus has moved by itself, keys are ignored for a moment. */
const arrived = () => new Promise((done) => setTimeout(done, 500))

describe('a decision that can wait', () => {
  it('is sent after the seconds of undo, meanwhile on its row and in a bar, and the next row has the focus', async () => {
    const { user, api } = renderAdmin('/orders?order=JP261121AAAA01', {
      orders: [mine, other],
      undoMs: soonMs,
    })
    await row(/1,000 Points/)
    await user.keyboard('rWrong server{Enter}')
    expect(await screen.findByRole('region', { name: 'Refunded, can be undone' })).toHaveTextContent(
      'Refunded. 1,000 Points for Vyom Shah',
    )
    expect(await row(/1,000 Points/)).toHaveClass('held')
    expect(await row(/880 CP/)).toHaveFocus()
    expect(api.sentTo(transitionOrder)).toEqual([])
    await waitFor(() => expect(api.sentTo(transitionOrder)).toHaveLength(1), { timeout: 9_000 })
    expect(api.sentTo(transitionOrder)[0]?.body).toMatchObject({ to: 'Refunded', reason: 'Wrong server' })
    expect(screen.queryByRole('region', { name: /can be undone/ })).not.toBeInTheDocument()
  })

  it('is undone by U, and leads back to its form with what was typed', async () => {
    const { user, api } = renderAdmin('/orders?order=JP261121AAAA01', { orders: [mine, other], undoMs })
    await row(/1,000 Points/)
    await user.keyboard('xFraud{Enter}')
    await screen.findByRole('region', { name: 'Cancelled, can be undone' })
    await user.keyboard('u')
    expect(await screen.findByLabelText(/^Reason/)).toHaveValue('Fraud')
    expect(changesSent(api)).toEqual([])
  })

  it('holds the answer about a unit as well, by the button of its row', async () => {
    const { user, api } = renderAdmin('/orders?order=JP261121DDDD04', { orders: [unknown, other], undoMs })
    await row(/284 Diamonds/)
    await user.keyboard('d{Enter}')
    await user.click(
      within(await row(/284 Diamonds/)).getByRole('button', { name: /^Undo Delivered of 284/ }),
    )
    expect(api.sentTo(resolveUnit)).toEqual([])
  })

  it('blocks other decisions about its order, and says how to undo it', async () => {
    const { user, api } = renderAdmin('/orders?order=JP261121AAAA01', { orders: [mine], undoMs })
    await row(/1,000 Points/)
    await user.keyboard('rWrong server{Enter}')
    await screen.findByRole('region', { name: 'Refunded, can be undone' })
    ;(await row(/1,000 Points/)).focus()
    await arrived()
    await user.keyboard('d')
    expect(await screen.findByText('Set to Refunded. Press U to undo.')).toBeVisible()
    expect(changesSent(api)).toEqual([])
  })
})

describe('keys while orders are selected', () => {
  const select = async (ms = undoMs) => {
    const app = renderAdmin('/orders?order=JP261121AAAA01', { orders: [mine, other, third], undoMs: ms })
    await row(/1,000 Points/)
    for (const name of [/^Select 880/, /^Select 830/])
      await app.user.click(await screen.findByRole('checkbox', { name }))
    ;(await row(/1,000 Points/)).focus()
    return app
  }

  it('act on the selection and never on the order that has the focus', async () => {
    const { user, api } = await select(soonMs)
    await user.keyboard('d')
    const dialog = await screen.findByRole('dialog', { name: /^Complete 2 orders/ })
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(2)
    expect(within(dialog).queryByText(/1,000 Points/)).not.toBeInTheDocument()
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    await user.click(within(dialog).getByRole('button', { name: /^Complete 2 orders/ }))
    expect(await screen.findByRole('region', { name: 'Completed, can be undone' })).toHaveTextContent(
      'Completed. 2 orders, ₹1,598',
    )
    expect(changesSent(api)).toEqual([])
    await waitFor(() => expect(api.sentTo(transitionOrder)).toHaveLength(2), { timeout: 9_000 })
    expect(api.sentTo(transitionOrder).map(({ params }) => params.id)).toEqual([other.orderid, third.orderid])
  })

  it('close the confirmation of a single order, so that there is one at a time', async () => {
    const { user } = await select()
    await user.click(screen.getByRole('button', { name: /^More actions for 1,000/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Cancelled…' }))
    expect(screen.getByRole('form', { name: 'Set to Cancelled' })).toBeVisible()
    ;(await row(/1,000 Points/)).focus()
    await user.keyboard('r')
    await screen.findByRole('dialog', { name: /^Refund 2 orders/ })
    expect(screen.queryByRole('form', { name: 'Set to Cancelled' })).not.toBeInTheDocument()
  })

  it('undo all of a bulk action at once, back to its preview', async () => {
    const { user, api } = await select()
    await user.keyboard('x')
    const dialog = await screen.findByRole('dialog', { name: /^Cancel 2 orders/ })
    await user.type(within(dialog).getByLabelText(/^Reason/), 'Sold out')
    await user.click(within(dialog).getByRole('button', { name: /^Cancel 2 orders/ }))
    await screen.findByRole('region', { name: 'Cancelled, can be undone' })
    await user.keyboard('u')
    const again = await screen.findByRole('dialog', { name: /^Cancel 2 orders/ })
    expect(within(again).getByLabelText(/^Reason/)).toHaveValue('Sold out')
    expect(changesSent(api)).toEqual([])
  })

  it('assign all that are unassigned with A, refuse to resend, and clear with Esc', async () => {
    const { user, api, container } = await select()
    expect(container.querySelector('.keys-on')).toHaveTextContent('2 selected')
    await user.keyboard('a')
    await waitFor(() => expect(api.sentTo(assignOrder)).toHaveLength(2))
    expect(api.sentTo(assignOrder).map(({ params }) => params.id)).toEqual([other.orderid, third.orderid])
    await user.keyboard('s')
    expect(await screen.findByText(/^Resend one order at a time/)).toBeVisible()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Selected orders' })).not.toBeInTheDocument()
    expect(container.querySelector('.keys-on')).toHaveTextContent('1,000 Points')
  })
})

describe('a form that is open when another admin takes the order over', () => {
  it.each([
    ['r', 'Set to Refunded', mine],
    ['d', 'Mark delivered', unknown],
  ])('keeps what is typed, and is disabled with the reason (%s)', async (key, name, order) => {
    const { user, socket, api } = renderAdmin(`/orders?order=${order.orderid}`, { orders: [order] })
    await row(/Vyom Shah/)
    await user.keyboard(key)
    const form = await screen.findByRole('form', { name })
    await user.type(within(form).getByLabelText(/^Reason/), 'Seen')
    act(() => socket.changed({ ...order, revision: order.revision + 1, assignee: anAssignee('Imran', 'a2') }))
    expect(await within(form).findByText('Assign the order to yourself first')).toBeVisible()
    expect(within(form).getByRole('button', { name })).toBeDisabled()
    await user.keyboard('{Enter}')
    expect(within(form).getByLabelText(/^Reason/)).toHaveValue('Seen')
    expect(changesSent(api)).toEqual([])
  })
})
