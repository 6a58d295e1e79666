import { getAllItems, updateItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { getAllProducts, updateProduct } from '@jhatpat/shared/contracts/admin-products.ts'
import { createPriceChange } from '@jhatpat/shared/contracts/price-changes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answer, on, refuse } from '../../../../../tests/support/fake-api.ts'
import { makeAdminItem, makeAdminProduct } from '../../../testing/catalogue-fixture.ts'
import { openSheet, pricesSent, second, setsAll } from '../../../testing/open-sheet.tsx'
import { meera, renderAdmin, signIn } from '../../../testing/render-admin.tsx'

const saved = () => ({ message: 'Price updated successfully', item: makeAdminItem({ __v: 4 }) })
describe('Update Products and Items', () => {
  it('APRICE-01 APRICE-02 APRICE-08 shows what differs, and applies a price and a resell price on request', async () => {
    const { type, applyNow, api } = await openSheet([on(createPriceChange, setsAll())])
    await type('Price of 86 Diamonds', '105.50')
    await type('Resell price of 86 Diamonds', '98')
    const row = screen.getByRole('row', { name: /^86 Diamonds/ })
    expect(within(row).getByText('₹109').tagName).toBe('DEL')
    expect(screen.getByText('1 item changes')).toBeVisible()
    expect(api.sentTo(createPriceChange)).toEqual([])
    await applyNow()
    expect(await screen.findByText('Price updated successfully')).toBeVisible()
    expect(pricesSent(api)).toEqual([
      [
        [101, 'discountedprice', 109, 105.5],
        [101, 'resellprice', 101, 98],
      ],
    ])
    await waitFor(() => expect(screen.queryByText('1 item changes')).not.toBeInTheDocument())
  })

  it('APRICE-09 shows that a price was not saved and why, keeps it as typed, and saves the others', async () => {
    const { type, applyNow, api } = await openSheet([on(createPriceChange, setsAll({ 101: 120 }))])
    await type('Price of 86 Diamonds', '105')
    await type('Price of 172 Diamonds', '209')
    await applyNow()
    expect(await screen.findByText('Error updating price')).toBeVisible()
    expect(api.sentTo(createPriceChange)).toHaveLength(1)
    expect(screen.getByLabelText('Price of 86 Diamonds')).toHaveValue('105')
    expect(screen.getByText('Another admin changed it to ₹120.')).toBeVisible()
    expect(screen.getByText('1 item changes')).toBeVisible()
    expect(screen.getByLabelText('Price of 172 Diamonds')).toHaveValue('215')
  })

  it('retries under the same key after a lost reply', async () => {
    let tries = 0
    const { type, applyNow, api } = await openSheet([
      on(createPriceChange, (call) =>
        tries++ === 0 ? refuse('service_unavailable', { message: 'Try again.' }) : setsAll()(call),
      ),
    ])
    await type('Price of 86 Diamonds', '105')
    await applyNow()
    expect(await screen.findByText('Error updating price')).toBeVisible()
    await applyNow()
    expect(await screen.findByText('Price updated successfully')).toBeVisible()
    const keys = api.sentTo(createPriceChange).map(({ idempotencyKey }) => idempotencyKey)
    expect(new Set(keys).size).toBe(1)
  })

  it('APRICE-03 takes an item out of stock at once, with its saved prices', async () => {
    const { user, type, api } = await openSheet([on(updateItem, saved)])
    await type('Price of 86 Diamonds', '1')
    await user.click(screen.getByRole('switch', { name: 'In stock: 86 Diamonds' }))
    expect(await screen.findByText('Price updated successfully')).toBeVisible()
    expect(api.sentTo(updateItem)[0]?.body).toEqual({
      price: 109,
      resellPrice: 101,
      itemInstock: false,
      __v: 3,
    })
  })

  it('APRICE-04 APRICE-10 takes a product out of stock at once', async () => {
    const { user, api } = await openSheet([
      on(updateProduct, () => ({ message: '', product: makeAdminProduct({ instock: false }) })),
    ])
    await user.click(screen.getByRole('switch', { name: 'Product in stock: Mobile Legends' }))
    expect(await screen.findByText('Product instock status updated successfully')).toBeVisible()
    expect(api.sentTo(updateProduct)[0]?.body).toEqual({ _id: 'mobile-legends', instock: false, __v: 5 })
  })

  it('APRICE-11 shows that it failed, and why', async () => {
    const { user } = await openSheet([
      on(updateProduct, () => refuse('product_changed', { message: 'Changed meanwhile.' })),
    ])
    await user.click(screen.getByRole('switch', { name: 'Product in stock: Mobile Legends' }))
    expect(await screen.findByText('Error updating instock status')).toBeVisible()
    expect(screen.getByText('Changed meanwhile.')).toBeVisible()
  })

  it('APRICE-05 APRICE-06 changes the important note, which may be empty', async () => {
    const { user, api } = await openSheet([
      on(updateProduct, () => ({ message: '', product: makeAdminProduct() })),
    ])
    await user.click(screen.getByRole('button', { name: 'Important note of Mobile Legends' }))
    const note = screen.getByLabelText('Important note (optional)')
    expect(note).toHaveValue('Sales are final.')
    await user.clear(note)
    await user.click(screen.getByRole('button', { name: 'Save note' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(api.sentTo(updateProduct)[0]?.body).toEqual({
      _id: 'mobile-legends',
      instock: true,
      importantNote: '',
      __v: 5,
    })
  })

  const openNote = async (answer: Answer<typeof updateProduct>, rows: Answer<typeof getAllProducts>) => {
    const view = await openSheet([on(getAllProducts, rows), on(updateProduct, answer)])
    await view.user.click(screen.getByRole('button', { name: 'Important note of Mobile Legends' }))
    await view.user.type(screen.getByLabelText('Important note (optional)'), ' Really.')
    await view.user.click(screen.getByRole('button', { name: 'Save note' }))
    return view
  }

  it('closes the saved note, though the product has another version since', async () => {
    let product = makeAdminProduct({ items: [101, 102] })
    await openNote(
      () => {
        product = { ...product, importantnote: 'Sales are final. Really.', __v: 6 }
        return { message: '', product }
      },
      () => [product],
    )
    expect(await screen.findByText('Product instock status updated successfully')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('keeps a typed note after a concurrent change', async () => {
    let product = makeAdminProduct({ items: [101, 102] })
    const { api, user } = await openNote(
      () => {
        product = { ...product, importantnote: 'Another’s.', __v: 6 }
        return refuse('product_changed', { message: 'Another admin was first.' })
      },
      () => [product],
    )
    const dialog = within(screen.getByRole('dialog'))
    expect(await dialog.findByText('Another admin was first.')).toBeVisible()
    await waitFor(() => expect(api.sentTo(getAllProducts)).toHaveLength(2))
    expect(screen.getByLabelText('Important note (optional)')).toHaveValue('Sales are final. Really.')
    expect(await dialog.findByText('Another’s.')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Save note' }))
    await waitFor(() => expect(api.sentTo(updateProduct)).toHaveLength(2))
    expect(api.sentTo(updateProduct).map(({ body }) => body.__v)).toEqual([5, 6])
  })

  it('APRICE-07 shows that there are no products', async () => {
    renderAdmin('/price')
    expect(await screen.findByText('No Products')).toBeVisible()
  })
})

describe('a row that changes in the meantime', () => {
  it('keeps what is typed while the call is running', async () => {
    let answer: () => void = () => undefined
    const { type, applyNow, api } = await openSheet([
      on(
        createPriceChange,
        (call) =>
          new Promise((resolve) => {
            answer = () => resolve(setsAll()(call))
          }),
      ),
    ])
    await type('Price of 86 Diamonds', '105')
    await applyNow()
    await waitFor(() => expect(api.sentTo(createPriceChange)).toHaveLength(1))
    await type('Price of 86 Diamonds', '107')
    await type('Resell price of 86 Diamonds', '99')
    answer()
    expect(await screen.findByText('Price updated successfully')).toBeVisible()
    expect(screen.getByLabelText('Price of 86 Diamonds')).toHaveValue('107')
    expect(screen.getByLabelText('Resell price of 86 Diamonds')).toHaveValue('99')
  })

  it('shows at once, is sent from the price that was shown when typing began, and after a refusal from the new one', async () => {
    let row = makeAdminItem()
    const { type, applyNow, api, socket } = await openSheet([
      on(getAllItems, () => [row, second]),
      on(createPriceChange, (call) =>
        call.body.prices[0]?.from === row.discountedprice
          ? setsAll()(call)
          : setsAll({ 101: row.discountedprice })(call),
      ),
    ])
    await type('Price of 86 Diamonds', '105')
    row = makeAdminItem({ discountedprice: 120, __v: 4 })
    socket.catalogue({ itemids: [101], productids: [] })
    await screen.findByText('₹120')
    await applyNow()
    expect(await screen.findByText('Another admin changed it to ₹120.')).toBeVisible()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Apply now' })).not.toHaveAttribute('aria-busy'),
    )
    await applyNow()
    expect(await screen.findByText('Price updated successfully')).toBeVisible()
    expect(pricesSent(api).map(([price]) => price)).toEqual([
      [101, 'discountedprice', 109, 105],
      [101, 'discountedprice', 120, 105],
    ])
  })

  it('is sent from the price of the refusal, though it has changed again', async () => {
    let row = makeAdminItem({ discountedprice: 120 })
    const { type, applyNow, api, socket } = await openSheet([
      on(getAllItems, () => [row, second]),
      on(createPriceChange, setsAll({ 101: 120 })),
    ])
    await type('Price of 86 Diamonds', '105')
    await applyNow()
    await screen.findByText('Another admin changed it to ₹120.')
    row = makeAdminItem({ discountedprice: 125, __v: 4 })
    socket.catalogue({ itemids: [101], productids: [] })
    await screen.findByText('₹125')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Apply now' })).not.toHaveAttribute('aria-busy'),
    )
    await applyNow()
    await waitFor(() => expect(api.sentTo(createPriceChange)).toHaveLength(2))
    expect(pricesSent(api)[1]).toEqual([[101, 'discountedprice', 120, 105]])
  })
})

describe('an admin for operations', () => {
  it('sees the prices, and changes only stock', async () => {
    signIn({ ...meera, staffRole: 'operations' })
    const { price } = await openSheet([], { signedIn: false })
    expect(price).toHaveAttribute('readonly')
    expect(screen.getByRole('switch', { name: 'In stock: 86 Diamonds' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Important note/ })).not.toBeInTheDocument()
    fireEvent.paste(price, { clipboardData: { getData: () => '105\t98\n' } })
    expect(price).toHaveValue('109')
  })
})
