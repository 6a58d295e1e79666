import { imageGallery } from '@jhatpat/shared/contracts/admin-gallery.ts'
import { getAllItems } from '@jhatpat/shared/contracts/admin-items.ts'
import { allOrders, allWalletTransactions } from '@jhatpat/shared/contracts/admin-lists.ts'
import { getAllProducts } from '@jhatpat/shared/contracts/admin-products.ts'
import { approvalRequests } from '@jhatpat/shared/contracts/approval-requests.ts'
import { auditRows } from '@jhatpat/shared/contracts/audit.ts'
import { tickets } from '@jhatpat/shared/contracts/tickets.ts'
import { usersData } from '@jhatpat/shared/contracts/users.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { on, refuse } from '../../../../tests/support/fake-api.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'

const down = () => refuse('forbidden', { message: 'The list is down.' })

it.each([
  ['/tickets', tickets],
  ['/txn', allOrders],
  ['/wallettxn', allWalletTransactions],
  ['/usersdata', usersData],
  ['/price', getAllProducts],
  ['/viewproducts', getAllProducts],
  ['/viewitems', getAllItems],
  ['/admingallery', imageGallery],
  ['/approvals', approvalRequests],
  ['/audit', auditRows],
])('ADM-03 ADM-04 %s shows Loading..., then Error: and why', async (path, list) => {
  renderAdmin(path, { calls: [on(list, down)] })
  expect(await screen.findAllByText('Loading...')).not.toEqual([])
  expect(await screen.findByText(/^Error: /)).toHaveTextContent('Error: The list is down.')
})
