import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { missingScript, renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'
import { ExpandedOrder } from './board-row.tsx'

it('shows within the row that its content could not be loaded, and keeps the board', async () => {
  const other = makeBoardOrder({ orderid: 'JP261121BBBB02', itemname: '880 CP' })
  renderAdmin('/orders?order=JP261121AAAA01', {
    orders: [makeBoardOrder({ orderid: 'JP261121AAAA01' }), other],
    scripts: [[ExpandedOrder, missingScript()]],
  })
  const line = await screen.findByRole('listitem', { name: /1,000 Points/ })
  expect(await within(line).findByText('This page didn’t load')).toBeInTheDocument()
  expect(screen.getByRole('listitem', { name: /880 CP/ })).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1, name: 'Pending Orders' })).toBeInTheDocument()
})
