import { eachProduct, homeProducts, itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderHandMade, renderProduct } from '../../../../tests/screens/render-product.tsx'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeItem, makeManualProduct, makeProduct, makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { noNetwork } from '../../../../tests/support/fake-api.ts'
import { keys } from '../../lib/known.ts'

const product = makeManualProduct({ _id: 'free-fire', items: [1, 2, 3] })
const [small, chosen, large] = [
  makeItem({ name: '100 Diamonds', discountedprice: 80 }),
  makeItem({ name: '172 Diamonds', discountedprice: 140 }),
  makeItem({ name: '257 Diamonds', discountedprice: 199 }),
]
const items = [small, chosen, large]
const soldOut = (name: string) =>
  items.map((item) => (item.name === name ? { ...item, inStock: false } : item))

/** A product's page with an item chosen and the ids filled in. */
async function openChosen() {
  const shop = await renderHandMade({ product, items })
  await shop.chooseItem(/172 Diamonds/)
  await shop.enterIds('123456789', 'RaviOP')
  const apply = async (now: typeof items) => {
    shop.api.on(itemsOfProduct, () => now)
    await act(() => shop.services.queries.invalidateQueries({ queryKey: keys.items(product._id) }))
  }
  const message = () => screen.findByText(/out of stock since|back in stock/)
  return { ...shop, apply, message }
}

describe('a chosen item that is sold out while the page is open', () => {
  it('is named in a live region with the time and the nearest item, and the ids are kept', async () => {
    const { apply, message, input1, input2, payment } = await openChosen()
    await apply(soldOut('172 Diamonds'))
    const title = await message()
    expect(title).toHaveTextContent(/^172 Diamonds: out of stock since \d{1,2}:\d\d (am|pm)$/)
    const region = title.closest('[role=status]')
    expect(region).toHaveTextContent('Your details are saved. 257 Diamonds costs ₹199.')
    expect(input1()).toHaveValue('123456789')
    expect(input2()).toHaveValue('RaviOP')
    expect(payment().queryByText('172 Diamonds')).not.toBeInTheDocument()
    expect(document.querySelector('.dock')).toHaveTextContent('172 DiamondsOut of Stock')
  })

  it('can be replaced by the nearest one in a tap', async () => {
    const { apply, user, payment } = await openChosen()
    await apply(soldOut('172 Diamonds'))
    await user.click(await screen.findByRole('button', { name: 'Choose 257 Diamonds' }))
    expect(payment().getByText('257 Diamonds')).toBeVisible()
    expect(screen.queryByText(/out of stock/)).not.toBeInTheDocument()
  })

  it('is chosen again when it is back, and the page says so', async () => {
    const { apply, message, payment } = await openChosen()
    await apply(soldOut('172 Diamonds'))
    await message()
    await apply(items)
    expect(await screen.findByText('172 Diamonds: back in stock')).toBeVisible()
    expect(payment().getByText('172 Diamonds')).toBeVisible()
  })

  it('is also named when it has left the list', async () => {
    const { apply, message } = await openChosen()
    await apply([small, large])
    expect(await message()).toHaveTextContent(/^172 Diamonds: out of stock since/)
  })
})

describe('a product that is sold out', () => {
  const others = [
    makeProduct({ _id: 'cod', name: 'Call of Duty', type: 'OTHER' }),
    makeProduct({ _id: 'gone', name: 'Also Sold Out', type: 'OTHER', instock: false }),
    makeProduct({ _id: 'ott', name: 'Sitara', category: 'ott' }),
  ]
  const open = (sold: { product: typeof product; items: typeof items }) =>
    renderShop(`/product/${product._id}`, {
      user: makeUser(),
      answers: (api) => {
        api.on(eachProduct, () => sold.product)
        api.on(itemsOfProduct, () => sold.items)
        api.on(homeProducts, () => ({
          trending: others,
          instantGames: [],
          games: others,
          ott: [],
          others: [],
        }))
      },
    })

  it.each([
    ['itself', { product: { ...product, instock: false }, items }],
    ['in all its items', { product, items: items.map((item) => ({ ...item, inStock: false })) }],
  ])('%s says Out of Stock, promises nothing, and shows similar products', async (_how, sold) => {
    open(sold)
    const panel = within(await screen.findByRole('region', { name: 'Out of Stock' }))
    expect(await panel.findByRole('link', { name: /Call of Duty/ })).toHaveAttribute('href', '/product/cod')
    expect(panel.queryByRole('link', { name: /Also Sold Out|Sitara/ })).not.toBeInTheDocument()
    expect(screen.queryByText('Delivery within 30 mins')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'BUY NOW' })).not.toBeInTheDocument()
    expect(document.querySelector('.hero')).toHaveTextContent('Out of Stock')
  })

  it('can be bought again when it is back', async () => {
    const { api, services } = open({ product, items: items.map((item) => ({ ...item, inStock: false })) })
    await screen.findByRole('region', { name: 'Out of Stock' })
    api.on(itemsOfProduct, () => items)
    await act(() => services.queries.invalidateQueries({ queryKey: keys.items(product._id) }))
    expect(await screen.findByRole('region', { name: 'Order Information' })).toBeVisible()
    expect(screen.getAllByRole('button', { name: 'BUY NOW' })[0]).toBeEnabled()
    expect(screen.getByText('Delivery within 30 mins')).toBeVisible()
  })
})

describe('a product that was opened without a network', () => {
  it('loads as soon as the network is back, and shows neither BUY NOW nor fields meanwhile', async () => {
    let isDown = true
    const shown = makeProduct({ name: 'Valorant' })
    const down = <T,>(answer: () => T) => (() => (isDown ? noNetwork() : answer())) as () => T
    void renderProduct({
      product: shown,
      answers: (api) => {
        api.on(
          eachProduct,
          down(() => shown),
        )
        api.on(
          itemsOfProduct,
          down(() => items),
        )
      },
    })
    expect(await screen.findByText('Couldn’t load items')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This page didn’t load')
    expect(screen.queryByRole('button', { name: 'BUY NOW' })).not.toBeInTheDocument()
    expect(screen.queryByLabelText('User ID')).not.toBeInTheDocument()
    isDown = false
    act(() => void dispatchEvent(new Event('online')))
    expect(await screen.findByRole('heading', { level: 1, name: 'Valorant' })).toBeVisible()
    await waitFor(() => expect(screen.getByRole('radio', { name: /172 Diamonds/ })).toBeEnabled())
  })
})
