import { eachProduct, itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderProduct } from '../../../../tests/screens/render-product.tsx'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeItem, makeManualProduct, makeProduct, makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

const items = [
  makeItem({ name: 'Small one', type: 'small' }),
  makeItem({ name: 'Medium one', type: 'medium' }),
  makeItem({ name: 'Large one', type: 'large' }),
  makeItem({ name: 'Weekly one', type: 'weekly' }),
  makeItem({ name: 'Hot one', type: 'hot' }),
]

const shownItems = async () =>
  within(await screen.findByRole('radiogroup', { name: 'Items' }))
    .getAllByRole('radio')
    .map((item) => item.querySelector('.n')?.textContent)

describe('the header of a product', () => {
  it('PROD-01 shows the product image', async () => {
    await renderProduct({ product: makeProduct({ name: 'Valorant', imgpath: '/media/valorant.svg' }) })
    expect(screen.getByRole('img', { name: 'Valorant' })).toHaveAttribute('src', '/media/valorant.svg')
  })

  it('PROD-02 shows the product name', async () => {
    await renderProduct({ product: makeProduct({ name: 'Valorant' }) })
    expect(screen.getByRole('heading', { level: 1, name: 'Valorant' })).toBeVisible()
  })

  it('PROD-03 promises Instant Delivery for API products', async () => {
    await renderProduct({ product: makeProduct({ isApi: true }) })
    expect(screen.getByText('Instant Delivery')).toBeVisible()
    expect(screen.queryByText('Delivery within 30 mins')).not.toBeInTheDocument()
  })

  it('PROD-04 promises Delivery within 30 mins for other products', async () => {
    await renderProduct({ product: makeManualProduct() })
    expect(screen.getByText('Delivery within 30 mins')).toBeVisible()
    expect(screen.queryByText('Instant Delivery')).not.toBeInTheDocument()
  })

  it('PROD-05 opens a guide at How To Purchase ?', async () => {
    const { user } = await renderProduct()
    await user.click(screen.getByRole('button', { name: 'How To Purchase ?' }))
    const guide = await screen.findByRole('dialog', { name: 'How To Purchase ?' })
    expect(within(guide).getAllByRole('listitem').length).toBeGreaterThan(2)
  })
})

describe('the items of a product', () => {
  it('PROD-08 have the tabs all, small, medium, large, weekly', async () => {
    await renderProduct({ items })
    const tabs = within(screen.getByRole('tablist', { name: 'Item type' }))
    await waitFor(() =>
      expect(tabs.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
        'All',
        'Small',
        'Medium',
        'Large',
        'Weekly',
      ]),
    )
  })

  it.each(['Small', 'Medium', 'Large', 'Weekly'])(
    'PROD-09 shows under %s the items of that type',
    async (tab) => {
      const { user } = await renderProduct({ items })
      await user.click(await screen.findByRole('tab', { name: tab }))
      expect(await shownItems()).toEqual([`${tab} one`])
    },
  )

  it('PROD-09 shows every item under all', async () => {
    await renderProduct({ items })
    expect(await shownItems()).toHaveLength(5)
  })

  it.each(['SMILEBR', 'SMILEPH', 'MOOGOLDMLBB'] as const)(
    'PROD-10 have a weekly tab when one is delivered by %s',
    async (apiType) => {
      await renderProduct({ items: [makeItem({ apiType: 'OTHER' }), makeItem({ apiType })] })
      expect(await screen.findByRole('tab', { name: 'Weekly' })).toBeVisible()
    },
  )

  it('PROD-10 have no weekly tab otherwise', async () => {
    await renderProduct({ items: [makeItem({ apiType: 'MOOGOLDGENSHIN' }), makeItem({ apiType: 'OTHER' })] })
    await shownItems()
    expect(screen.queryByRole('tab', { name: 'Weekly' })).not.toBeInTheDocument()
  })

  it('PROD-11 show their suggestedTask as a badge', async () => {
    await renderProduct({ items: [makeItem({ name: 'First', suggestedTask: 'Most bought' }), makeItem()] })
    expect(await screen.findByText('Most bought')).toHaveClass('badge')
    expect(document.querySelectorAll('.badge')).toHaveLength(1)
  })

  it('PROD-17 say Out of Stock when they are', async () => {
    await renderProduct({ items: [makeItem({ name: 'Gone', inStock: false }), makeItem({ name: 'There' })] })
    expect(await screen.findByRole('radio', { name: /Gone/ })).toHaveTextContent('Out of Stock')
    expect(screen.getByRole('radio', { name: /There/ })).not.toHaveTextContent('Out of Stock')
  })

  it('PROD-18 cannot be selected when they are out of stock', async () => {
    const { user, payment } = await renderProduct({
      items: [makeItem({ name: 'Gone', inStock: false }), makeItem({ name: 'There' })],
    })
    const soldOut = await screen.findByRole('radio', { name: /Gone/ })
    await user.click(soldOut)
    expect(soldOut).toBeDisabled()
    expect(soldOut).not.toBeChecked()
    expect(payment().queryByText('Gone')).not.toBeInTheDocument()
  })

  it('PROD-19 say No items found when there is none', async () => {
    await renderProduct({ items: [] })
    expect(await screen.findByText('No items found')).toBeVisible()
  })

  it('PROD-19 say No items found under a tab that has none', async () => {
    const { user } = await renderProduct({ items: [makeItem({ type: 'small' })] })
    await user.click(await screen.findByRole('tab', { name: 'Large' }))
    expect(screen.getByText('No items found')).toBeVisible()
  })

  it('CONST-01 have their prices in rupees, grouped the Indian way', async () => {
    await renderProduct({ items: [makeItem({ name: 'Chest', discountedprice: 100000.5 })] })
    expect(await screen.findByRole('radio', { name: /Chest/ })).toHaveTextContent('₹1,00,000.50')
  })

  it('ROLE-02 cost a reseller the resellprice', async () => {
    const item = makeItem({ name: 'Pack', discountedprice: 109, resellprice: 104 })
    const { chooseItem, payment } = await renderProduct({
      user: makeUser({ role: 'reseller' }),
      items: [item],
    })
    await chooseItem(/Pack/)
    expect(screen.getByRole('radio', { name: /Pack/ })).toHaveTextContent('₹104')
    expect(payment().getByText('₹104')).toBeVisible()
    expect(payment().getByText('₹109').closest('s')).not.toBeNull()
  })

  it.each([
    ['a customer', makeUser()],
    ['an admin', makeUser({ role: 'admin' })],
    ['a visitor', undefined],
  ])('ROLE-04 cost %s the discountedprice', async (_who, user) => {
    const item = makeItem({ name: 'Pack', discountedprice: 109, resellprice: 104 })
    const { chooseItem, payment } = await renderProduct({ user, items: [item] })
    await chooseItem(/Pack/)
    expect(payment().getByText('₹109')).toBeVisible()
    expect(screen.queryByText('₹104')).not.toBeInTheDocument()
  })
})

