import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refusal } from '../../testing/fake-calls.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'

const down = () => refusal(403, 'forbidden', 'The list is down.')

it.each([
  ['/tickets', 'GET /admin/tickets'],
  ['/txn', 'GET /admin/alltxn'],
  ['/wallettxn', 'GET /admin/allwallettxn'],
  ['/usersdata', 'GET /admin/users_data'],
  ['/price', 'GET /admin/getallproducts'],
  ['/viewproducts', 'GET /admin/getallproducts'],
  ['/viewitems', 'GET /admin/getallitems'],
  ['/admingallery', 'GET /admin/imagegallery'],
  ['/approvals', 'GET /admin/approvals'],
  ['/audit', 'GET /admin/audit'],
])('ADM-03 ADM-04 %s shows Loading..., then Error: and why', async (path, list) => {
  renderAdmin(path, { calls: { [list]: down } })
  expect(await screen.findAllByText('Loading...')).not.toEqual([])
  expect(await screen.findByText(/^Error: /)).toHaveTextContent('Error: The list is down.')
})
