import { transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { on, refuse } from '../../../../tests/support/fake-api.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'

const one = makeBoardOrder({ orderid: 'JP261121AAAA01', itemname: '1,000 Diamonds' })
const other = makeBoardOrder({ orderid: 'JP261121BBBB02', itemname: '880 Diamonds' })

it('keeps a bulk action on an accidental close, and states the results in its heading', async () => {
  const { user, api } = renderAdmin('/orders', {
    orders: [one, other],
    calls: [
      on(transitionOrder, ({ params }) =>
        params.id === one.orderid
          ? { ...one, status: 'Refunded' as const, revision: 9 }
          : refuse('approval_required', { message: 'Above ₹3,000 two.' }),
      ),
    ],
  })
  await user.click(await screen.findByRole('checkbox', { name: /^Select 1,000/ }))
  await user.click(screen.getByRole('checkbox', { name: /^Select 880/ }))
  await user.click(screen.getByRole('button', { name: 'Refund…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Refund 2 orders/ }))
  await user.type(dialog.getByLabelText(/^Reason/), 'Out of stock')
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(dialog.getByText('You have unsaved changes')).toBeVisible()
  expect(dialog.getByLabelText(/^Reason/)).toHaveValue('Out of stock')
  await user.click(dialog.getByRole('button', { name: /^Refund 2 orders/ }))
  expect(await dialog.findByRole('heading', { name: '1 of 2 orders refunded' })).toBeVisible()
  expect(api.sentTo(transitionOrder)).toHaveLength(2)
})
