import { createItem, editItem, getAllItems } from '@jhatpat/shared/contracts/admin-items.ts'
import { getAllProducts } from '@jhatpat/shared/contracts/admin-products.ts'
import type { SupplierProduct } from '@jhatpat/shared/contracts/supplier-products.ts'
import { enterProductCost, supplierProducts } from '@jhatpat/shared/contracts/supplier-products.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { on, refuse } from '../../../../../tests/support/fake-api.ts'
import { makeAdminItem, makeAdminProduct } from '../../../testing/catalogue-fixture.ts'
import { meera, renderAdmin, signIn } from '../../../testing/render-admin.tsx'

const at = '2026-11-21T10:00:00.000Z'

const aPack = (more: Partial<SupplierProduct> = {}): SupplierProduct => ({
  id: 'SMILEBR:13',
  account: 'SMILEBR',
  apiType: 'SMILEBR',
  supplierItemId: '13',
  name: '78&8 Diamond',
  price: 6.25,
  unit: 'BRL',
  inStock: true,
  goneAt: null,
  readAt: at,
  items: [{ itemid: 101, name: '86 Diamonds' }],
  ...more,
})
const fresh = aPack({ id: 'SMILEBR:26', supplierItemId: '26', name: '706 Diamond', items: [] })
const lists = () => ({
  products: [
    aPack({ priceBefore: 6 }),
    fresh,
    aPack({ id: 'SMILEBR:9', supplierItemId: '9', name: 'Old pack', goneAt: at, inStock: false }),
    aPack({ id: 'SMILEBR:8', supplierItemId: '8', name: 'Nobody’s', goneAt: at, items: [] }),
  ],
  unlisted: [{ itemid: 109, name: 'Lost', account: 'SMILEBR', supplierItemId: '404' }],
})
type Calls = NonNullable<Parameters<typeof renderAdmin>[1]>['calls']
const openLists = async (calls: Calls = [], more: { signedIn?: boolean } = {}) => {
  const view = renderAdmin('/supplierlists', {
    ...more,
    calls: [on(supplierProducts, lists), on(getAllItems, () => [makeAdminItem()]), ...calls],
  })
  const table = within(await screen.findByRole('table', { name: 'Supplier products' }))
  return { ...view, table }
}

it('shows what is new, removed and dearer, and which of our ids no list has', async () => {
  const { table, user } = await openLists()
  expect(table.getByRole('row', { name: /^78&8/ })).toHaveTextContent('R$6.00 R$6.25')
  expect(table.getByRole('row', { name: /^78&8/ })).toHaveTextContent('Price changed')
  expect(table.getByRole('row', { name: /^706/ })).toHaveTextContent('Not listed')
  expect(table.getByRole('row', { name: /^Old pack/ })).toHaveTextContent('Discontinued')
  expect(table.queryByRole('row', { name: /Nobody/ })).not.toBeInTheDocument()
  expect(screen.getByText('Lost (109): SMILEBR 404')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Import Old/ })).not.toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText('Status'), 'new')
  await waitFor(() => expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(2))
})

