import { getAllItems } from '@jhatpat/shared/contracts/admin-items.ts'
import { getAllProducts } from '@jhatpat/shared/contracts/admin-products.ts'
import { createPriceChange } from '@jhatpat/shared/contracts/price-changes.ts'
import { screen } from '@testing-library/react'
import { type FakeRequest, on, type PreparedAnswer } from '../../../tests/support/fake-api.ts'
import { makeAdminItem, makeAdminProduct, makePriceChange } from './catalogue-fixture.ts'
import { renderAdmin } from './render-admin.tsx'

export const second = makeAdminItem({
  itemid: 102,
  name: '172 Diamonds',
  discountedprice: 215,
  resellprice: 200,
})

/** Renders the price sheet of one product with two items, with a function to type into it. */
export async function openSheet(
  calls: PreparedAnswer[] = [],
  more: { signedIn?: boolean; undoMs?: number } = {},
) {
  const view = renderAdmin('/price', {
    ...more,
    calls: [
      on(getAllProducts, () => [makeAdminProduct({ items: [101, 102] })]),
      on(getAllItems, () => [makeAdminItem(), second]),
      ...calls,
    ],
  })
  const price = await screen.findByLabelText('Price of 86 Diamonds')
  const type = async (label: string, text: string) => {
    const cell = screen.getByLabelText(label)
    await view.user.clear(cell)
    await view.user.type(cell, text)
  }
  const applyNow = () => view.user.click(screen.getByRole('button', { name: 'Apply now' }))
  return { ...view, price, type, applyNow }
}

/** A server that sets every price except those of items that have changed in the meantime. */
export const setsAll =
  (conflicts: Record<number, number> = {}) =>
  ({ body }: FakeRequest<typeof createPriceChange>) => {
    const prices = body.prices.map((price) => {
      const found = conflicts[price.itemid]
      return found === undefined
        ? { ...price, name: '', result: 'applied' as const }
        : { ...price, name: '', result: 'changed' as const, found }
    })
    return { message: '', set: makePriceChange({ prices }) }
  }
/** The requested price changes, as rows of item, field, from and to. */
export const pricesSent = (api: Awaited<ReturnType<typeof openSheet>>['api']) =>
  api
    .sentTo(createPriceChange)
    .map(({ body }) => body.prices.map(({ itemid, field, from, to }) => [itemid, field, from, to]))
