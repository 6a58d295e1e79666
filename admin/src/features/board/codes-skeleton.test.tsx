import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { anAssignee } from '../../testing/board-fixture.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'

const script = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('../../lib/deliver-codes/deliver-codes.tsx', async (original) => {
  await script.promise
  return original()
})

const transitionCall = 'POST /admin/orders/:id/transition'

it('changes nothing by the keys of a code that is typed before its field has loaded', async () => {
  const ott = makeBoardOrder({
    orderid: 'JP261121AAAA01',
    needsCodes: true,
    assignee: anAssignee('Meera', 'a1'),
  })
  const { user, api } = renderAdmin('/orders?order=JP261121AAAA01', { orders: [ott] })
  await screen.findByRole('listitem', { name: /1,000 Points/ })
  await user.keyboard('d')
  expect(await screen.findByRole('form', { name: 'Set to Completed' })).toBeInTheDocument()
  expect(screen.getByLabelText('The field for the code is loading')).toHaveFocus()
  await user.keyboard('X7KQ2{Enter}')
  expect(screen.getByRole('form', { name: 'Set to Completed' })).toBeInTheDocument()
  expect(api.sentTo(transitionCall)).toEqual([])
  script.resolve()
  await waitFor(() => expect(screen.getByLabelText('Text of line 1')).toHaveFocus())
  await user.keyboard('X7KQ2{Enter}')
  await waitFor(() => expect(api.sentTo(transitionCall)).toHaveLength(1))
  expect(api.sentTo(transitionCall)[0]?.body).toMatchObject({ codes: [{ label: 'Code', value: 'X7KQ2' }] })
})
