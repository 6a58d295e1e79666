import { getAllItems } from '@jhatpat/shared/contracts/admin-items.ts'
import {
  createProduct,
  deleteProduct,
  editProduct,
  getAllProducts,
  updateProduct,
} from '@jhatpat/shared/contracts/admin-products.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, refuse } from '../../../../tests/support/fake-api.ts'
import { makeAdminItem, makeAdminProduct } from '../../testing/catalogue-fixture.ts'
import { meera, renderAdmin, signIn } from '../../testing/render-admin.tsx'

const shop = [on(getAllProducts, () => [makeAdminProduct()]), on(getAllItems, () => [makeAdminItem()])]

async function openForm(calls: NonNullable<Parameters<typeof renderAdmin>[1]>['calls'] = []) {
  const view = renderAdmin('/createproduct', { calls: [...shop, ...calls] })
  await screen.findByLabelText('Name')
  const { user } = view
  // Sets the value at once: typing letter by letter into a form this large takes half a minute on a busy machine.
  const fill = (label: string, text: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
  const send = () => user.click(screen.getByRole('button', { name: 'Create Product' }))
  const fillAll = async () => {
    fill('Name', 'Magic Chess')
    fill('Type', ' ml bb')
    await user.selectOptions(screen.getByLabelText('Category'), 'games')
    fill('Image Path', '/media/chess.webp')
    fill('Input 1, label', 'User ID')
    fill('Input 2, label', 'Zone ID')
    fill('Item 1', '101')
  }
  return { ...view, fill, fillAll, send }
}

describe('Create Product', () => {
  it('APROD-11 APROD-12 starts with two empty input labels and one empty item', async () => {
    await openForm()
    const labels = screen.getAllByLabelText(/^Input \d, label$/)
    expect(labels.map((input) => (input as HTMLInputElement).value)).toEqual(['', ''])
    const numbers = screen.getAllByLabelText(/^Item \d+$/)
    expect(numbers.map((input) => (input as HTMLInputElement).value)).toEqual([''])
  })

  it('APROD-02 APROD-03 APROD-04 APROD-05 APROD-06 APROD-07 APROD-08 APROD-09 shows only the first error, in the order of the form', async () => {
    const { user, fill, send, api } = await openForm()
    await user.click(screen.getByRole('switch', { name: 'Is API' }))
    const messagesShown: (string | null | undefined)[] = []
    const readMessage = async () => {
      await send()
      messagesShown.push(
        (await screen.findByText(/^Checked in this order/)).parentElement?.querySelector('b')?.textContent,
      )
    }
    await readMessage()
    fill('Name', 'Magic Chess')
    await readMessage()
    fill('Type', 'mlbb')
    await readMessage()
    await user.selectOptions(screen.getByLabelText('Category'), 'games')
    await readMessage()
    fill('Image Path', '/media/chess.webp')
    await readMessage()
    fill('Input 1, label', 'User ID')
    fill('Input 2, label', 'Zone ID')
    await readMessage()
    fill('Item 1', '101')
    await readMessage()
    expect(messagesShown).toEqual([
      'Name is required.',
      'Type is required.',
      'Category is required.',
      'Image Path is required.',
      'All input fields must have labels.',
      'All items must be valid numbers.',
      'API Type is required when Is API is true.',
    ])
    expect(api.sentTo(createProduct)).toEqual([])
  })

  it('APROD-01 APROD-10 APROD-13 sends what was typed, confirms it, and is empty again', async () => {
    const made = makeAdminProduct({ productid: 'magic-chess' })
    const { fillAll, send, api } = await openForm([
      on(createProduct, () => ({ message: 'Product created successfully!', product: made })),
    ])
    await fillAll()
    expect(screen.getByText('Stored as MLBB')).toBeVisible()
    expect(screen.getByText('86 Diamonds')).toBeVisible()
    await send()
    expect(await screen.findByText(/^Product created successfully!/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'View in store' })).toHaveAttribute(
      'href',
      '/product/magic-chess',
    )
    const [sent] = api.sentTo(createProduct)
    expect(sent?.body).toEqual({
      name: 'Magic Chess',
      type: 'MLBB',
      category: 'games',
      imgpath: '/media/chess.webp',
      inputs: [{ label: 'User ID' }, { label: 'Zone ID' }],
      items: [101],
      importantnote: '',
      instock: true,
      istrending: false,
      isApi: false,
      apiType: '',
    })
    expect(sent?.idempotencyKey).toBeTruthy()
    expect(screen.getByLabelText('Name')).toHaveValue('')
  })

  it('sends the rule of each input, and names a fault of it', async () => {
    const { user, fill, fillAll, send, api } = await openForm([
      on(createProduct, () => ({ message: 'Product created successfully!', product: makeAdminProduct() })),
    ])
    await fillAll()
    await user.selectOptions(screen.getByLabelText('Input 1, rule'), 'Digits')
    fill('Minimum length (optional)', '१२')
    fill('Maximum length (optional)', '6')
    await user.selectOptions(screen.getByLabelText('Input 2, rule'), 'Pattern')
    fill('Pattern', '(a+)+')
    fill('Example, shown to customers', '#2PP')
    await send()
    expect(await screen.findAllByText('The longest length is below the shortest.')).toHaveLength(2)
    expect(screen.getByLabelText('Pattern')).toHaveAccessibleDescription(/^A pattern is characters/)
    expect(api.sentTo(createProduct)).toEqual([])

    fill('Maximum length (optional)', '')
    fill('Pattern', '#[0-9A-Z]{3,9}')
    await send()
    await waitFor(() => expect(api.sentTo(createProduct)).toHaveLength(1))
    expect(api.sentTo(createProduct)[0]?.body).toMatchObject({
      inputs: [
        { label: 'User ID', rule: { kind: 'digits', min: 12 } },
        { label: 'Zone ID', rule: { kind: 'pattern', pattern: '#[0-9A-Z]{3,9}', example: '#2PP' } },
      ],
    })
  })

  it('APROD-14 shows that it failed and why, keeps what was typed, and retries under the same key', async () => {
    const { fillAll, send, api, unmount } = await openForm([
      on(createProduct, () => refuse('item_not_found', { message: 'There is no item 101.' })),
    ])
    await fillAll()
    await send()
    expect(await screen.findByText('Error creating product')).toBeVisible()
    expect(screen.getByText('There is no item 101.')).toBeVisible()
    await send()
    await waitFor(() => expect(api.sentTo(createProduct)).toHaveLength(2))
    const [one, two] = api.sentTo(createProduct).map(({ idempotencyKey }) => idempotencyKey)
    expect(two).toBe(one)
    unmount()
    await openForm()
    expect(screen.getByLabelText('Name')).toHaveValue('Magic Chess')
  })
})

