import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { eachProduct, itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import { erasedText } from '@jhatpat/shared/contracts/erased-text.ts'
import {
  checkId,
  createWalletOrder,
  orderCount,
  orderList,
  orderStatus,
} from '@jhatpat/shared/contracts/orders.ts'
import { walletBalance } from '@jhatpat/shared/contracts/wallet.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderOrder } from '../../../../tests/screens/render-order.tsx'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import {
  makeItem,
  makeOrder,
  makeProduct,
  makeUser,
  type OrderFacts,
} from '../../../../tests/screens/shop-fixture.ts'
import type { FakeApi } from '../../../../tests/support/fake-api.ts'
import { refuse } from '../../../../tests/support/fake-api.ts'

const product = makeProduct()
const path = `/product/${product.productid}`
const items = [makeItem({ name: '86 Diamonds' }), makeItem({ name: '284 Diamonds', itemid: 7 })]

function answer(api: FakeApi, facts: OrderFacts): void {
  const data = {
    client_txn_id: 'JP261121K7Q2MD',
    status: 'paid',
    amount: 345,
    upi_txn_id: '',
    createdAt: '',
  } as const
  api.on(eachProduct, () => product)
  api.on(itemsOfProduct, () => items)
  api.on(checkId, () => ({ message: 'success', use: 'c', username: 'RaviOP' }))
  api.on(orderStatus, () => ({ order: makeOrder({ status: 'Completed', itemid: 7, ...facts }), data }))
}

const openAgain = (facts: OrderFacts = {}, user = true) =>
  renderShop(`${path}?again=JP261121K7Q2MD`, {
    ...(user ? { user: makeUser() } : {}),
    answers: (api) => answer(api, facts),
  })

const chosen = async (name: RegExp) =>
  waitFor(async () => expect(await screen.findByRole('radio', { name })).toBeChecked())

describe('buying again', () => {
  it('fills in item, both ids and the method, and checks the id by itself', async () => {
    const { api, address } = openAgain()
    expect(await screen.findByText('Username: RaviOP')).toBeVisible()
    await chosen(/284 Diamonds/)
    await chosen(/^UPI/)
    expect(screen.getByLabelText('User ID')).toHaveValue('123456789')
    expect(screen.getByLabelText('Zone ID')).toHaveValue('1234')
    expect(api.sentTo(checkId).map(({ body }) => body)).toEqual([
      { userid: '123456789', zoneid: '1234', selectedProduct: product._id, selectedItem: 7 },
    ])
    expect(address()).toBe(path)
  })

  it('leaves the ids of an order empty whose player was erased', async () => {
    const { api } = openAgain({ input1: erasedText, input2: '' })
    await chosen(/284 Diamonds/)
    expect(screen.getByLabelText('User ID')).toHaveValue('')
    expect(api.sentTo(checkId)).toEqual([])
  })

  it('pays another try from the wallet after a refund to it', async () => {
    openAgain({ status: 'Refunded', itemid: undefined })
    await chosen(/284 Diamonds/)
    await chosen(/^Wallet/)
  })

  it('waits for the login, and fills in afterwards', async () => {
    const page = openAgain({}, false)
    page.api.on(login, () => ({ token: 't', user: makeUser(), expiresAt: '2026-11-21T18:00:00.000Z' }))
    const first = await screen.findAllByRole('button', { name: 'Please Login First' })
    expect(page.api.sentTo(orderStatus)).toHaveLength(0)
    await page.user.click(first[0] as HTMLElement)
    await page.user.type(await screen.findByLabelText('Email'), 'asha@jhatpat.test')
    await page.user.type(screen.getByLabelText('Password'), 'secret-1')
    await page.user.click(screen.getByRole('button', { name: /Login/ }))
    expect(await screen.findByText('Username: RaviOP')).toBeVisible()
  })

  it('leaves the page unchanged for an order of another product, or of another person', async () => {
    const other = makeOrder().product
    const page = openAgain({ product: { ...other, _id: 'another', productid: 'another' } })
    await waitFor(() => expect(page.address()).toBe(path))
    expect(await screen.findByLabelText('User ID')).toHaveValue('')
    page.unmount()
    const stranger = renderShop(`${path}?again=JP261121K7Q2MD`, {
      user: makeUser(),
      answers: (api) => {
        answer(api, {})
        api.on(orderStatus, () => refuse('not_found'))
      },
    })
    await waitFor(() => expect(stranger.address()).toBe(path))
    expect(await screen.findByLabelText('User ID')).toHaveValue('')
  })

  it('orders nothing by itself', async () => {
    const { api } = openAgain({ status: 'Refunded' })
    await screen.findByText('Username: RaviOP')
    expect(api.sentTo(createWalletOrder)).toHaveLength(0)
  })
})