describe('the order of a product', () => {
  it('PROD-12 has an order information form', async () => {
    const { information } = await renderProduct()
    expect(within(information()).getAllByRole('textbox')).toHaveLength(2)
  })

  it('PROD-13 opens a help image at the form’s ?', async () => {
    const { user, information } = await renderProduct()
    await user.click(within(information()).getByRole('button', { name: /\?/ }))
    const help = await screen.findByRole('dialog')
    expect(within(help).getByRole('img')).toHaveAttribute('src', '/art/help-ids.svg')
  })

  it('PROD-14 has a panel with the total', async () => {
    const { chooseItem, payment } = await renderProduct({
      items: [makeItem({ name: 'Pack', discountedprice: 345 })],
    })
    expect(payment().getByText('Total').nextElementSibling).toHaveTextContent('₹0')
    await chooseItem(/Pack/)
    expect(payment().getByText('Total').nextElementSibling).toHaveTextContent('₹345')
  })

  it('PROD-15 has the payment methods UPI and wallet, with the balance', async () => {
    const { payment } = await renderProduct()
    expect(payment().getAllByRole('radio')).toHaveLength(2)
    expect(payment().getByRole('radio', { name: /UPI/ })).toBeVisible()
    await waitFor(() =>
      expect(payment().getByRole('radio', { name: /Wallet/ })).toHaveTextContent('Balance ₹1,840.00'),
    )
  })

  it('PROD-16 has the BUY NOW button', async () => {
    const { buyButton } = await renderProduct()
    expect(buyButton()).toHaveTextContent('BUY NOW')
  })
})

describe('a product that cannot be fetched', () => {
  it('ERR-03 is only logged, and the page can try again', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { user, api } = renderShop('/product/1', {
      answers: (server) => {
        server.on(eachProduct, noNetwork)
        server.on(itemsOfProduct, noNetwork)
      },
    })
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(log).toHaveBeenCalledWith('The product could not be fetched.', expect.any(Error))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This page didn’t load')
    expect(document.querySelector('.hero .sk')).not.toBeInTheDocument()
    api.on(eachProduct, () => makeProduct())
    api.on(itemsOfProduct, () => items)
    await user.click(again)
    expect(await screen.findByRole('heading', { name: 'Mobile Legends' })).toBeVisible()
    expect(await shownItems()).toHaveLength(5)
  })

  it('is reported as missing when the server says so', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    renderShop('/product/1', { answers: (api) => api.on(eachProduct, () => refuse('product_not_found')) })
    expect(await screen.findByRole('heading', { name: 'Product not found' })).toBeVisible()
  })
})
