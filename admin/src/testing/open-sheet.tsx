import { screen } from '@testing-library/react'
import { makeAdminItem, makeAdminProduct, makePriceChange } from './catalogue-fixture.ts'
import { renderAdmin } from './render-admin.tsx'

export const products = 'GET /admin/getallproducts'
export const apply = 'POST /admin/price-changes'
export const items = 'GET /admin/getallitems'

export const second = makeAdminItem({
  itemid: 102,
  name: '172 Diamonds',
  discountedprice: 215,
  resellprice: 200,
})
type Calls = NonNullable<Parameters<typeof renderAdmin>[1]>['calls']

/** Renders the price sheet of one product with two items, with a function to type into it. */
export async function openSheet(calls: Calls = {}, more: { signedIn?: boolean } = {}) {
  const view = renderAdmin('/price', {
    ...more,
    calls: {
      [products]: () => [makeAdminProduct({ items: [101, 102] })],
      [items]: () => [makeAdminItem(), second],
      ...calls,
    },
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
  ({ body }: { body: unknown }) => {
    const sent = body as Body
    const prices = sent.prices.map((price) => {
      const found = conflicts[price.itemid]
      return found === undefined
        ? { ...price, name: '', result: 'applied' as const }
        : { ...price, name: '', result: 'changed' as const, found }
    })
    return { message: '', set: makePriceChange({ prices }) }
  }
export type Body = {
  prices: { itemid: number; field: 'discountedprice' | 'resellprice'; from: number; to: number }[]
}
/** The requested price changes, as rows of item, field, from and to. */
export const pricesSent = (api: Awaited<ReturnType<typeof openSheet>>['api']) =>
  api
    .sentTo(apply)
    .map(({ body }) => (body as Body).prices.map(({ itemid, field, from, to }) => [itemid, field, from, to]))
