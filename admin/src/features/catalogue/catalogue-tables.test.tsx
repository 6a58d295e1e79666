import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { getAllItems } from '@jhatpat/shared/contracts/admin-items.ts'
import { getAllProducts } from '@jhatpat/shared/contracts/admin-products.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, type PreparedAnswer } from '../../../../tests/support/fake-api.ts'
import { makeAdminItem, makeAdminProduct } from '../../testing/catalogue-fixture.ts'
import { meera, renderAdmin, signIn } from '../../testing/render-admin.tsx'

const freeFire = { productid: 'free-fire', name: 'Free Fire' }
const anItem = (itemid: number, more: Partial<AdminItem> = {}) =>
  makeAdminItem({ _id: String(itemid), itemid, name: `${itemid * 10} Diamonds`, ...more })
const items = [
  anItem(7, { discountedprice: 90 }),
  anItem(8, { discountedprice: 500, products: [freeFire], type: 'large', inStock: false }),
  anItem(9, { discountedprice: 20, products: [freeFire], type: 'large', pausedBy: 'balance' }),
]
const products = [makeAdminProduct(), makeAdminProduct({ ...freeFire, _id: 'free-fire', isApi: false })]
const calls = [on(getAllItems, () => items), on(getAllProducts, () => products)]
const open = (path: string, more: PreparedAnswer[] = []) => renderAdmin(path, { calls: [...calls, ...more] })
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)

describe('View Items', () => {
  it('is sorted by a column, both ways, and its address stores it', async () => {
    const { user, address } = open('/viewitems')
    await screen.findByRole('row', { name: /80 Diamonds/ })
    expect(names()).toEqual(['70 Diamonds', '80 Diamonds', '90 Diamonds'])
    await user.click(screen.getByRole('button', { name: 'Price' }))
    await waitFor(() => expect(names()).toEqual(['80 Diamonds', '70 Diamonds', '90 Diamonds']))
    expect(address.current).toBe('/viewitems?sort=-price')
    await user.click(screen.getByRole('button', { name: /^Price/ }))
    await waitFor(() => expect(names()).toEqual(['90 Diamonds', '70 Diamonds', '80 Diamonds']))
    expect(screen.getByRole('columnheader', { name: /^Price/ })).toHaveAttribute('aria-sort', 'ascending')
  })

  it('is filtered by product, type and stock, also with a search, and counts the matches', async () => {
    const { user, address } = open('/viewitems')
    await user.click(await screen.findByRole('button', { name: 'Product: Any' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Free Fire' }))
    await waitFor(() => expect(names()).toEqual(['80 Diamonds', '90 Diamonds']))
    expect(screen.getByText('1–2 of 2')).toBeVisible()
    await user.type(screen.getByRole('searchbox'), '8')
    await waitFor(() => expect(names()).toEqual(['80 Diamonds']))
    expect(address.current).toBe('/viewitems?q=8&product=free-fire')
    await user.click(screen.getByRole('button', { name: 'Stock: Any' }))
    await user.click(screen.getByRole('menuitem', { name: 'In stock, paused' }))
    expect(await screen.findByRole('heading', { name: 'No results for “8”' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    await waitFor(() => expect(address.current).toBe('/viewitems'))
    expect(names()).toHaveLength(3)
  })

  it('is paged by button and by key', async () => {
    const many = Array.from({ length: 120 }, (_, index) => anItem(index + 1))
    const { user, address } = open('/viewitems', [on(getAllItems, () => many)])
    expect(await screen.findByText('1–50 of 120')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await user.keyboard(']')
    expect(await screen.findByText('101–120 of 120')).toBeVisible()
    expect(address.current).toBe('/viewitems?page=3')
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled()
    await user.keyboard('[[')
    expect(await screen.findByText('51–100 of 120')).toBeVisible()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows on a page' }), '250')
    expect(await screen.findByText('1–120 of 120')).toBeVisible()
  })

  it('has selectable columns, and Enter edits the row for roles that may edit it', async () => {
    const { user } = open('/viewitems?cols=price')
    await screen.findByRole('row', { name: /80 Diamonds/ })
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(['Item', 'Price', 'Actions'])
    await user.keyboard('jj{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Edit item' })).toBeVisible()
    expect(screen.getByLabelText('Name')).toHaveValue('80 Diamonds')
  })

  it('shows the margin of a price, and marks one below minimum', async () => {
    const cost = { amount: 80, unit: 'BRL', rupees: 80, floorPercent: 15, readAt: '2026-11-21T10:00:00.000Z' }
    open('/viewitems', [on(getAllItems, () => [{ ...items[0]!, cost }])])
    expect(await screen.findByRole('row', { name: /70 Diamonds/ })).toHaveTextContent('11.1% below minimum')
  })
})

describe('View Products', () => {
  it('is sorted by name, and filtered by category, stock and supplier', async () => {
    const { user, address } = open('/viewproducts')
    await screen.findByRole('row', { name: /Free Fire/ })
    expect(names()).toEqual(['Free Fire', 'Mobile Legends'])
    await user.click(screen.getByRole('button', { name: /^Product/ }))
    await waitFor(() => expect(names()).toEqual(['Mobile Legends', 'Free Fire']))
    await user.click(screen.getByRole('button', { name: 'Supplier: Any' }))
    await user.click(screen.getByRole('menuitem', { name: 'Manual' }))
    await waitFor(() => expect(names()).toEqual(['Free Fire']))
    expect(address.current).toBe('/viewproducts?apiType=OTHER&sort=-name')
  })

  it('is sorted by newest first on request', async () => {
    const dated = [
      makeAdminProduct({ createdAt: '2026-01-01T00:00:00.000Z' }),
      makeAdminProduct({ ...freeFire, _id: 'free-fire', createdAt: '2025-01-01T00:00:00.000Z' }),
    ]
    open('/viewproducts?cols=createdAt&sort=-createdAt', [on(getAllProducts, () => dated)])
    await screen.findByRole('row', { name: /Free Fire/ })
    expect(names()).toEqual(['Mobile Legends', 'Free Fire'])
  })

  it('offers its CSV only to roles that may export', async () => {
    const { unmount } = open('/viewproducts')
    expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeVisible()
    unmount()
    signIn({ ...meera, staffRole: 'catalogue' })
    renderAdmin('/viewproducts', { signedIn: false, calls })
    await screen.findByRole('row', { name: /Free Fire/ })
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull()
  })
})
