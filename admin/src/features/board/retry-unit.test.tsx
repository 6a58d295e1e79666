import { resolveUnit } from '@jhatpat/shared/contracts/admin.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, type PreparedAnswer, refuse } from '../../../../tests/support/fake-api.ts'
import { anAssignee, changesSent } from '../../testing/board-fixture.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'

const since = new Date(Date.now() - 60_000).toISOString()
const unit = {
  ref: 'JP261121AAAA01-1',
  state: 'unknown' as const,
  attempt: 2,
  supplierOrderId: '',
  message: '',
  price: 345,
  cost: '28.4',
  isAwaitingReading: false,
}
const unknown = makeBoardOrder({
  orderid: 'JP261121AAAA01',
  itemname: '284 Diamonds',
  input1: '123456789',
  input2: '1234',
  username: 'RaviOP',
  value: 345,
  assignee: anAssignee('Meera', 'a1'),
  pendingReason: { kind: 'outcome_unknown', since, detail: 'No answer within 60 s.' },
  supplierBalance: { before: '184220', after: '181380' },
  unitList: [unit],
})
const address = '/orders?order=JP261121AAAA01'

const isDown = [
  on(resolveUnit, () => refuse('service_unavailable', { message: 'Something is down on our side.' })),
]

async function openRetryDialog(calls: PreparedAnswer[] = []) {
  const app = renderAdmin(address, { orders: [unknown], calls })
  await waitFor(() => expect(screen.getByRole('listitem', { name: /284/ })).toHaveFocus())
  await app.user.keyboard('s')
  const dialog = within(screen.getByRole('dialog', { name: 'Buy the unit again?' }))
  return { ...app, dialog, reason: dialog.getByLabelText(/^Reason/) }
}

describe('sending a unit again', () => {
  it('needs a confirmation that names item, player, cost, and the risk of a double delivery', async () => {
    const { dialog, reason } = await openRetryDialog()
    const text = screen.getByRole('dialog').textContent
    expect(text).toContain('284 Diamonds, Valorant')
    expect(text).toContain('123456789 (1234), RaviOP')
    expect(text).toContain('₹345 of the order’s price; the supplier takes 28.4')
    expect(text).toContain('It may be delivered twice')
    expect(text).toContain('Costs twice if the first was delivered')
    expect(dialog.getByRole('button', { name: 'Buy again' })).toBeEnabled()
    expect(reason).toHaveFocus()
  })

  it('is not confirmed by Enter in the reason, nor by anything else that is typed there', async () => {
    const { user, api, reason } = await openRetryDialog()
    await user.keyboard('Dead, ask us {Enter}s d{Enter}{Enter}')
    expect(reason).toHaveValue('Dead, ask us s d')
    expect(reason).toHaveFocus()
    expect(changesSent(api)).toEqual([])
  })

  it('needs a reason, and then its button pressed by Tab and Space', async () => {
    const { user, api, dialog, reason } = await openRetryDialog()
    await user.click(dialog.getByRole('button', { name: 'Buy again' }))
    expect(reason).toBeInvalid()
    expect(reason).toHaveFocus()
    expect(reason).toHaveAccessibleDescription('Enter a reason for buying again.')
    expect(api.sentTo(resolveUnit)).toEqual([])
    await user.keyboard('Not in their list')
    await user.tab()
    await user.tab()
    expect(dialog.getByRole('button', { name: 'Buy again' })).toHaveFocus()
    await user.keyboard(' ')
    expect(await screen.findByText('Resent.')).toBeInTheDocument()
    expect(api.sentTo(resolveUnit).map(({ body }) => body)).toEqual([
      { unit: unit.ref, attempt: 2, answer: 'retry_unit', reason: 'Not in their list' },
    ])
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('listitem', { name: /284/ })).toHaveTextContent('Retrying supplier')
  })

  it('closes when it is refused, so that its row can show why', async () => {
    const { user, dialog } = await openRetryDialog(isDown)
    await user.keyboard('Not in their list')
    await user.click(dialog.getByRole('button', { name: 'Buy again' }))
    expect(await screen.findByText(/Something is down on our side/)).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('is bought once by two quick presses', async () => {
    const { user, api, dialog } = await openRetryDialog()
    await user.keyboard('Not in their list')
    await user.dblClick(dialog.getByRole('button', { name: 'Buy again' }))
    await screen.findByText('Resent.')
    expect(api.sentTo(resolveUnit)).toHaveLength(1)
  })

  it('stays open when the unit changes, keeps typed keys to itself, and offers no further purchase', async () => {
    const { user, api, socket, dialog, reason } = await openRetryDialog()
    await user.keyboard('Dea')
    act(() => socket.changed({ ...unknown, revision: 9, unitList: [{ ...unit, attempt: 3 }] }))
    await dialog.findByText('This unit was updated')
    await user.keyboard('d, rx s')
    expect(reason).toHaveValue('Dead, rx s')
    expect(dialog.queryByRole('button', { name: 'Buy again' })).not.toBeInTheDocument()
    expect(screen.getByRole('dialog')).toHaveTextContent('₹345 of the order’s price')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(api.sentTo(resolveUnit)).toEqual([])
  })
})

it('keeps the reason of a refused unit action, to be sent again', async () => {
  const { user } = renderAdmin(address, { orders: [unknown], calls: isDown })
  const line = await screen.findByRole('listitem', { name: /284/ })
  await user.click(await within(line).findByRole('button', { name: /^Mark delivered/ }))
  const form = within(await screen.findByRole('form'))
  await user.type(form.getByLabelText(/^Reason/), 'Seen in their list')
  await user.keyboard('{Enter}')
  expect(await screen.findByText(/Something is down on our side/)).toBeVisible()
  expect(form.getByLabelText(/^Reason/)).toHaveValue('Seen in their list')
})
