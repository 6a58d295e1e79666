import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { createOrder, createWalletOrder, orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { paymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderHandMade, renderProduct } from '../../../../tests/screens/render-product.tsx'
import {
  makeItem,
  makeOrder,
  makePaymentPage,
  makeProduct,
  makeUser,
} from '../../../../tests/screens/shop-fixture.ts'
import { noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

const incomplete = 'Please select an item, enter your Id and select a payment method before proceeding.'
type Page = Awaited<ReturnType<typeof renderHandMade>>

async function fillIn(page: Page, method: 'UPI' | 'Wallet' = 'UPI') {
  await page.chooseItem(/86 Diamonds/)
  await page.enterIds('player-1', 'Asha')
  await page.chooseMethod(method)
}

const isHighlighted = ({ information }: Page) => information().hasAttribute('data-highlighted')

type Given = { item: boolean; ids: readonly [string, string]; method: boolean }

async function isHeldBack({ item, ids, method }: Given): Promise<void> {
  const page = await renderHandMade()
  if (item) await page.chooseItem(/86 Diamonds/)
  if (ids[0]) await page.user.type(page.input1(), ids[0])
  if (ids[1]) await page.user.type(page.input2(), ids[1])
  if (method) await page.chooseMethod('UPI')
  await page.buy()
  expect(await screen.findByText(incomplete)).toBeVisible()
  expect(page.api.sentTo(createOrder)).toHaveLength(0)
}

describe('BUY NOW', () => {
  it.each([
    ['a game top-up', { category: 'games' }],
    ['an in-game item', { category: 'instant-games' }],
    ['an OTT subscription', { category: 'ott' }],
  ] as const)('BUY-01 works for %s', async (_what, kind) => {
    const product = makeProduct({ ...kind, type: 'OTHER', isApi: false, name: 'Anything' })
    const page = await renderProduct({ product })
    await fillIn(page)
    await page.buy()
    await waitFor(() => expect(page.api.sentTo(createOrder)).toHaveLength(1))
  })

  it('BUY-02 goes from item to account to payment method to the order', async () => {
    const page = await renderHandMade({ items: [makeItem({ name: '86 Diamonds', itemid: 7 })] })
    await fillIn(page)
    await page.buy()
    await waitFor(() => expect(page.api.sentTo(createOrder)).toHaveLength(1))
    expect(page.api.sentTo(createOrder)[0]).toMatchObject({
      token: 'token-1',
      body: {
        itemid: 7,
        product_id: makeProduct()._id,
        userid: 'U1001',
        input1: 'player-1',
        input2: 'Asha',
        paymentmode: 'upi',
        key: 'storefront',
      },
    })
  })

  it('BUY-03 asks for two game account details, named by the product', async () => {
    const inputs = [{ label: 'E-mail' }, { label: 'Server' }]
    await renderHandMade({ product: makeProduct({ type: 'OTHER', isApi: false, inputs }) })
    expect(screen.getByLabelText('E-mail')).toHaveAttribute('inputmode', 'email')
    expect(screen.getByLabelText('Server')).toHaveAttribute('inputmode', 'text')
  })

  it('BUY-04 needs an item', async () => {
    await isHeldBack({ item: false, ids: ['p', 'q'], method: true })
  })

  it('BUY-05 needs a payment method', async () => {
    await isHeldBack({ item: true, ids: ['p', 'q'], method: false })
  })

  it.each([
    ['first', ['', 'q']],
    ['second', ['p', '']],
  ] as const)('BUY-06 needs the %s input', async (_which, ids) => {
    await isHeldBack({ item: true, ids, method: true })
  })

  it('BUY-07 needs the verification where the product has one', async () => {
    const page = await renderProduct()
    await page.chooseItem(/86 Diamonds/)
    await page.enterIds()
    await page.chooseMethod('UPI')
    await page.buy()
    expect(await screen.findByText(incomplete)).toBeVisible()
    expect(page.api.sentTo(createOrder)).toHaveLength(0)
  })

  it('BUY-08 highlights the form when it may not proceed', async () => {
    const page = await renderHandMade()
    await page.chooseItem(/86 Diamonds/)
    expect(isHighlighted(page)).toBe(false)
    await page.buy()
    expect(isHighlighted(page)).toBe(true)
    expect(page.input1()).toHaveAttribute('aria-invalid', 'true')
    await page.enterIds('player-1', 'Asha')
    expect(page.input1()).not.toHaveAttribute('aria-invalid')
  })
})

describe('buying without a login', () => {
  it('BUY-09 reads Please Login First when no user is logged in', async () => {
    const { buyButton } = await renderHandMade({ user: undefined })
    expect(buyButton()).toHaveTextContent('Please Login First')
  })

  it('BUY-10 goes to /login then, and what was picked is still there afterwards', async () => {
    const page = await renderHandMade({ user: undefined })
    await fillIn(page)
    await page.user.click(page.buyButton())
    expect(page.address()).toBe('/login')
    page.api.on(login, () => ({ token: 't', user: makeUser(), expiresAt: '2026-11-21T18:00:00.000Z' }))
    await page.user.type(await screen.findByLabelText('Email'), 'asha@jhatpat.test')
    await page.user.type(screen.getByLabelText('Password'), 'secret-1')
    await page.user.click(screen.getByRole('button', { name: /Login/ }))
    await screen.findByRole('region', { name: 'Order Information' })
    expect(page.address()).toBe(`/product/${makeProduct()._id}`)
    expect(page.input1()).toHaveValue('player-1')
    expect(page.input2()).toHaveValue('Asha')
    expect(await screen.findByRole('radio', { name: /86 Diamonds/ })).toBeChecked()
    expect(page.payment().getByRole('radio', { name: /UPI/ })).toBeChecked()
  })
})

describe('the game account', () => {
  it('BUY-11 has a server select for Genshin: America, Asia, Europe, TW_HK_Mo', async () => {
    const { input2, user } = await renderProduct({ product: makeProduct({ type: 'GENSHIN' }) })
    const options = [...input2().querySelectorAll('option')].map((option) => option.value)
    expect(options.slice(1)).toEqual(['America', 'Asia', 'Europe', 'TW_HK_Mo'])
    await user.selectOptions(input2(), 'TW_HK_Mo')
    expect(input2()).toHaveValue('TW_HK_Mo')
  })

  it('BUY-12 has that select stand at Select Server', async () => {
    const { input2 } = await renderProduct({ product: makeProduct({ type: 'GENSHIN' }) })
    expect(input2()).toHaveDisplayValue('Select Server')
    expect(input2()).toHaveValue('')
  })

  it('BUY-13 asks for free text elsewhere, with the placeholder Please Enter and the label', async () => {
    const inputs = [{ label: 'Riot ID' }, { label: 'Tagline' }]
    const { input2 } = await renderHandMade({ product: makeProduct({ type: 'OTHER', isApi: false, inputs }) })
    expect(input2()).toHaveAttribute('placeholder', 'Please Enter Tagline')
    expect(input2().tagName).toBe('INPUT')
  })

  it('fills both inputs from a pasted id such as 123456789 (1234)', async () => {
    const { input1, input2, user } = await renderProduct()
    expect(input1()).toHaveAttribute('inputmode', 'numeric')
    await user.click(input1())
    await user.paste('123456789 (1234)')
    expect(input1()).toHaveValue('123456789')
    expect(input2()).toHaveValue('1234')
  })
})

describe('an accepted order', () => {
  it('CALL-12 leads the browser to data.payment_url', async () => {
    const page = await renderHandMade({ answers: (api) => api.on(paymentPage, () => makePaymentPage()) })
    await fillIn(page)
    await page.buy()
    await waitFor(() => expect(page.address()).toBe('/pay?client_txn_id=JP261121K7Q2MD'))
  })

  it('CALL-12 leads the browser to data.payment_url on another site too', async () => {
    const data = { payment_url: 'https://gateway.test/pay/9', client_txn_id: 'JP261121K7Q2MD' }
    const page = await renderHandMade({
      answers: (api) => api.on(createOrder, () => ({ status: true, message: 'ok', data })),
    })
    await fillIn(page)
    await page.buy()
    await waitFor(() => expect(page.leftFor).toHaveBeenCalledWith('https://gateway.test/pay/9'))
  })

  it('CALL-14 leads the browser to redirect_url', async () => {
    const page = await renderHandMade({
      answers: (api) =>
        api.on(orderStatus, () => ({
          order: makeOrder({ status: 'Processing' }),
          data: {
            client_txn_id: 'JP261121K7Q2MD',
            status: 'none' as const,
            amount: 345,
            upi_txn_id: '',
            createdAt: '',
          },
        })),
    })
    await fillIn(page, 'Wallet')
    await page.buy()
    await waitFor(() => expect(page.address()).toBe('/confirmation?client_txn_id=JP261121K7Q2MD'))
    expect(page.api.sentTo(createWalletOrder)[0]?.body).toMatchObject({ paymentmode: 'wallet' })
  })

  it('CALL-14 leads to the redirect_url of a refusal for want of balance', async () => {
    const page = await renderHandMade({
      answers: (api) =>
        api.on(createWalletOrder, () => refuse('insufficient_balance', { redirect_url: '/balanceerror' })),
    })
    await fillIn(page, 'Wallet')
    await page.buy()
    await waitFor(() => expect(page.address()).toBe('/balanceerror'))
  })

  it('makes one order out of two quick taps', async () => {
    const page = await renderHandMade()
    await fillIn(page)
    const button = page.buyButton()
    act(() => {
      fireEvent.click(button)
      fireEvent.click(button)
    })
    await waitFor(() => expect(page.address()).toContain('/pay'))
    expect(page.api.sentTo(createOrder)).toHaveLength(1)
    expect(page.api.sentTo(createOrder)[0]?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('an order that is not accepted', () => {
  it('TOAST-01 says what is missing', async () => {
    const page = await renderHandMade()
    await page.buy()
    expect((await screen.findByText(incomplete)).closest('.toast')).toHaveAttribute('role', 'alert')
  })

  it('TOAST-02 says so for 5 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const page = await renderHandMade({ fakeTimers: true })
    fireEvent.click(page.buyButton())
    await screen.findByText(incomplete)
    await act(() => vi.advanceTimersByTimeAsync(4_500))
    expect(screen.getByText(incomplete)).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.queryByText(incomplete)).not.toBeInTheDocument()
  })

  it('TOAST-03 is silent once its message is closed', async () => {
    const page = await renderHandMade()
    await page.buy()
    await screen.findByText(incomplete)
    await page.user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(incomplete)).not.toBeInTheDocument()
  })

  it('TOAST-05 and ERR-07 show any other order error for 3 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const page = await renderHandMade({
      fakeTimers: true,
      answers: (api) => api.on(createOrder, () => refuse('out_of_stock')),
    })
    await fillIn(page)
    fireEvent.click(page.buyButton())
    const text = 'This item is out of stock.'
    await screen.findByText(text)
    await act(() => vi.advanceTimersByTimeAsync(2_500))
    expect(screen.getByText(text)).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.queryByText(text)).not.toBeInTheDocument()
  })

  it('ERR-08 says Something went wrong! with detail when there is no network, and repeats with the same key', async () => {
    const page = await renderHandMade({ answers: (api) => api.on(createOrder, noNetwork) })
    await fillIn(page)
    await page.buy()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Something went wrong! Please try again.')
    expect(alert).toHaveTextContent('Network Error')
    await page.buy()
    await waitFor(() => expect(page.api.sentTo(createOrder)).toHaveLength(2))
    const [first, second] = page.api.sentTo(createOrder)
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey)
  })

  it('ERR-09 has Network Error as the detail of a lost connection', async () => {
    const page = await renderHandMade({ answers: (api) => api.on(createOrder, noNetwork) })
    await fillIn(page)
    await page.buy()
    expect(await screen.findByText(/Network Error/)).toBeVisible()
  })
})
