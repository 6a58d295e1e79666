import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { aBoardOrder } from './a-board-order.ts'
import { aClaim } from './fake-board.ts'

const moveCall = 'POST /admin/orders/:id/move'
const unclaimed = aBoardOrder({ orderid: 'JP261121AAAA01' })
const mine = { ...unclaimed, revision: unclaimed.revision + 1, claim: aClaim('Meera', 'a1') }

describe('keys in quick succession', () => {
  it('completes after the claim when D is pressed before the claim is answered', async () => {
    const answer = Promise.withResolvers<void>()
    const { user, api, socket, server } = renderAdmin('/orders?order=JP261121AAAA01', {
      orders: [unclaimed],
      calls: { 'POST /admin/orders/:id/claim': () => answer.promise.then(() => mine) },
    })
    const row = await screen.findByRole('listitem', { name: /1,000 Points/ })
    await user.keyboard('c')
    server.orders = [mine]
    act(() => socket.changed(mine))
    await within(row).findByText('You')
    await user.keyboard('d')
    expect(api.sentTo(moveCall)).toEqual([])
    answer.resolve()
    await waitFor(() => expect(row).not.toBeInTheDocument())
    expect(api.sentTo(moveCall)).toHaveLength(1)
  })
})