describe('View Products', () => {
  it('APROD-15 lists all products, and finds one', async () => {
    const other = makeAdminProduct({ productid: 'free-fire', name: 'Free Fire', instock: false })
    const { user, address } = renderAdmin('/viewproducts', {
      calls: [on(getAllProducts, () => [makeAdminProduct(), other])],
    })
    await screen.findByRole('row', { name: /Free Fire/ })
    const table = screen.getByRole('table', { name: 'View Products' })
    expect(within(table).getAllByRole('row')).toHaveLength(3)
    expect(within(table).getByRole('row', { name: /Free Fire/ })).toHaveTextContent('Out of stock')
    await user.type(screen.getByRole('searchbox'), 'fire')
    await waitFor(() => expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(2))
    expect(address.current).toBe('/viewproducts?q=fire')
  })

  it('is read-only for roles that may not edit the catalogue', async () => {
    signIn({ ...meera, staffRole: 'operations' })
    renderAdmin('/viewproducts', { signedIn: false, calls: shop })
    await screen.findByRole('row', { name: /Mobile Legends/ })
    expect(screen.queryByRole('link', { name: /^Edit/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument()
    expect(within(screen.getByRole('main')).queryByRole('link', { name: /^Create/ })).not.toBeInTheDocument()
  })

  it('APROD-17 APROD-18 asks before it deletes a product, and then removes it', async () => {
    let rows = [makeAdminProduct()]
    const { user, api } = renderAdmin('/viewproducts', {
      calls: [
        on(getAllProducts, () => rows),
        on(deleteProduct, () => {
          rows = []
          return { message: 'Product deleted successfully' }
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Delete Mobile Legends' }))
    expect(screen.getByText('Are you sure you want to delete this product?')).toBeVisible()
    expect(api.sentTo(deleteProduct)).toEqual([])
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('No Products')).toBeVisible()
    expect(api.sentTo(deleteProduct)[0]?.params).toEqual({ productid: 'mobile-legends' })
  })

  it('APROD-19 shows that it failed, and offers to take out of stock what open orders still need', async () => {
    const { user, api } = renderAdmin('/viewproducts', {
      calls: [
        on(getAllProducts, () => [makeAdminProduct()]),
        on(deleteProduct, () => refuse('catalogue_in_use', { message: 'Orders of it are still open.' })),
        on(updateProduct, () => ({
          message: 'Product instock status updated successfully',
          product: makeAdminProduct({ instock: false }),
        })),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Delete Mobile Legends' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Failed to delete product')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Mark out of stock' }))
    await waitFor(() =>
      expect(api.sentTo(updateProduct)[0]?.body).toEqual({
        _id: 'mobile-legends',
        instock: false,
      }),
    )
  })
})

describe('Edit product', () => {
  it('APROD-16 opens filled in, and saves with the version that was loaded', async () => {
    const { user, api } = renderAdmin('/editproduct/mobile-legends', {
      calls: [
        ...shop,
        on(editProduct, () => ({
          message: 'Product updated successfully',
          product: makeAdminProduct({ __v: 6 }),
        })),
      ],
    })
    const name = await screen.findByLabelText('Name')
    expect(name).toHaveValue('Mobile Legends')
    expect(screen.getByLabelText('Item 1')).toHaveValue('101')
    await user.clear(name)
    await user.type(name, 'Mobile Legends BR')
    await user.click(screen.getByRole('button', { name: 'Save product' }))
    expect(await screen.findByText('Product updated successfully')).toBeVisible()
    expect(api.sentTo(editProduct)[0]?.body).toMatchObject({
      name: 'Mobile Legends BR',
      items: [101],
      __v: 5,
    })
  })

  it('is not open to roles that may not save it', async () => {
    signIn({ ...meera, staffRole: 'operations' })
    renderAdmin('/editproduct/mobile-legends', { signedIn: false, calls: shop })
    expect(await screen.findByText('This page doesn’t exist')).toBeVisible()
    expect(screen.queryByLabelText('Name')).not.toBeInTheDocument()
  })

  it('keeps what was typed after a concurrent change', async () => {
    const { user } = renderAdmin('/editproduct/mobile-legends', {
      calls: [
        ...shop,
        on(editProduct, () => refuse('product_changed', { message: 'Another admin was first.' })),
      ],
    })
    await user.type(await screen.findByLabelText('Name'), ' BR')
    await user.click(screen.getByRole('button', { name: 'Save product' }))
    expect(await screen.findByText('Another admin was first.')).toBeVisible()
    expect(screen.getByLabelText('Name')).toHaveValue('Mobile Legends BR')
  })
})
