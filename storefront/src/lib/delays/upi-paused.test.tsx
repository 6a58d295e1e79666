import { type Delay, delays } from '@jhatpat/shared/contracts/delays.ts'
import { speak } from '@jhatpat/shared/ui/texts/say.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aUser } from '../../../../tests/screens/a-shop.ts'
import { speakHindi } from '../../../../tests/screens/in-hindi.ts'
import { renderProduct } from '../../../../tests/screens/render-product.tsx'
import { keepSession, renderShop } from '../../../../tests/screens/render-shop.tsx'
import type { FakeApi } from '../../../../tests/support/fake-api.ts'

afterEach(() => speak('en'))

const paused: Delay = {
  ...{ products: [], upiPaused: true, isLetOut: false },
  ...{ since: '2026-11-21T15:00:00.000Z', newsAt: '2026-11-21T16:00:00.000Z' },
  ...{ en: 'UPI is paused just now.', hi: 'अभी UPI बंद है।' },
}
const isPaused = (api: FakeApi) => api.on(delays, () => [paused])
const said = /^UPI is paused just now\. News/

type Shop = Pick<ReturnType<typeof renderShop>, 'api' | 'services'>

/** An open page hears so. */
async function becomes({ api, services }: Shop, now: Delay[]): Promise<void> {
  api.on(delays, () => now)
  await act(() => services.queries.invalidateQueries({ queryKey: ['delays'] }))
}

describe('while UPI is paused, a product', () => {
  const upi = ({ payment }: Pick<Awaited<ReturnType<typeof renderProduct>>, 'payment'>) =>
    payment().getByRole('radio', { name: /UPI/ })

  it('says so, and is paid from the wallet alone', async () => {
    const { payment, user } = await renderProduct({ answers: isPaused })
    expect(await screen.findByText(said)).toBeVisible()
    await waitFor(() => expect(upi({ payment })).toBeDisabled())
    expect(payment().getByText('Paused just now: pay from your wallet')).toBeVisible()
    await user.click(payment().getByRole('radio', { name: /Wallet/ }))
    expect(payment().getByRole('radio', { name: /Wallet/ })).toBeChecked()
  })

  it('says in the place of the pause that it is over', async () => {
    const page = renderShop('/home', { user: aUser(), answers: isPaused })
    await screen.findByText(said)
    await page.user.click((await screen.findAllByRole('link', { name: /Mobile Legends/ }))[0]!)
    await screen.findByRole('region', { name: 'Order Information' })
    await becomes(page, [])
    expect(await screen.findByText('That is over: you can pay by UPI again.')).toBeVisible()
    expect(screen.queryByText(/as usual again/)).not.toBeInTheDocument()
    await becomes(page, [{ ...paused, since: '2026-11-21T17:00:00.000Z' }])
    expect(await screen.findByText(said)).toBeVisible()
    expect(screen.queryByText(/^That is over/)).not.toBeInTheDocument()
    act(speakHindi)
    await becomes(page, [])
    expect(await screen.findByText('अब रुकावट नहीं: आप फिर से UPI से भुगतान कर सकते हैं।')).toBeVisible()
  })
})

describe('while UPI is paused, a wallet', () => {
  const paysBy = () => screen.getByRole('button', { name: 'Top Up' })
  const amount = () => screen.findByLabelText('Custom amount in rupees')

  it('is not topped up, and is again by itself once that is over', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    keepSession(aUser(), Date.now() + 3_600_000)
    const { user, api } = renderShop('/topup', { answers: isPaused, fakeTimers: true })
    expect(await screen.findByText('UPI payments are paused just now')).toBeVisible()
    expect(await screen.findByText(said)).toBeVisible()
    await user.type(await amount(), '500')
    expect(paysBy()).toBeDisabled()
    api.on(delays, () => [])
    await act(() => vi.advanceTimersByTimeAsync(61_000))
    await waitFor(() => expect(paysBy()).toBeEnabled())
    expect(screen.queryByText('UPI payments are paused just now')).not.toBeInTheDocument()
  })

  it('is told of no other delay', async () => {
    const other: Delay = { ...paused, upiPaused: undefined, products: ['a'], en: 'Orders wait just now.' }
    const { api } = renderShop('/topup', { user: aUser(), answers: (api) => api.on(delays, () => [other]) })
    await amount()
    await waitFor(() => expect(api.sentTo(delays).length).toBeGreaterThan(0))
    await act(async () => undefined)
    expect(screen.queryByText(/^Orders wait/)).not.toBeInTheDocument()
  })
})
