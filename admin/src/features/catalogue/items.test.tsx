import { createItem, deleteItem, editItem, getAllItems } from '@jhatpat/shared/contracts/admin-items.ts'
import { getAllProducts } from '@jhatpat/shared/contracts/admin-products.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, type PreparedAnswer, refuse } from '../../../../tests/support/fake-api.ts'
import { makeAdminItem, makeAdminProduct } from '../../testing/catalogue-fixture.ts'
import { meera, renderAdmin, signIn } from '../../testing/render-admin.tsx'

const shop = [on(getAllItems, () => [makeAdminItem()]), on(getAllProducts, () => [makeAdminProduct()])]
type Calls = NonNullable<Parameters<typeof renderAdmin>[1]>['calls']

async function openForm(calls: Calls = []) {
  const view = renderAdmin('/createitems', { calls: [...shop, ...calls] })
  await screen.findByLabelText('Name')
  const { user } = view
  // Sets the value at once: typing letter by letter into a form this large takes half a minute on a busy machine.
  const fill = (label: string, text: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
  const send = () => user.click(screen.getByRole('button', { name: 'Create Item' }))
  const fillNeeded = async () => {
    fill('Name', '1,050 Diamonds')
    fill('Original Price', '1,499')
    fill('Discounted Price', '1269.50')
    fill('Resell Price', '1189')
    fill('Image Path', '/media/d5.webp')
  }
  return { ...view, fill, fillNeeded, send }
}

describe('Create Items', () => {
  it('AITEM-02 AITEM-03 AITEM-04 AITEM-05 AITEM-06 AITEM-07 AITEM-08 shows only the first error, in the order of the checks', async () => {
    const { user, fill, send, api } = await openForm()
    await user.click(screen.getByRole('switch', { name: 'Is API' }))
    fill('Original Price', '12.345')
    const messagesShown: (string | null | undefined)[] = []
    const readMessage = async () => {
      await send()
      messagesShown.push(
        (await screen.findByText(/^Checked in this order/)).parentElement?.querySelector('b')?.textContent,
      )
    }
    await readMessage()
    fill('Name', '1,050 Diamonds')
    await readMessage()
    fill('Original Price', '1,499')
    await readMessage()
    fill('Discounted Price', '1269.50')
    await readMessage()
    fill('Resell Price', '1189')
    await readMessage()
    await user.selectOptions(screen.getByLabelText('API Type'), 'SMILEBR')
    await readMessage()
    expect(messagesShown).toEqual([
      'Name is required.',
      'A valid Original Price is required.',
      'A valid Discounted Price is required.',
      'A valid Resell Price is required.',
      'API Type is required when Is API is true.',
      'Image Path is required.',
    ])
    expect(api.sentTo(createItem)).toEqual([])
  })

  it('AITEM-01 AITEM-09 AITEM-10 AITEM-11 AITEM-12 sends what was typed, without type, task and ids where there are none', async () => {
    const { fillNeeded, send, api } = await openForm([
      on(createItem, () => ({ message: 'Item created successfully!', item: makeAdminItem({ itemid: 108 }) })),
    ])
    await fillNeeded()
    await send()
    expect(await screen.findByText(/^Item created successfully! Item no. 108/)).toBeVisible()
    expect(api.sentTo(createItem)[0]?.body).toEqual({
      name: '1,050 Diamonds',
      originalprice: 1499,
      discountedprice: 1269.5,
      resellprice: 1189,
      imgpath: '/media/d5.webp',
      type: '',
      suggestedTask: '',
      itemidarray: [],
      inStock: true,
      isApi: false,
      apiType: '',
    })
  })

  it('sends a bundle’s ids one by one, repeated as often as the item buys them', async () => {
    const { user, fill, fillNeeded, send, api } = await openForm([
      on(createItem, () => ({ message: 'Item created successfully!', item: makeAdminItem() })),
    ])
    await fillNeeded()
    fill('Item ID array (optional)', '26, 23 23')
    expect(screen.getByText(/^3 purchases in a row/)).toBeVisible()
    await user.selectOptions(screen.getByLabelText('Type (optional)'), 'large')
    await send()
    await waitFor(() =>
      expect(api.sentTo(createItem)[0]?.body).toMatchObject({
        itemidarray: ['26', '23', '23'],
        type: 'large',
      }),
    )
  })

  it('AITEM-13 shows that it failed, and why', async () => {
    const { fillNeeded, send } = await openForm([
      on(createItem, () => refuse('internal', { message: 'Something went wrong!' })),
    ])
    await fillNeeded()
    await send()
    expect(await screen.findByText('Error creating item')).toBeVisible()
    expect(screen.getByText('Something went wrong!')).toBeVisible()
  })
})

describe('View Items', () => {
  const openEdit = async (calls: PreparedAnswer[]) => {
    const view = renderAdmin('/viewitems', { calls: [...shop, ...calls] })
    await view.user.click(await screen.findByRole('button', { name: 'Edit 86 Diamonds, 101' }))
    return { ...view, dialog: within(screen.getByRole('dialog', { name: 'Edit item' })) }
  }

  it('AITEM-14 lists all items with their numbers, products, prices and stock', async () => {
    renderAdmin('/viewitems', { calls: shop })
    const row = await screen.findByRole('row', { name: /86 Diamonds/ })
    for (const text of ['101', 'Mobile Legends', 'small', '13', '₹130', '₹109', '₹101', 'In stock']) {
      expect(row).toHaveTextContent(text)
    }
  })

  it('shows that an item is paused for a low balance, and links to the suppliers', async () => {
    const calls = [...shop, on(getAllItems, () => [{ ...makeAdminItem(), pausedBy: 'balance' as const }])]
    renderAdmin('/viewitems', { calls })
    const row = within(await screen.findByRole('row', { name: /86 Diamonds/ }))
    expect(row.getByRole('link', { name: 'In stock, paused' })).toHaveAttribute('href', '/suppliers')
  })

  it('is read-only for roles that may not edit the catalogue', async () => {
    signIn({ ...meera, staffRole: 'operations' })
    renderAdmin('/viewitems', { signedIn: false, calls: shop })
    await screen.findByRole('row', { name: /86 Diamonds/ })
    expect(screen.queryByRole('button', { name: /^Edit/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument()
    expect(within(screen.getByRole('main')).queryByRole('link', { name: /^Create/ })).not.toBeInTheDocument()
  })

  it('AITEM-15 AITEM-16 opens the dialog, saves the changed item, and closes', async () => {
    const { user, dialog, api } = await openEdit([
      on(editItem, () => ({ message: 'Item updated successfully', item: makeAdminItem({ __v: 4 }) })),
    ])
    const price = dialog.getByLabelText('Discounted Price')
    expect(price).toHaveValue('109')
    await user.clear(price)
    await user.type(price, '105')
    await user.click(dialog.getByRole('button', { name: 'Save item' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(api.sentTo(editItem)[0]).toMatchObject({
      params: { itemid: 101 },
      body: { name: '86 Diamonds', discountedprice: 105, itemidarray: ['13'], type: 'small', __v: 3 },
    })
  })

  it('AITEM-17 can be cancelled without sending anything', async () => {
    const { user, dialog, api } = await openEdit([])
    await user.type(dialog.getByLabelText('Name'), ' and more')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(api.sentTo(editItem)).toEqual([])
  })

  it('is not closed by accident while there are unsaved changes', async () => {
    const { user, dialog } = await openEdit([])
    await user.type(dialog.getByLabelText('Name'), ' and more')
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    expect(await dialog.findByText('You have unsaved changes')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('AITEM-18 shows that the save failed, and keeps what was typed', async () => {
    const { user, dialog } = await openEdit([
      on(editItem, () => refuse('item_changed', { message: 'Someone else updated this item.' })),
    ])
    await user.type(dialog.getByLabelText('Name'), '!')
    await user.click(dialog.getByRole('button', { name: 'Save item' }))
    expect(await dialog.findByText('Failed to update item')).toBeVisible()
    expect(dialog.getByText('Someone else updated this item.')).toBeVisible()
    expect(dialog.getByLabelText('Name')).toHaveValue('86 Diamonds!')
  })

  it('AITEM-19 AITEM-20 asks before it deletes an item, and then removes it', async () => {
    let rows = [makeAdminItem()]
    const { user, api } = renderAdmin('/viewitems', {
      calls: [
        ...shop,
        on(getAllItems, () => rows),
        on(deleteItem, () => {
          rows = []
          return { message: 'Item deleted successfully' }
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Delete 86 Diamonds, 101' }))
    expect(screen.getByText('Are you sure you want to delete this item?')).toBeVisible()
    expect(screen.getByText('Listed in Mobile Legends')).toBeVisible()
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('No items found')).toBeVisible()
    expect(api.sentTo(deleteItem)[0]?.params).toEqual({ itemid: 101 })
  })

  it('AITEM-21 shows that the delete failed', async () => {
    const { user } = renderAdmin('/viewitems', {
      calls: [
        ...shop,
        on(deleteItem, () => refuse('item_not_found', { message: 'This item does not exist.' })),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Delete 86 Diamonds, 101' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Failed to delete item')).toBeVisible()
  })
})
