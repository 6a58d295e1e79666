import type { BrowserUser } from '@jhatpat/shared/contracts/accounts.ts'
import { eachProduct, type Item, itemsOfProduct, type Product } from '@jhatpat/shared/contracts/catalogue.ts'
import { checkId, createOrder, createWalletOrder } from '@jhatpat/shared/contracts/orders.ts'
import { screen, within } from '@testing-library/react'
import type { FakeApi } from '../support/fake-api.ts'
import { renderShop } from './render-shop.tsx'
import { makeItem, makeManualProduct, makeProduct, makeUser } from './shop-fixture.ts'

type Options = {
  product?: Product
  items?: Item[]
  user?: BrowserUser | undefined
  answers?: (api: FakeApi) => void
  fakeTimers?: boolean
}

/** Renders the storefront on a product's page, ready to be filled in, with a signed-in customer. */
export async function renderProduct(options: Options = {}) {
  const { product = makeProduct(), items = [makeItem({ name: '86 Diamonds' })], answers, ...rest } = options
  const shop = renderShop(`/product/${product._id}`, {
    user: makeUser(),
    ...rest,
    answers: (api) => {
      api.on(eachProduct, () => product)
      api.on(itemsOfProduct, () => items)
      api.on(checkId, () => ({ message: 'success', use: 'c', username: 'RaviOP' }))
      api.on(createOrder, () => ({
        status: true,
        message: 'ok',
        data: { payment_url: '/pay?client_txn_id=JP261121K7Q2MD', client_txn_id: 'JP261121K7Q2MD' },
      }))
      api.on(createWalletOrder, () => ({
        msg: 'ok',
        redirect_url: '/confirmation?client_txn_id=JP261121K7Q2MD',
        client_txn_id: 'JP261121K7Q2MD',
      }))
      answers?.(api)
    },
  })
  await screen.findByRole('heading', { name: product.name })
  await screen.findByRole('region', { name: 'Order Information' })
  return { ...shop, ...purchasePanelOf(shop.user, product) }
}

/** The same for a product without an id check: once filled in, it can be bought. */
export function renderHandMade(options: Options = {}) {
  return renderProduct({ product: makeManualProduct(), ...options })
}

type User = ReturnType<typeof renderShop>['user']

function purchasePanelOf(user: User, product: Product) {
  const [label1 = '', label2 = ''] = product.inputs.map(({ label }) => label)
  const payment = () => within(screen.getByRole('region', { name: 'Payment method' }))
  return {
    payment,
    information: () => screen.getByRole('region', { name: 'Order Information' }),
    input1: () => screen.getByLabelText(label1),
    input2: () => screen.getByLabelText(label2),
    chooseItem: async (name: string | RegExp) => user.click(await screen.findByRole('radio', { name })),
    enterIds: async (first = '123456789', second = '1234') => {
      await user.type(screen.getByLabelText(label1), first)
      await user.type(screen.getByLabelText(label2), second)
    },
    check: () => user.click(screen.getByRole('button', { name: 'Check' })),
    chooseMethod: (name: 'UPI' | 'Wallet') =>
      user.click(payment().getByRole('radio', { name: new RegExp(name) })),
    buyButton: () => payment().getByRole('button', { name: /BUY NOW|Please Login First|Placing/ }),
    buy: () => user.click(payment().getByRole('button', { name: 'BUY NOW' })),
  }
}
