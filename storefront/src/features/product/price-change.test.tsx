import { itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import { createWalletOrder } from '@jhatpat/shared/contracts/orders.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderHandMade } from '../../../../tests/screens/render-product.tsx'
import { makeItem, makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { type FakeApi, refuse } from '../../../../tests/support/fake-api.ts'

const item = makeItem({ name: '86 Diamonds' })
const walletAnswer = {
  msg: 'ok',
  redirect_url: '/confirmation?client_txn_id=JP261121K7Q2MD',
  client_txn_id: 'JP261121K7Q2MD',
}

describe('a price that changed between page and tap', () => {
  /** From the first tap on it costs ₹120.50. */
  const dearer = (api: FakeApi) =>
    api.on(createWalletOrder, ({ body }) => {
      api.on(itemsOfProduct, () => [{ ...item, discountedprice: 120.5, resellprice: 120.5 }])
      return body.expectedPrice === 120.5 ? walletAnswer : refuse('price_changed', { price: '120.5' })
    })

  async function filledIn(user = makeUser()) {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const page = await renderHandMade({ items: [item], fakeTimers: true, answers: dearer, user })
    await page.chooseItem(/86 Diamonds/)
    await page.enterIds('player-1', 'Asha')
    await page.chooseMethod('Wallet')
    return page
  }

  it('is shown next to the old one before anything is paid, and used by the next tap', async () => {
    const page = await filledIn()
    await page.buy()
    await screen.findByText(/The price is now/)
    expect(page.api.sentTo(createWalletOrder)).toMatchObject([{ body: { expectedPrice: 109 } }])
    expect(page.payment().getByText('₹109', { selector: 's .money' })).toBeVisible()
    expect(page.payment().getAllByText('₹120.50').length).toBeGreaterThan(0)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(page.api.sentTo(createWalletOrder)).toHaveLength(1)
    expect(page.address()).toContain('/product/')

    await page.buy()
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
    expect(page.api.sentTo(createWalletOrder)[1]?.body.expectedPrice).toBe(120.5)
    const [first, second] = page.api.sentTo(createWalletOrder)
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey)
  })

  it('is a reseller’s own price for a reseller', async () => {
    const page = await filledIn(makeUser({ role: 'reseller' }))
    await page.buy()
    await screen.findByText(/The price is now/)
    expect(page.api.sentTo(createWalletOrder)[0]?.body.expectedPrice).toBe(104)
    expect(page.payment().getByText('₹104', { selector: 's .money' })).toBeVisible()
  })
})

describe('a price that changes on the open page', () => {
  /** Chosen at ₹109; the page refetches and finds the changed item. */
  async function openWhile(becomes: Partial<typeof item>) {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const price = becomes.discountedprice ?? 109
    const page = await renderHandMade({
      items: [item],
      fakeTimers: true,
      answers: (api) =>
        api.on(createWalletOrder, ({ body }) =>
          body.expectedPrice === price ? walletAnswer : refuse('price_changed', { price: String(price) }),
        ),
    })
    await page.chooseItem(/86 Diamonds/)
    await page.enterIds('player-1', 'Asha')
    await page.chooseMethod('Wallet')
    page.api.on(itemsOfProduct, () => [{ ...item, ...becomes }])
    const requestCount = page.api.sentTo(itemsOfProduct).length
    await act(() => vi.advanceTimersByTimeAsync(59_000))
    await waitFor(() => expect(page.api.sentTo(itemsOfProduct).length).toBeGreaterThan(requestCount))
    return page
  }
  const expectedPrices = (api: FakeApi) => api.sentTo(createWalletOrder).map(({ body }) => body.expectedPrice)

  it.each([
    ['risen', 120.5, '₹120.50'],
    ['fallen', 99, '₹99'],
  ])('is shown next to the old one when it has %s, and used once it was read', async (_, now, said) => {
    const page = await openWhile({ discountedprice: now })
    await screen.findByText(/The price is now/)
    expect(page.payment().getByText('₹109', { selector: 's .money' })).toBeVisible()
    expect(page.payment().getAllByText(said).length).toBeGreaterThan(0)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await page.buy()
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
    expect(expectedPrices(page.api)).toEqual([now])
  })

  it('is not paid by a tap that was meant for the old one', async () => {
    const page = await openWhile({ discountedprice: 120.5 })
    await screen.findByText(/The price is now/)
    fireEvent.click(page.buyButton())
    await waitFor(() => expect(expectedPrices(page.api)).toEqual([109]))
    expect(await screen.findByText(/The price is now/)).toBeVisible()
    expect(page.address()).toContain('/product/')
  })

  it('stays unmarked when only the stock has changed', async () => {
    const page = await openWhile({ inStock: false })
    await waitFor(() => expect(screen.queryByRole('radio', { name: /86 Diamonds/ })).toBeDisabled())
    page.api.on(itemsOfProduct, () => [item])
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    await waitFor(() => expect(screen.getByRole('radio', { name: /86 Diamonds/ })).toBeEnabled())
    expect(screen.queryByText(/The price is now/)).not.toBeInTheDocument()
    await page.buy()
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
    expect(expectedPrices(page.api)).toEqual([109])
  })
})
