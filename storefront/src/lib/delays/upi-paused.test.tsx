import { type Delay, delays } from '@jhatpat/shared/contracts/delays.ts'
import { createOrder } from '@jhatpat/shared/contracts/orders.ts'
import { topUp, walletBalance } from '@jhatpat/shared/contracts/wallet.ts'
import { setLanguage } from '@jhatpat/shared/ui/texts/translate.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { speakHindi } from '../../../../tests/screens/in-hindi.ts'
import { renderHandMade, renderProduct } from '../../../../tests/screens/render-product.tsx'
import { keepSession, renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { type FakeApi, refuse } from '../../../../tests/support/fake-api.ts'

afterEach(() => setLanguage('en'))

const paused: Delay = {
  products: [],
  isUpiPaused: true,
  isReleased: false,
  since: '2026-11-21T15:00:00.000Z',
  nextUpdateAt: '2026-11-21T16:00:00.000Z',
  en: 'UPI is paused just now.',
  hi: 'अभी UPI बंद है।',
}
const isPaused = (api: FakeApi) => api.on(delays, () => [paused])
const said = /^UPI is paused just now\. Next update/

type Shop = Pick<ReturnType<typeof renderShop>, 'api' | 'services'>

/** Publishes the incident to an open page. */
async function becomes({ api, services }: Shop, now: Delay[]): Promise<void> {
  api.on(delays, () => now)
  await act(() => services.queries.invalidateQueries({ queryKey: ['delays'] }))
}

describe('while UPI is paused, a product', () => {
  const upi = ({ payment }: Pick<Awaited<ReturnType<typeof renderProduct>>, 'payment'>) =>
    payment().getByRole('radio', { name: /UPI/ })
  async function filledIn(answers: (api: FakeApi) => void = () => undefined) {
    const page = await renderHandMade({ answers })
    await page.chooseItem(/86 Diamonds/)
    await page.enterIds('player-1', 'Asha')
    await page.chooseMethod('UPI')
    return page
  }

  it('says so, and is paid only from the wallet', async () => {
    const { payment, user } = await renderProduct({ answers: isPaused })
    expect(await screen.findByText(said)).toBeVisible()
    await waitFor(() => expect(upi({ payment })).toBeDisabled())
    expect(payment().getByText('UPI is paused right now. Pay from your wallet.')).toBeVisible()
    await user.click(payment().getByRole('radio', { name: /Wallet/ }))
    expect(payment().getByRole('radio', { name: /Wallet/ })).toBeChecked()
  })

  it('offers no top-up, which would be paid by UPI, when the wallet is too low', async () => {
    const page = await filledIn((api) => api.on(walletBalance, () => ({ balance: 1 })))
    expect(await page.payment().findByRole('link', { name: /^Top up/ })).toBeVisible()
    await becomes(page, [paused])
    await waitFor(() => expect(page.payment().queryByRole('link', { name: /^Top up/ })).toBeNull())
    expect(upi(page)).toHaveTextContent('UPI and wallet top-ups are paused right now')
    expect(page.payment().queryByText(/Pay from your wallet/)).toBeNull()
  })

  it('asks for another method when UPI was chosen before, and restores the choice afterwards', async () => {
    const page = await filledIn()
    await becomes(page, [paused])
    await waitFor(() => expect(upi(page)).toBeDisabled())
    expect(upi(page)).not.toBeChecked()
    await page.buy()
    expect(await screen.findAllByText('Add to continue: a payment method')).toHaveLength(2)
    expect(page.payment().getByRole('radio', { name: /Wallet/ })).toHaveFocus()
    expect(page.api.sentTo(createOrder)).toHaveLength(0)
    await becomes(page, [])
    await waitFor(() => expect(upi(page)).toBeChecked())
    await page.buy()
    await waitFor(() => expect(page.api.sentTo(createOrder)).toHaveLength(1))
  })

  it('shows the pause as soon as an order was refused for it', async () => {
    const page = await filledIn((api) => api.on(createOrder, () => refuse('upi_paused')))
    await waitFor(() => expect(page.api.sentTo(delays).length).toBeGreaterThan(0))
    isPaused(page.api)
    await page.buy()
    await waitFor(() => expect(upi(page)).toBeDisabled())
    expect(await screen.findByText(said)).toBeVisible()
  })

  it('opens the payment of an order that was tapped before', async () => {
    const answer = Promise.withResolvers<void>()
    const page = await filledIn((api) =>
      api.on(createOrder, async () => {
        await answer.promise
        const client_txn_id = 'JP261121K7Q2MD'
        const data = { payment_url: `/pay?client_txn_id=${client_txn_id}`, client_txn_id }
        return { status: true, message: 'ok', data }
      }),
    )
    await page.buy()
    await becomes(page, [paused])
    await waitFor(() => expect(upi(page)).toBeDisabled())
    answer.resolve()
    await waitFor(() => expect(page.address()).toBe('/pay?client_txn_id=JP261121K7Q2MD'))
  })

  it('says in place of the pause that it has ended', async () => {
    const page = renderShop('/home', { user: makeUser(), answers: isPaused })
    await screen.findByText(said)
    await page.user.click((await screen.findAllByRole('link', { name: /Mobile Legends/ }))[0]!)
    await screen.findByRole('region', { name: 'Order Information' })
    await becomes(page, [])
    expect(await screen.findByText('UPI payments are back.')).toBeVisible()
    expect(screen.queryByText(/being sent normally/)).not.toBeInTheDocument()
    await becomes(page, [{ ...paused, since: '2026-11-21T17:00:00.000Z' }])
    expect(await screen.findByText(said)).toBeVisible()
    expect(screen.queryByText(/^(Resolved|UPI payments are back)/)).not.toBeInTheDocument()
    act(speakHindi)
    await becomes(page, [])
    expect(await screen.findByText('अब UPI से पे कर सकते हैं।')).toBeVisible()
  })
})

describe('while UPI is paused, a wallet', () => {
  const paysBy = () => screen.getByRole('button', { name: 'Top Up' })
  const amount = () => screen.findByLabelText('Custom amount in rupees')

  it('cannot be topped up, and can again by itself afterwards', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    keepSession(makeUser(), Date.now() + 3_600_000)
    const { user, api } = renderShop('/topup', { answers: isPaused, fakeTimers: true })
    expect(await screen.findByText('Top-ups are paused right now')).toBeVisible()
    expect(await screen.findByText(said)).toBeVisible()
    await user.type(await amount(), '500')
    expect(paysBy()).toBeDisabled()
    api.on(delays, () => [])
    await act(() => vi.advanceTimersByTimeAsync(61_000))
    await waitFor(() => expect(paysBy()).toBeEnabled())
    expect(screen.queryByText('Top-ups are paused right now')).not.toBeInTheDocument()
  })

  it('shows the pause as soon as a top-up was refused for it', async () => {
    const { user, api } = renderShop('/topup', {
      user: makeUser(),
      answers: (api) => api.on(topUp, () => refuse('upi_paused')),
    })
    await user.type(await amount(), '500')
    await waitFor(() => expect(api.sentTo(delays).length).toBeGreaterThan(0))
    isPaused(api)
    await user.click(paysBy())
    expect(await screen.findByText('Top-ups are paused right now')).toBeVisible()
    expect(paysBy()).toBeDisabled()
  })

  it('shows no other delay', async () => {
    const other: Delay = { ...paused, isUpiPaused: undefined, products: ['a'], en: 'Orders wait just now.' }
    const { api } = renderShop('/topup', {
      user: makeUser(),
      answers: (api) => api.on(delays, () => [other]),
    })
    await amount()
    await waitFor(() => expect(api.sentTo(delays).length).toBeGreaterThan(0))
    await act(async () => undefined)
    expect(screen.queryByText(/^Orders wait/)).not.toBeInTheDocument()
  })
})
