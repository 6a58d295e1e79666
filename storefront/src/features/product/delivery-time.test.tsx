// cspell:ignore Deliveryhalf
import { itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerOf, path, processing } from '../../../../tests/screens/render-order.tsx'
import { renderProduct } from '../../../../tests/screens/render-product.tsx'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeItem, makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { deliveryTimeText } from '../../lib/delivery-time-text.ts'

const measured = makeItem({ name: 'Quick', deliveryTime: { orders: 412, medianSeconds: 31, p90Seconds: 97 } })
const unmeasured = makeItem({ name: 'Rare' })
const place = () => document.querySelector('.hero .del')

describe('the measured delivery time', () => {
  it('is shown next to Instant Delivery for the chosen item, and disappears with it', async () => {
    const { chooseItem, payment } = await renderProduct({ items: [measured, unmeasured] })
    expect(place()).toHaveTextContent(/^Instant Delivery$/)
    await chooseItem(/Quick/)
    await waitFor(() =>
      expect(place()).toHaveTextContent('Instant DeliveryHalf within 31 s, 9 of 10 within 2 min'),
    )
    expect(payment().getByText('9 of 10 recent orders were delivered within 2 min')).toBeVisible()
    await chooseItem(/Rare/)
    await waitFor(() => expect(place()).toHaveTextContent(/^Instant Delivery$/))
    expect(payment().getByText('Track every step on your order page')).toBeVisible()
  })

  it('is shown on the page of an open order', async () => {
    renderShop(path, {
      user: makeUser(),
      answers: (api) => {
        api.on(orderStatus, () => answerOf(processing({ itemid: measured.itemid })))
        api.on(itemsOfProduct, () => [unmeasured, measured])
      },
    })
    expect(await screen.findByText('Most orders are delivered within 2 min.')).toBeVisible()
  })

  it('is not invented on the page of an order whose item is not measured', async () => {
    const { api } = renderShop(path, {
      user: makeUser(),
      answers: (shop) => {
        shop.on(orderStatus, () => answerOf(processing({ itemid: unmeasured.itemid })))
        shop.on(itemsOfProduct, () => [unmeasured, measured])
      },
    })
    await waitFor(() => expect(api.sentTo(itemsOfProduct)).toHaveLength(1))
    expect(screen.queryByText(/Most like it/)).not.toBeInTheDocument()
  })
})

it.each([
  [1, '1 s'],
  [59, '59 s'],
  [60, '1 min'],
  [61, '2 min'],
  [3_600, '1 h'],
  [3_601, '2 h'],
])('shows %i seconds as %s: never rounded down', (seconds, text) =>
  expect(deliveryTimeText(seconds)).toBe(text),
)