it('changes the id of an existing item after a confirmation, with the version that was loaded', async () => {
  let tries = 0
  const { user, api } = await openLists([
    on(editItem, () =>
      tries++ === 0
        ? refuse('item_changed', { message: 'Another admin was first.' })
        : { message: 'Item updated successfully', item: makeAdminItem({ id: '26', __v: 4 }) },
    ),
  ])
  await user.click(screen.getByRole('button', { name: 'Import 706 Diamond, 26' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.selectOptions(dialog.getByLabelText('Existing item'), '101')
  expect(dialog.getByText('26')).toBeVisible()
  expect(api.sentTo(editItem)).toEqual([])
  const save = () => user.click(dialog.getByRole('button', { name: 'Save supplier ID' }))
  await save()
  expect(await dialog.findByText('Another admin was first.')).toBeVisible()
  await save()
  expect(await screen.findByText('Item updated successfully')).toBeVisible()
  expect(api.sentTo(editItem).map(({ params, body }) => [params, body])[1]).toEqual([
    { itemid: 101 },
    {
      name: '86 Diamonds',
      imgpath: '/media/d.svg',
      __v: 3,
      isApi: true,
      apiType: 'SMILEBR',
      originalprice: 130,
      discountedprice: 109,
      resellprice: 101,
      itemidarray: ['26'],
    },
  ])
})

it.each([
  [{ isApi: true }, { isApi: false }, 'SMILEBR delivers it now'],
  [{ isApi: true }, { isApi: true }, 'SMILEBR'],
  [{ isApi: false }, { isApi: false }, 'Still manual in Mobile Legends'],
])('of a product %o shows the supplier of an item %o: %s', async (product, item, text) => {
  const { user } = await openLists([
    on(getAllProducts, () => [makeAdminProduct(product)]),
    on(getAllItems, () => [makeAdminItem(item)]),
  ])
  await user.click(screen.getByRole('button', { name: 'Import 706 Diamond, 26' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.selectOptions(dialog.getByLabelText('Existing item'), '101')
  expect(await dialog.findByText(text)).toBeVisible()
})

it('fills in a new item that is out of stock, and leaves another draft alone', async () => {
  const draft = JSON.stringify({ name: 'Begun by hand' })
  localStorage.setItem('draft:item', draft)
  const { user, api } = await openLists([
    on(createItem, () => ({ message: '', item: makeAdminItem({ itemid: 120, inStock: false }) })),
  ])
  await user.click(screen.getByRole('button', { name: 'Import 706 Diamond, 26' }))
  await user.click(screen.getByRole('link', { name: 'Create new item' }))
  expect(await screen.findByLabelText('Name')).toHaveValue('706 Diamond')
  expect(screen.getByRole('switch', { name: 'In stock' })).not.toBeChecked()
  for (const [label, text] of [
    ['Original Price', '900'],
    ['Discounted Price', '800'],
    ['Resell Price', '780'],
    ['Image Path', '/media/d.svg'],
  ] as const) {
    await user.type(screen.getByLabelText(label), text)
  }
  await user.click(screen.getByRole('button', { name: 'Create Item' }))
  await waitFor(() => expect(api.sentTo(createItem)).toHaveLength(1))
  expect(api.sentTo(createItem)[0]?.body).toMatchObject({
    name: '706 Diamond',
    isApi: true,
    apiType: 'SMILEBR',
    itemidarray: ['26'],
    inStock: false,
    discountedprice: 800,
  })
  await waitFor(() => expect(localStorage.getItem('draft:item-of-pack')).toBeNull())
  expect(localStorage.getItem('draft:item')).toBe(draft)
  localStorage.removeItem('draft:item')
})

it('is read-only for roles that may not edit', async () => {
  signIn({ ...meera, staffRole: 'finance' })
  await openLists([], { signedIn: false })
  expect(screen.queryByRole('button', { name: /^Import/ })).not.toBeInTheDocument()
})

const learned = {
  coins: 61.5,
  source: 'learned' as const,
  at,
  before: 1_000,
  after: 938.5,
  orderId: 'JP1',
}
const withCoins = () => ({
  products: [
    aPack({
      cost: {
        coins: 61.5,
        source: 'learned',
        isProven: false,
        suggested: 62.5,
        version: 3,
        history: [learned],
      },
    }),
    aPack({
      id: 'SMILEBR:26',
      supplierItemId: '26',
      name: '706 Diamond',
      cost: { isProven: false, suggested: 499, version: 0, history: [] },
    }),
    aPack({ id: 'MOOGOLD:7', account: 'MOOGOLD', supplierItemId: '7', name: '60 Crystals', unit: 'USD' }),
  ],
  unlisted: [],
})

it('shows the cost of a supplier product in coins and its source, and not the list price for it', async () => {
  const { table, user } = await openLists([on(supplierProducts, withCoins)])
  expect(table.getByRole('row', { name: /^78&8/ })).toHaveTextContent('61.5 coins, not proven yet')
  expect(table.getByRole('row', { name: /^706/ })).toHaveTextContent('unknown')
  expect(table.getByRole('row', { name: /^60 Crystals/ })).toHaveTextContent('as listed')
  await user.click(screen.getByRole('button', { name: /^Coins for 78&8/ }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(/Its list price suggests about 62.5/)).toBeVisible()
  expect(dialog.getByText(/from the order JP1: 1,000 before, 938.5 after/)).toBeVisible()
})

it('saves entered coins with their source, day and the version that was loaded', async () => {
  let tries = 0
  const { user, api } = await openLists([
    on(supplierProducts, withCoins),
    on(enterProductCost, () =>
      tries++ === 0
        ? refuse('product_cost_changed', { message: 'Its cost was changed meanwhile.' })
        : { message: 'Cost saved' },
    ),
  ])
  await user.click(screen.getByRole('button', { name: /^Coins for 78&8/ }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Coins for one'), '1,061.5')
  await user.type(dialog.getByLabelText('Where is it from?'), 'the vendor’s mail')
  const save = () => user.click(dialog.getByRole('button', { name: 'Save coins' }))
  await save()
  expect(await dialog.findByText('Its cost was changed meanwhile.')).toBeVisible()
  expect(dialog.getByLabelText('Coins for one')).toHaveValue('1,061.5')
  await save()
  expect(await screen.findByText('Cost saved')).toBeVisible()
  const [first] = api.sentTo(enterProductCost)
  expect(first?.params).toEqual({ account: 'SMILEBR', product: '13' })
  expect(first?.body).toMatchObject({ coins: '1061.5', reason: 'the vendor’s mail', version: 3 })
})

it('is read-only for roles that may not change prices', async () => {
  signIn({ ...meera, staffRole: 'finance' })
  const view = await openLists([on(supplierProducts, withCoins)], { signedIn: false })
  await view.user.click(screen.getByRole('button', { name: /^Coins for 78&8/ }))
  expect(screen.queryByRole('button', { name: 'Save coins' })).not.toBeInTheDocument()
})
