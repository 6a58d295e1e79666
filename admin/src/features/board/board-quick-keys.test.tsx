import { assignOrder, transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on } from '../../../../tests/support/fake-api.ts'
import { anAssignee } from '../../testing/board-fixture.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'

const unassigned = makeBoardOrder({ orderid: 'JP261121AAAA01' })
const mine = { ...unassigned, revision: unassigned.revision + 1, assignee: anAssignee('Meera', 'a1') }

describe('keys in quick succession', () => {
  it('completes after the assignment when D is pressed before its reply', async () => {
    const answer = Promise.withResolvers<void>()
    const { user, api, socket, server } = renderAdmin('/orders?order=JP261121AAAA01', {
      orders: [unassigned],
      calls: [on(assignOrder, () => answer.promise.then(() => mine))],
    })
    const row = await screen.findByRole('listitem', { name: /1,000 Points/ })
    await user.keyboard('c')
    server.orders = [mine]
    act(() => socket.changed(mine))
    await within(row).findByText('You')
    await user.keyboard('d')
    expect(api.sentTo(transitionOrder)).toEqual([])
    answer.resolve()
    await waitFor(() => expect(row).not.toBeInTheDocument())
    expect(api.sentTo(transitionOrder)).toHaveLength(1)
  })
})
