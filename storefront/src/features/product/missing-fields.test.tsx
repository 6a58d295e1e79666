import { checkId, createOrder } from '@jhatpat/shared/contracts/orders.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderProduct } from '../../../../tests/screens/render-product.tsx'
import { makeItem, makeProduct } from '../../../../tests/screens/shop-fixture.ts'
import { noNetwork } from '../../../../tests/support/fake-api.ts'
import { missingFields, missingFieldsText } from './missing-fields.ts'

type Page = Awaited<ReturnType<typeof renderProduct>>

const picker = () => screen.getByRole('region', { name: 'Choose an item' })
const slip = () => screen.getByRole('region', { name: 'Payment method' })
const framed = ({ information }: Page) =>
  [picker(), information(), slip()].map((part) => part.classList.contains('missing'))
const stillMissing = () => within(slip()).queryByText(/^Add to continue/)
const toast = () => screen.getByText(/^Please select an item/).closest('.toast')

describe('BUY NOW with missing fields', () => {
  it('focuses the first missing field, lists each of them, and clears each highlight by itself', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    const page = await renderProduct()
    const item = await screen.findByRole('radio', { name: /86 Diamonds/ })
    expect(stillMissing()).not.toBeInTheDocument()
    await page.buy()
    expect(stillMissing()).toHaveTextContent(
      'Add to continue: an item, the User ID, the Zone ID and a payment method',
    )
    expect(toast()).toHaveTextContent(
      /Add to continue: an item, the User ID, the Zone ID and a payment method$/,
    )
    expect(framed(page)).toEqual([true, true, true])
    expect(item).toHaveFocus()
    expect(scrolled.mock.contexts.at(-1)).toBe(item)

    await page.user.click(item)
    expect(framed(page)).toEqual([false, true, true])
    await page.chooseMethod('UPI')
    expect(framed(page)).toEqual([false, true, false])
    await page.user.type(page.input1(), '123456789')
    await page.buy()
    expect(page.input2()).toHaveFocus()
    await page.user.type(page.input2(), '1234')
    expect(stillMissing()).toHaveTextContent('Add to continue: ID check')
    await page.buy()
    expect(screen.getByRole('button', { name: 'Check' })).toHaveFocus()
    await page.check()
    await screen.findByText('Username: RaviOP')
    expect(framed(page)).toEqual([false, false, false])
    expect(stillMissing()).not.toBeInTheDocument()
    expect(page.api.sentTo(createOrder)).toHaveLength(0)
  })

  it('focuses the id that was refused', async () => {
    const page = await renderProduct({
      answers: (api) => api.on(checkId, () => ({ message: 'USER ID não existe', use: '', username: '' })),
    })
    await page.chooseItem(/86 Diamonds/)
    await page.enterIds()
    await page.chooseMethod('UPI')
    await page.check()
    await screen.findByText('USER ID não existe')
    await page.buy()
    expect(page.input1()).toHaveFocus()
    expect(stillMissing()).toHaveTextContent('Add to continue: an ID that can be recharged')
  })

  it('highlights nothing again while an id is changed afterwards', async () => {
    const page = await renderProduct()
    await page.buy()
    await page.chooseItem(/86 Diamonds/)
    await page.chooseMethod('UPI')
    await page.enterIds()
    await page.check()
    await screen.findByText('Username: RaviOP')
    await page.user.type(page.input1(), '5')
    expect(framed(page)).toEqual([false, false, false])
  })
})

describe('the list of missing fields', () => {
  const product = makeProduct()
  const nothing = { itemId: undefined, input1: ' ', input2: '', method: undefined }

  it('runs from the top of the page to its end', () => {
    const missing = missingFields({ draft: nothing, hasItem: false, product, idState: { state: 'idle' } })
    expect(missing.map(({ part }) => part)).toEqual(['item', 'input1', 'input2', 'method'])
  })

  it('contains no check if the product has none', () => {
    const draft = { itemId: 'a', input1: '1', input2: '2', method: 'upi' } as const
    const filled = { draft, hasItem: true, idState: { state: 'idle' } } as const
    expect(missingFields({ ...filled, product: { ...product, isApi: false } })).toEqual([])
    expect(missingFieldsText(missingFields({ ...filled, product }))).toBe('ID check')
  })
})

describe('an id check without a network', () => {
  it('says offline, and checks by itself as soon as there is a connection', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const page = await renderProduct({
      items: [makeItem({ name: '86 Diamonds' })],
      answers: (api) => api.on(checkId, noNetwork),
    })
    await page.enterIds()
    await page.check()
    expect(await screen.findByText(/^You’re offline\. We’ll check the ID/)).toBeVisible()
    online.mockReturnValue(true)
    page.api.on(checkId, () => ({ message: 'success', use: 'c', username: 'RaviOP' }))
    dispatchEvent(new Event('online'))
    expect(await screen.findByText('Username: RaviOP')).toBeVisible()
  })

  it('checks nothing by itself for ids that were changed meanwhile', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const page = await renderProduct({ answers: (api) => api.on(checkId, noNetwork) })
    await page.enterIds()
    await page.check()
    await screen.findByText(/^You’re offline\. We’ll check the ID/)
    await page.user.type(page.input1(), '5')
    const checks = page.api.sentTo(checkId).length
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(page.input1()).toHaveValue('1234567895'))
    expect(page.api.sentTo(checkId)).toHaveLength(checks)
  })
})
