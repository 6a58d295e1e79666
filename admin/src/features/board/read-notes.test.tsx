import { orderNotes } from '@jhatpat/shared/contracts/order-details.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { on, refuse } from '../../../../tests/support/fake-api.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'

const at = '2026-11-21T15:12:51.000Z'
const order = makeBoardOrder({ noteSummary: { count: 1, lastAt: at } })
const first = { at, by: 'a2', name: 'Imran', text: 'Asked their support.' }
const second = { at: '2026-11-21T15:14:00.000Z', by: 'a3', name: 'Sana', text: 'They answer tomorrow.' }
const openRow = async (user: ReturnType<typeof renderAdmin>['user']) =>
  user.click(await screen.findByRole('listitem', { name: /1,000 Points/ }))

it('fetches the notes of a row when it expands, and again when the board reports a new one', async () => {
  let notes = [first]
  const { user, api, socket } = renderAdmin('/orders', {
    orders: [order],
    calls: [on(orderNotes, () => ({ notes }))],
  })
  await screen.findByRole('listitem', { name: /1,000 Points/ })
  expect(api.sentTo(orderNotes)).toEqual([])
  await openRow(user)
  expect(await screen.findByText('Asked their support.')).toBeInTheDocument()
  notes = [first, second]
  act(() => socket.changed({ ...order, revision: 9, noteSummary: { count: 2, lastAt: second.at } }))
  expect(await screen.findByText('They answer tomorrow.')).toBeInTheDocument()
  expect(api.sentTo(orderNotes)).toHaveLength(2)
  act(() => socket.changed({ ...order, revision: 10, noteSummary: { count: 2, lastAt: second.at } }))
  await waitFor(() => expect(screen.getByText('They answer tomorrow.')).toBeInTheDocument())
  expect(api.sentTo(orderNotes)).toHaveLength(2)
})

it('states how many notes could not be loaded, and retries on request', async () => {
  let isDown = true
  const answer = () => (isDown ? refuse('internal', { message: 'It is down.' }) : { notes: [first] })
  const { user } = renderAdmin('/orders', { orders: [order], calls: [on(orderNotes, answer)] })
  await openRow(user)
  await screen.findByText('1 note couldn’t be loaded: It is down.')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Asked their support.')).toBeInTheDocument()
})

it('fetches the notes where the board does not report a count', async () => {
  const { noteSummary: _unsaid, ...unsaid } = order
  const { user, api } = renderAdmin('/orders', {
    orders: [unsaid],
    calls: [on(orderNotes, () => ({ notes: [first] }))],
  })
  await openRow(user)
  expect(await screen.findByText('Asked their support.')).toBeInTheDocument()
  expect(api.sentTo(orderNotes)).toHaveLength(1)
})