describe('the links to buy again', () => {
  const again = '/product/665000000000000000000a01?again=JP261121K7Q2MD'

  it('are on a delivered order’s page', async () => {
    renderOrder({ status: 'Completed' })
    expect(await screen.findByRole('link', { name: 'Buy again' })).toHaveAttribute('href', again)
  })

  it('are in My Orders', async () => {
    const orders = [makeOrder({ status: 'Completed' })]
    renderShop('/orders', {
      user: makeUser(),
      answers: (api) => {
        api.on(orderList, () => orders)
        api.on(orderCount, () => ({ matching: 1, all: 1 }))
      },
    })
    expect(await screen.findByRole('link', { name: 'Buy again' })).toHaveAttribute('href', again)
  })

  it('are on a refunded order’s page, with the balance after the refund', async () => {
    let balance = 1840
    const page = renderOrder({ status: 'Processing' })
    page.api.on(walletBalance, () => ({ balance }))
    await screen.findByText('ORDER PLACED SUCCESSFULLY')
    expect(screen.queryByRole('link', { name: 'Buy again' })).not.toBeInTheDocument()
    balance = 2185
    await waitFor(() =>
      expect(page.socket.asked.some(({ question }) => question === 'order.subscribe')).toBe(true),
    )
    act(() =>
      page.socket.send('order.updated', makeOrder({ status: 'Refunded', credited: 345, revision: 9 })),
    )
    expect(await screen.findByRole('link', { name: 'Buy again' })).toHaveAttribute('href', again)
    expect(await screen.findByText(/^Wallet balance:/)).toHaveTextContent('Wallet balance: ₹2,185.00')
  })

  it('are replaced by another item or product if the player’s region is not eligible', async () => {
    renderOrder({ status: 'Refunded', credited: 345, state: { notEligible: true } })
    expect(await screen.findByRole('link', { name: 'Choose another item' })).toHaveAttribute(
      'href',
      again.replace(/\?.*/, ''),
    )
    expect(screen.getByRole('link', { name: 'Other products' })).toHaveAttribute('href', '/home')
    expect(screen.queryByRole('link', { name: 'Buy again' })).not.toBeInTheDocument()
  })
})

describe('ids that were filled in before', () => {
  it('are checked again by themselves, once, on return', async () => {
    const draft = { itemId: items[1]?._id, input1: '123456789', input2: '1234', method: 'upi' }
    sessionStorage.setItem(`draft:${product.productid}`, JSON.stringify(draft))
    const { api, user } = renderShop(path, { user: makeUser(), answers: (given) => answer(given, {}) })
    expect(await screen.findByText('Username: RaviOP')).toBeVisible()
    await user.type(screen.getByLabelText('User ID'), '5')
    expect(api.sentTo(checkId)).toHaveLength(1)
  })

  it('are not checked while one is missing', async () => {
    sessionStorage.setItem(`draft:${product.productid}`, JSON.stringify({ input1: '123456789', input2: '' }))
    const { api, user } = renderShop(path, { user: makeUser(), answers: (given) => answer(given, {}) })
    await screen.findByRole('radio', { name: /284 Diamonds/ })
    await user.type(screen.getByLabelText('Zone ID'), '1')
    expect(api.sentTo(checkId)).toHaveLength(0)
  })
})
