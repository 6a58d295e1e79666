import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { anAssignee, changesSent } from '../../testing/board-fixture.ts'
import { meera, renderAdmin, signIn } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'

const free = makeBoardOrder({ orderid: 'JP261121AAAA01' })
const theirs = makeBoardOrder({
  orderid: 'JP261121BBBB02',
  itemname: '880 CP',
  assignee: anAssignee('Imran', 'a2'),
})
const acts = /^(Assign|Reassign|Completed|Refunded|Cancelled|Undo|More actions for)/

function renderAs(staffRole: 'finance' | 'operations') {
  signIn({ ...meera, staffRole })
  return renderAdmin('/orders?order=JP261121AAAA01', { orders: [free, theirs], signedIn: false })
}

it('shows roles that may only view no button and no key that changes an order, and explains it', async () => {
  const { api, user } = renderAs('finance')
  const line = await screen.findByRole('listitem', { name: /1,000 Points/ })
  expect(await within(line).findByText('Your role can view orders only.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: acts })).not.toBeInTheDocument()
  expect(within(line).getByText('View only')).toBeInTheDocument()
  await user.click(screen.getByRole('checkbox', { name: /^Select 1,000/ }))
  await user.click(line)
  await user.keyboard('cdrx')
  expect(await screen.findAllByText(/^Your role can view orders/)).not.toHaveLength(1)
  expect(screen.queryByRole('form')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: acts })).not.toBeInTheDocument()
  expect(changesSent(api)).toEqual([])
})

it('shows them to roles that may change orders', async () => {
  renderAs('operations')
  const line = await screen.findByRole('listitem', { name: /1,000 Points/ })
  expect(within(line).getByRole('button', { name: /^Assign to me, 1,000/ })).toBeInTheDocument()
  expect(await within(line).findByRole('button', { name: /^Refunded/ })).toBeInTheDocument()
})
