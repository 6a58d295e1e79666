import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderHandMade } from '../../../../tests/screens/render-product.tsx'
import { makeItem, makeUser } from '../../../../tests/screens/shop-fixture.ts'

const item = makeItem({ name: '86 Diamonds', discountedprice: 319, resellprice: 292 })
const total = () => screen.getByRole('region', { name: 'Payment method' })

it('shows a reseller the customers’ price beside their own, and the difference', async () => {
  const page = await renderHandMade({ items: [item], user: makeUser({ role: 'reseller' }) })
  await page.chooseItem(/86 Diamonds/)
  expect(within(total()).getByText('Your reseller price, ₹27 less.')).toBeVisible()
  expect(within(total()).getByText('Customers pay').closest('s')).toHaveTextContent('₹319')
})

it('shows a customer one price', async () => {
  const page = await renderHandMade({ items: [item] })
  await page.chooseItem(/86 Diamonds/)
  expect(within(total()).queryByText(/reseller price/)).not.toBeInTheDocument()
  expect(total()).not.toHaveTextContent('₹292')
})
