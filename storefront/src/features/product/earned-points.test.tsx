import { itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerOf, path } from '../../../../tests/screens/render-order.tsx'
import { renderHandMade } from '../../../../tests/screens/render-product.tsx'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeItem, makeOrder, makeUser } from '../../../../tests/screens/shop-fixture.ts'

const item = makeItem({ name: '257 Diamonds', discountedprice: 319, points: 3.19, resellpoints: 2.92 })

describe('the points that an order earns', () => {
  it('are next to the total, as computed by the server', async () => {
    const page = await renderHandMade({ items: [item] })
    expect(screen.queryByText(/You earn/)).not.toBeInTheDocument()
    await page.chooseItem(/257 Diamonds/)
    expect(screen.getByText('Earn 3.19 points on delivery')).toBeVisible()
  })

  it('are those of the reseller’s price for a reseller', async () => {
    const { user } = renderShop('/product/665000000000000000000a01', {
      user: makeUser({ role: 'reseller' }),
      answers: (api) => api.on(itemsOfProduct, () => [item]),
    })
    await user.click(await screen.findByRole('radio', { name: /257 Diamonds/ }))
    expect(await screen.findByText('Earn 2.92 points on delivery')).toBeVisible()
  })

  it.each([
    ['Processing', { offered: 3.19, earned: 0, revoked: 0 }, /^Earn 3\.19 points on delivery/],
    ['Completed', { offered: 3.19, earned: 3.19, revoked: 0 }, /^You earned 3\.19 points\..*Redeem points/],
    [
      'Refunded',
      { offered: 3.19, earned: 3.19, revoked: 3.19 },
      /3\.19 points were reversed with the refund\.$/,
    ],
  ] as const)('are shown on the page of an order that is %s', async (status, points, text) => {
    renderShop(path, {
      user: makeUser(),
      answers: (api) => api.on(orderStatus, () => answerOf(makeOrder({ status, points }))),
    })
    await screen.findByRole('heading', { name: 'Where is my money?' })
    expect(document.querySelector('.earn')).toHaveTextContent(text)
  })

  it('are not shown for an order that was refunded before it earned any', async () => {
    const points = { offered: 3.19, earned: 0, revoked: 0 }
    renderShop(path, {
      user: makeUser(),
      answers: (api) => api.on(orderStatus, () => answerOf(makeOrder({ status: 'Refunded', points }))),
    })
    await screen.findByRole('heading', { name: 'Where is my money?' })
    expect(screen.queryByText(/points/)).not.toBeInTheDocument()
  })
})
