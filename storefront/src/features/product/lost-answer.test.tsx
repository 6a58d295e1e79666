import { login } from '@jhatpat/shared/contracts/accounts.ts'
import {
  closeOrderKey,
  lookUpOrderKey,
  type OrderKey,
  openOrderKeys,
} from '@jhatpat/shared/contracts/order-keys.ts'
import { createOrder, createWalletOrder } from '@jhatpat/shared/contracts/orders.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderHandMade } from '../../../../tests/screens/render-product.tsx'
import { keepSession, renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeItem, makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { type FakeApi, noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

const item = makeItem({ name: '86 Diamonds' })
const asking = 'No response yet. Retrying, you won’t be charged twice.'
const walletAnswer = {
  msg: 'ok',
  redirect_url: '/confirmation?client_txn_id=JP261121K7Q2MD',
  client_txn_id: 'JP261121K7Q2MD',
}
const cut = (status: number, text: string) => new Response(text, { status })

type Page = Awaited<ReturnType<typeof renderHandMade>>

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

const saying = (state: OrderKey['state'], more: Partial<OrderKey> = {}): OrderKey => ({ state, ...more })

/** A shop that knows no key, unless the test says otherwise. */
const open = (answers: (api: FakeApi) => void = () => undefined, user = makeUser()) =>
  renderHandMade({
    items: [item],
    fakeTimers: true,
    user,
    answers: (api) => {
      api.on(lookUpOrderKey, () => saying('unknown'))
      api.on(closeOrderKey, () => saying('closed'))
      answers(api)
    },
  })

const placed: OrderKey = {
  state: 'placed',
  order: {
    orderid: 'JP261121K7Q2MD',
    status: 'Processing',
    redirect_url: walletAnswer.redirect_url,
    orderedAt: '2026-11-21T15:12:00.000Z',
  },
}
const lookUps = ({ api }: Page) => api.sentTo(lookUpOrderKey)
const closed = ({ api }: Page) => api.sentTo(closeOrderKey)
const keyOf = (page: Page) => sent(page)[0]?.idempotencyKey
const press = (page: Page, name: string | RegExp) => page.user.click(screen.getByRole('button', { name }))
const unclear = 'We don’t know yet if your order for 86 Diamonds was placed'

/** Gives this answer a number of times, and then works normally. */
function lose(api: FakeApi, times: number, answer: () => Response | ReturnType<typeof refuse>): void {
  let left = times
  api.on(createWalletOrder, () => {
    left -= 1
    return left >= 0 ? answer() : walletAnswer
  })
}

async function fillIn(page: Page, name = 'Asha') {
  await page.chooseItem(/86 Diamonds/)
  await page.enterIds('player-1', name)
  await page.chooseMethod('Wallet')
}

async function returnAndCheck() {
  const before = await buyAndLoseAnswer(noNetwork)
  before.unmount()
  keepSession(makeUser())
  const page = await open()
  await page.user.click(await screen.findByRole('button', { name: 'Check' }))
  return { before, page }
}

async function buyAndLoseAnswer(
  answer: () => Response | ReturnType<typeof refuse>,
  times = 99,
): Promise<Page> {
  const page = await open((api) => lose(api, times, answer))
  await fillIn(page)
  await page.buy()
  await screen.findByText(asking)
  return page
}

const nameOfIntent = (storage: Storage) =>
  Object.keys(storage).find((name) => name.startsWith('intent:')) ?? ''
const sent = ({ api }: Page) => api.sentTo(createWalletOrder)
const keys = (page: Page) => new Set(sent(page).map((call) => call.idempotencyKey))
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('an order without a certain answer', () => {
  it.each([
    ['no network', noNetwork],
    ['a proxy’s 502 page', () => cut(502, '<html>Bad Gateway</html>')],
    ['a proxy’s 504 page', () => cut(504, '')],
    ['a 200 that was cut', () => cut(200, JSON.stringify(walletAnswer).slice(0, 30))],
    ['a 200 with another reply', () => Response.json({ ok: true })],
    ['our own 500', () => refuse('internal')],
    ['our own 503', () => refuse('service_unavailable')],
    ['another try being worked on', () => refuse('idempotency_in_flight')],
    ['too many tries', () => refuse('too_many_requests')],
  ])('is sent again by itself with the same key and body after %s', async (_what, answer) => {
    const page = await buyAndLoseAnswer(answer, 3)
    await later(8_000)
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
    expect(sent(page)).toHaveLength(4)
    expect(keys(page).size).toBe(1)
    expect(new Set(sent(page).map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(lookUps(page).map(({ params }) => params.key)).toEqual(Array(3).fill(keyOf(page)))
    expect(nameOfIntent(localStorage) + nameOfIntent(sessionStorage)).toBe('')
  })

  it('announces that to screen readers', async () => {
    await buyAndLoseAnswer(noNetwork)
    const place = screen.getByText(asking).closest('[role="status"]')
    expect(place).toHaveAttribute('aria-live', 'polite')
  })

  it('is sent again for a minute at most, and looked up by hand afterwards', async () => {
    const page = await buyAndLoseAnswer(noNetwork)
    for (const [pause, seconds] of [1, 2, 4, 8, 15, 15].entries()) {
      expect(sent(page)).toHaveLength(pause + 1)
      await later(seconds * 1_000)
      await waitFor(() => expect(sent(page)).toHaveLength(pause + 2))
    }
    await later(15_000)
    await screen.findByText(unclear)
    expect(screen.queryByRole('button', { name: 'BUY NOW' })).not.toBeInTheDocument()
    await later(300_000)
    expect(sent(page)).toHaveLength(7)
    page.api.on(lookUpOrderKey, () => placed)
    await press(page, 'Check')
    await screen.findByText('Order placed')
    expect(screen.getByRole('link', { name: 'View order' })).toHaveAttribute(
      'href',
      walletAnswer.redirect_url,
    )
    await later(3_000)
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
    expect(sent(page)).toHaveLength(7)
  })

  it('is not sent again while the shop is still processing it', async () => {
    const page = await open((api) => {
      lose(api, 1, noNetwork)
      api.on(lookUpOrderKey, () => saying('running', { retryAfterMs: 2_000 }))
    })
    await fillIn(page)
    await page.buy()
    await screen.findByText(asking)
    await later(8_000)
    expect(sent(page)).toHaveLength(1)
    expect(lookUps(page).length).toBeGreaterThan(2)
    page.api.on(lookUpOrderKey, () => placed)
    await later(8_000)
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
    expect(keys(page).size).toBe(1)
  })

  it('is sent at once by another tap', async () => {
    const page = await buyAndLoseAnswer(noNetwork)
    await later(4_000)
    await waitFor(() => expect(sent(page)).toHaveLength(3))
    await screen.findByText(asking)
    await page.buy()
    await waitFor(() => expect(sent(page)).toHaveLength(4))
    expect(keys(page).size).toBe(1)
  })
})

describe('a tap without a network', () => {
  it('orders nothing, then or later, and says so', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const page = await open()
    await fillIn(page)
    await page.buy()
    await screen.findByText('You’re offline. No order was placed.')
    expect(nameOfIntent(localStorage) + nameOfIntent(sessionStorage)).toBe('')
    online.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    await later(120_000)
    expect(sent(page)).toHaveLength(0)
    await page.buy()
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
    expect(screen.queryByText(/No order was placed/)).not.toBeInTheDocument()
  })

  it('that is lost on the way is sent again only within a minute', async () => {
    const page = await buyAndLoseAnswer(noNetwork)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    await later(61_000)
    await screen.findByText('You’re still offline')
    const before = sent(page).length
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    await screen.findByText('Order not placed')
    expect(sent(page)).toHaveLength(before)
  })
})

describe('after a reload', () => {
  /** Opens the page again, with the browser's stored data. */
  async function reload(before: Page, answers?: (api: FakeApi) => void, user = makeUser()) {
    before.unmount()
    keepSession(user)
    return open(answers, user)
  }

  it('sends nothing without a click, and asks about the same key', async () => {
    const before = await buyAndLoseAnswer(noNetwork)
    const page = await reload(before)
    await screen.findByText(unclear)
    await later(120_000)
    expect(lookUps(page).map(({ params }) => params.key)).toEqual([keyOf(before)])
    expect([sent(page), closed(page)]).toEqual([[], []])
  })

  it('asks about a request interrupted in its first try too, and shows the placed order', async () => {
    const before = await open((api) => api.on(createWalletOrder, () => new Promise<never>(() => undefined)))
    await fillIn(before)
    await before.buy()
    await waitFor(() => expect(sent(before)).toHaveLength(1))
    const page = await reload(before, (api) => api.on(lookUpOrderKey, () => placed))
    await screen.findByText('Order placed')
    await later(3_000)
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
    expect(sent(page)).toHaveLength(0)
    expect(nameOfIntent(localStorage) + nameOfIntent(sessionStorage)).toBe('')
  })

  it.each([
    ['the tab was closed', () => sessionStorage.removeItem(nameOfIntent(sessionStorage))],
    ['the session ended, which empties local storage', () => localStorage.clear()],
  ])('knows the order even when %s', async (_what, lose) => {
    const before = await buyAndLoseAnswer(noNetwork)
    lose()
    await reload(before)
    expect(await screen.findByText(unclear)).toBeVisible()
  })

  it('does not show the order to another person, whose order has a key of its own', async () => {
    const before = await buyAndLoseAnswer(noNetwork)
    const other = makeUser({ _id: '665000000000000000000002', userid: 'U1002' })
    const page = await reload(before, undefined, other)
    await fillIn(page)
    expect(screen.queryByText(unclear)).not.toBeInTheDocument()
    await page.buy()
    await waitFor(() => expect(sent(page)).toHaveLength(1))
    expect(lookUps(page)).toHaveLength(0)
    expect(keyOf(page)).not.toBe(keyOf(before))
  })
})

describe('an order that the shop does not know', () => {
  const unknown = async () => {
    const page = await buyAndLoseAnswer(noNetwork)
    await later(61_000)
    await screen.findByText(unclear)
    return page
  }

  it('is closed by Check before it is reported as not gone through, and may be ordered under another key', async () => {
    const page = await unknown()
    await press(page, 'Check')
    await screen.findByText('Order not placed')
    expect(closed(page).map(({ params }) => params.key)).toEqual([keyOf(page)])
    page.api.on(createWalletOrder, () => walletAnswer)
    await press(page, /^Order for ₹/)
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
    expect(keys(page).size).toBe(2)
  })

  it('is given time by Check, when it was sent just now and may still be processed', async () => {
    const { page } = await returnAndCheck()
    await later(5_000)
    page.api.on(lookUpOrderKey, () => placed)
    await later(2_000)
    await screen.findByText('Order placed')
    expect([closed(page), sent(page)]).toEqual([[], []])
  })

  it('is closed by Check after some seconds, when it was sent just now and no order appears', async () => {
    const { before, page } = await returnAndCheck()
    await later(11_000)
    await screen.findByText('Order not placed')
    expect(closed(page).map(({ params }) => params.key)).toEqual([keyOf(before)])
  })

  it('shows through Check the reason of its refusal', async () => {
    const page = await unknown()
    page.api.on(lookUpOrderKey, () => saying('refused', { message: 'This item is out of stock.' }))
    await press(page, 'Check')
    expect(await screen.findByText(/^This item is out of stock\. There is no order\./)).toBeVisible()
    await press(page, 'Not now')
    expect(page.buyButton()).toHaveTextContent('BUY NOW')
  })

  it('is refused permanently after Don’t order', async () => {
    const page = await unknown()
    await press(page, 'Don’t order')
    await screen.findByText('Nothing will be ordered')
    expect(closed(page)).toHaveLength(1)
    expect(lookUps(page).length).toBeGreaterThan(0)
    expect(nameOfIntent(localStorage) + nameOfIntent(sessionStorage)).toBe('')
    await press(page, 'Back to items')
    expect(page.buyButton()).toHaveTextContent('BUY NOW')
  })

  it('that had gone through is shown instead of Don’t order', async () => {
    const page = await unknown()
    page.api.on(closeOrderKey, () => placed)
    await press(page, 'Don’t order')
    expect(await screen.findByText('Order placed')).toBeVisible()
  })

  it('keeps Don’t order on this device without a network, over a reload too, and sends it first', async () => {
    const page = await unknown()
    page.api.on(closeOrderKey, noNetwork)
    await press(page, 'Don’t order')
    await screen.findByText('“Don’t order” is saved on this device')
    await press(page, 'Undo')
    await screen.findByText(unclear)
    await press(page, 'Don’t order')
    page.unmount()
    const again = await open()
    await screen.findByText('Nothing will be ordered')
    expect(closed(again)[0]?.params.key).toBe(keyOf(page))
    expect([lookUps(again), sent(again)]).toEqual([[], []])
  })

  it('is dropped by another choice', async () => {
    const page = await unknown()
    await page.user.type(page.input2(), '2')
    await waitFor(() => expect(page.buyButton()).toHaveTextContent('BUY NOW'))
    expect(closed(page).map(({ params }) => params.key)).toEqual([keyOf(page)])
    page.api.on(createWalletOrder, () => walletAnswer)
    await page.buy()
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
    expect(sent(page).at(-1)?.body.input2).toBe('Asha2')
    expect(keys(page).size).toBe(2)
  })
})

it('is looked up before another order is sent, also when another tab sent it', async () => {
  const page = await open()
  await fillIn(page)
  const intent = {
    key: 'key-of-another-tab',
    body: { itemid: 9 },
    about: '172 Diamonds',
    at: Date.now(),
    open: true,
  }
  localStorage.setItem(`intent:order:${makeUser().userid}:${intent.key}`, JSON.stringify(intent))
  await page.buy()
  await screen.findByText('We don’t know yet if your order for 172 Diamonds was placed')
  expect(lookUps(page).map(({ params }) => params.key)).toEqual([intent.key])
  expect(sent(page)).toEqual([])
})

describe('another choice while an answer is missing', () => {
  it('stops the earlier request, and is not sent itself', async () => {
    const page = await buyAndLoseAnswer(noNetwork)
    const before = sent(page).length
    await page.user.type(page.input2(), '2')
    await waitFor(() => expect(closed(page)).toHaveLength(1))
    await later(120_000)
    expect(sent(page)).toHaveLength(before)
    expect(page.buyButton()).toHaveTextContent('BUY NOW')
  })

  it('shows the earlier order if it had gone through', async () => {
    const page = await buyAndLoseAnswer(noNetwork)
    page.api.on(closeOrderKey, () => placed)
    await page.user.type(page.input2(), '2')
    expect(await screen.findByText('Order placed')).toBeVisible()
    await later(10_000)
    expect(page.address()).toContain('/product/')
  })
})

describe('after a sign-in', () => {
  it('lists the orders without an answer: those under way are looked up, the others are shown', async () => {
    const running = { key: 'key-of-another-device', productid: '1', itemid: 7, itemname: '86 Diamonds' }
    const sentAt = new Date(Date.now() - 4_000).toISOString()
    const { user, api } = renderShop('/login', {
      fakeTimers: true,
      answers: (fake) => {
        fake.on(login, () => ({ token: 'token-2', user: makeUser(), expiresAt: '2026-11-21T18:00:00.000Z' }))
        fake.on(openOrderKeys, () => ({
          keys: [
            { ...running, ...saying('running', { retryAfterMs: 2_000 }), sentAt },
            { ...running, ...placed, key: 'another-one', sentAt },
          ],
        }))
      },
    })
    await user.type(await screen.findByLabelText('Email'), 'asha@mail.test')
    await user.type(screen.getByLabelText('Password'), 'monsoon tram 42')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect(await screen.findByText('Your order JP-261121-K7Q2MD')).toBeVisible()
    expect(api.sentTo(openOrderKeys)).toHaveLength(1)
    expect(nameOfIntent(localStorage)).toContain('key-of-another-device')
  })
})

describe('a certain answer', () => {
  it('that nothing was ordered makes the next tap another request', async () => {
    const page = await open((api) => api.on(createWalletOrder, () => refuse('out_of_stock')))
    await fillIn(page)
    await page.buy()
    await screen.findByText('This item is out of stock.')
    await page.buy()
    await waitFor(() => expect(sent(page)).toHaveLength(2))
    expect(keys(page).size).toBe(2)
    expect(screen.queryByText(asking)).not.toBeInTheDocument()
  })

  it('of an ended session keeps the key for the tap after the login, and orders nothing by itself', async () => {
    const before = await open((api) => api.on(createWalletOrder, () => refuse('session_expired')))
    await fillIn(before)
    await before.buy()
    await later(3_100)
    await waitFor(() => expect(before.address()).toBe('/login'))
    before.unmount()
    const page = await open()
    await waitFor(() => expect(page.buyButton()).toHaveTextContent('BUY NOW'))
    expect(sent(page)).toHaveLength(0)
    await page.buy()
    await waitFor(() => expect(sent(page)).toHaveLength(1))
    expect(sent(page)[0]?.idempotencyKey).toBe(sent(before)[0]?.idempotencyKey)
  })

  it('that the provider refuses the payment allows the wallet at once', async () => {
    const page = await open((api) => api.on(createOrder, () => refuse('payment_rejected')))
    await fillIn(page)
    await page.chooseMethod('UPI')
    await page.buy()
    await screen.findByText(/^The payment wasn’t accepted/)
    await page.buy()
    await waitFor(() => expect(page.api.sentTo(createOrder)).toHaveLength(2))
    const [first, second] = page.api.sentTo(createOrder)
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey)
    await page.chooseMethod('Wallet')
    await page.buy()
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
    expect(page.api.sentTo(createOrder)).toHaveLength(2)
    expect(sent(page)[0]?.idempotencyKey).not.toBe(first?.idempotencyKey)
  })
})

describe('a slow answer', () => {
  it('is waited for and explained, and further taps send nothing', async () => {
    const answer = Promise.withResolvers<typeof walletAnswer>()
    const page = await open((api) => api.on(createWalletOrder, () => answer.promise))
    await fillIn(page)
    await page.buy()
    expect(page.buyButton()).toHaveAttribute('aria-busy', 'true')
    await later(3_100)
    expect(screen.getByText('Placing your order…')).toBeVisible()
    await page.user.click(page.buyButton())
    await later(30_000)
    expect(sent(page)).toHaveLength(1)
    answer.resolve(walletAnswer)
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
  })

  it('is explained by the payment provider for UPI', async () => {
    const page = await open((api) => api.on(createOrder, () => new Promise<never>(() => undefined)))
    await fillIn(page)
    await page.chooseMethod('UPI')
    await page.buy()
    await later(3_100)
    expect(screen.getByText('Opening payment…')).toBeVisible()
  })

  it('is shown as a toast when the page was left meanwhile', async () => {
    const answer = Promise.withResolvers<typeof walletAnswer>()
    const page = await open((api) => api.on(createWalletOrder, () => answer.promise))
    await fillIn(page)
    await page.buy()
    await waitFor(() => expect(sent(page)).toHaveLength(1))
    await page.user.click(screen.getAllByRole('link', { name: /home/i })[0] as HTMLElement)
    await screen.findByRole('region', { name: 'Trending' })
    answer.resolve(walletAnswer)
    expect(await screen.findByText('Your order JP-261121-K7Q2MD')).toBeVisible()
    expect(page.address()).toBe('/home')
  })
})
