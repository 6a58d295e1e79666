import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'

const order = makeBoardOrder({ orderid: 'JP261121AAAA01' })
const other = makeBoardOrder({ orderid: 'JP261121BBBB02', itemname: '880 CP' })
const imran = { id: 's2', adminId: 'a2', name: 'Imran Khan', orderid: other.orderid, isPresent: true }
const row = (name: RegExp) => screen.findByRole('listitem', { name })

it('shows the other admins on the board and which order they have open, until they leave', async () => {
  const { socket } = renderAdmin('/orders', { orders: [order, other] })
  await row(/880 CP/)
  act(() => socket.person(imran))
  expect(screen.getByText('Imran Khan is viewing the board')).toBeInTheDocument()
  expect(within(await row(/880 CP/)).getByText('Imran Khan viewing')).toBeInTheDocument()
  expect(within(await row(/1,000 Points/)).queryByText(/viewing/)).not.toBeInTheDocument()
  act(() => socket.person({ ...imran, isPresent: false }))
  expect(screen.queryByText(/Imran Khan/)).not.toBeInTheDocument()
})

it('publishes which order is open here, and that the page has gone', async () => {
  const { user, socket } = renderAdmin('/orders', { orders: [order, other] })
  await user.click(await row(/880 CP/))
  await waitFor(() => expect(socket.presence.at(-1)).toEqual({ orderid: other.orderid, isPresent: true }))
  await user.click(screen.getByRole('link', { name: 'Dashboard' }))
  await waitFor(() => expect(socket.presence.at(-1)).toMatchObject({ isPresent: false }))
})
