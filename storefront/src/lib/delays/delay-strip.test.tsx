import { type Delay, delays } from '@jhatpat/shared/contracts/delays.ts'
import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { answerOf, path, processing } from '../../../../tests/screens/render-order.tsx'
import { renderProduct } from '../../../../tests/screens/render-product.tsx'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeProduct, makeUser } from '../../../../tests/screens/shop-fixture.ts'

const product = makeProduct()
const one: Delay = {
  products: [product._id],
  isReleased: false,
  since: '2026-11-21T15:00:00.000Z',
  nextUpdateAt: '2026-11-21T16:00:00.000Z',
  en: 'Mobile Legends PH takes longer just now.',
  hi: 'Mobile Legends PH में अभी देर हो रही है।',
}
const text = 'Mobile Legends PH takes longer just now. Next update by 9:30 pm.'
const shown = (delay: Delay) => renderShop('/home', { answers: (api) => api.on(delays, () => [delay]) })
const isOverThePage = (strip: HTMLElement) => strip.closest('.delay-late') !== null
const over = 'Resolved. Orders are being sent normally.'

describe('a current delay', () => {
  it('is shown on home, with the time of its next update', async () => {
    shown(one)
    expect(await screen.findByText(text)).toBeVisible()
  })

  it('says that waiting orders are being sent, once they are', async () => {
    shown({ ...one, isReleased: true })
    expect(
      await screen.findByText(/just now. We’re sending pending orders now, oldest first.$/),
    ).toBeVisible()
  })

  it('says that the shop is being restored, without a time that could not be kept', async () => {
    shown({ ...one, isRestoring: true, en: 'The shop is being restored.' })
    expect(await screen.findByText('The shop is being restored.')).toBeVisible()
  })

  it('lies over the page if it comes late, so that nothing moves, until it is closed', async () => {
    const { user } = shown(one)
    const strip = await screen.findByText(text)
    expect(isOverThePage(strip)).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(text)).not.toBeInTheDocument()
  })

  it('is above the page of its product if it was known before, and keeps its room after its end', async () => {
    const { user, api, services } = shown(one)
    await screen.findByText(text)
    await user.click(await screen.findByRole('link', { name: new RegExp(product.name) }))
    await screen.findByRole('region', { name: 'Order Information' })
    const strip = screen.getByText(text)
    expect(isOverThePage(strip)).toBe(false)
    expect(strip.compareDocumentPosition(screen.getByRole('main'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    const rooms = () => document.querySelectorAll('.offline.delay').length
    expect(rooms()).toBe(1)
    api.on(delays, () => [])
    await act(() => services.queries.invalidateQueries({ queryKey: ['delays'] }))
    expect(await screen.findByText(over)).toBeVisible()
    expect(rooms()).toBe(1)
  })

  it('ends in its own room when it was one of two, and the other one stays', async () => {
    const other: Delay = { ...one, since: '2026-11-21T15:20:00.000Z', en: 'Orders wait just now.' }
    const { user, services, api } = renderShop('/home', {
      answers: (api) => api.on(delays, () => [one, other]),
    })
    await screen.findByText(text)
    await user.click(await screen.findByRole('link', { name: new RegExp(product.name) }))
    await screen.findByRole('region', { name: 'Order Information' })
    const rooms = () =>
      [...document.querySelectorAll('.offline.delay')].map((room) =>
        room
          .querySelector('.delay-says > :first-child, p > span')
          ?.textContent?.replace(/ Next update.*/, ''),
      )
    expect(rooms()).toEqual([one.en, other.en])
    const becomes = async (now: Delay[]) => {
      api.on(delays, () => now)
      await act(() => services.queries.invalidateQueries({ queryKey: ['delays'] }))
    }
    await becomes([{ ...other, en: 'Orders wait a little.' }])
    await waitFor(() => expect(rooms()).toEqual(['Resolved.', 'Orders wait a little.']))
    await becomes([])
    await waitFor(() => expect(rooms()).toEqual([over, over]))
  })

  it('says before BUY NOW that IDs may not be checked, on the product’s page and not on home', async () => {
    const down: Delay = { ...one, idChecksDown: true, en: 'The supplier does not answer right now.' }
    const { user, api } = shown(down)
    await waitFor(() => expect(api.sentTo(delays)).toHaveLength(1))
    await user.click(await screen.findByRole('link', { name: new RegExp(product.name) }))
    expect(await screen.findByText(down.en)).toBeVisible()
  })

  it('takes the place of Instant Delivery in the head of its product', async () => {
    await renderProduct({ answers: (api) => api.on(delays, () => [one]) })
    expect(await screen.findByText('Delivery is delayed right now')).toBeVisible()
    expect(screen.queryByText('Instant Delivery')).not.toBeInTheDocument()
  })

  it('leaves Instant Delivery to products whose orders are not delayed', async () => {
    const upi = { ...one, isUpiPaused: true as const }
    const { api } = await renderProduct({ answers: (api) => api.on(delays, () => [upi]) })
    await waitFor(() => expect(api.sentTo(delays)).not.toHaveLength(0))
    expect(await screen.findByText('Instant Delivery')).toBeVisible()
  })

  it('is not shown on other products', async () => {
    const { api } = await renderProduct({
      answers: (api) => api.on(delays, () => [{ ...one, products: ['another'] }]),
    })
    await waitFor(() => expect(api.sentTo(delays)).toHaveLength(1))
    await act(async () => undefined)
    expect(screen.queryByText(text)).not.toBeInTheDocument()
  })
})

describe('an order on hold', () => {
  const onHold = processing({ state: { waitingFor: 'on_hold' } })

  it('has the strip’s room from the start, and receives updates at once over its socket', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { api, socket } = renderShop(path, {
      user: makeUser(),
      answers: (api) => {
        api.on(orderStatus, () => answerOf(onHold))
        api.on(delays, () => [{ ...one, products: [onHold.product.productid] }])
      },
    })
    expect(isOverThePage(await screen.findByText(text))).toBe(false)
    await waitFor(() =>
      expect(socket.asked.some(({ question }) => question === 'order.subscribe')).toBe(true),
    )
    api.on(delays, () => [])
    const asked = api.sentTo(delays).length
    act(() => socket.send('incidents.updated', {}))
    expect(await screen.findByText(over)).toBeVisible()
    expect(api.sentTo(delays).length).toBeGreaterThan(asked)
  })
})

it('opens no socket for a page without one', async () => {
  const { socket } = shown(one)
  await screen.findByText(text)
  expect(socket.asked).toEqual([])
})
