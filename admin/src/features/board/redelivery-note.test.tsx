import { resolveUnit } from '@jhatpat/shared/contracts/admin.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { anAssignee } from '../../testing/board-fixture.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'

const id = 'JP261121AAAA01'
const since = new Date(Date.now() - 60_000).toISOString()
const aUnit = { attempt: 1, supplierOrderId: '', price: 0, cost: '122', isAwaitingReading: false }

/** One of two units arrived, the other was rejected. */
const partly = makeBoardOrder({
  orderid: id,
  itemname: 'Two packs',
  redeliveryOf: 'JP261120CCCCCC03',
  paymentmode: 'wallet',
  value: 0,
  suggestedRefund: 0,
  refundable: 0,
  nextSteps: ['Completed', 'Cancelled'],
  delivery: 'instant',
  units: { total: 2, delivered: 1 },
  assignee: anAssignee('Meera', 'a1'),
  pendingReason: { kind: 'partly_delivered', since, detail: 'The recharge has failed.' },
  timeline: [{ step: 'ordered', at: since }],
  unitList: [
    { ...aUnit, ref: `${id}-1`, state: 'delivered', message: '' },
    { ...aUnit, ref: `${id}-2`, state: 'rejected', message: 'The recharge has failed.' },
  ],
})

it('shows on its row that it is a redelivery and of which order, and is given up without a sum', async () => {
  const { user, api } = renderAdmin(`/orders?order=${id}`, { orders: [partly] })
  const line = await screen.findByRole('listitem', { name: /Two packs/ })
  expect(within(line).getByRole('group', { name: 'Amount' })).toHaveTextContent('Free replacement')
  expect(await within(line).findByRole('link', { name: 'JP-261120-CCCCCC03' })).toHaveAttribute(
    'href',
    expect.stringContaining('/txn/JP261120CCCCCC03'),
  )
  const answers = within(await within(line).findByRole('group', { name: /^Resolve/ }))
  const giveUp = answers.getByRole('button', { name: /^Cancel replacement/ })
  expect(giveUp).toHaveTextContent('Ticket on JP-261120-CCCCCC03 reopens, refund available.')
  expect(line).not.toHaveTextContent('₹0')
  await user.click(giveUp)
  const form = screen.getByRole('form', { name: 'Cancel replacement' })
  expect(form).toHaveTextContent('Cancel this replacement?')
  expect(within(form).queryByLabelText('Amount')).not.toBeInTheDocument()
  await user.click(within(form).getByRole('button', { name: 'Cancel replacement' }))
  await waitFor(() => expect(api.sentTo(resolveUnit)).toHaveLength(1))
  expect(api.sentTo(resolveUnit)[0]?.body).toEqual({ unit: `${id}-2`, attempt: 1, answer: 'refund' })
  expect(await screen.findByText('Cancelled.')).toBeInTheDocument()
})

it('explains at R why there is no refund, and at cancelling that the ticket of the original order opens again', async () => {
  const manual = { ...partly, pendingReason: { kind: 'manual', since, detail: '' } as const, unitList: [] }
  const { user } = renderAdmin(`/orders?order=${id}`, {
    orders: [{ ...manual, delivery: 'manual', units: { total: 1, delivered: 0 } }],
  })
  const line = await screen.findByRole('listitem', { name: /Two packs/ })
  expect(line).toHaveTextContent('Free, replacement for JP-261120-CCCCCC03')
  expect(await within(line).findByRole('button', { name: /^Cancelled/ })).toHaveTextContent(
    'Ticket on JP-261120-CCCCCC03 reopens',
  )
  await user.keyboard('r')
  expect(await screen.findByText(/No payment; it’s a replacement/)).toBeInTheDocument()
})
