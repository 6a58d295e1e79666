import { createOrder, createWalletOrder } from '@jhatpat/shared/contracts/orders.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { anItem, aUser } from '../../../../tests/screens/a-shop.ts'
import { renderHandMade } from '../../../../tests/screens/render-product.tsx'
import { keepSession } from '../../../../tests/screens/render-shop.tsx'
import { type FakeApi, noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

const item = anItem({ name: '86 Diamonds' })
const asking = 'No answer yet. Asking again with the same order; you will not be charged twice.'
const walletAnswer = {
  msg: 'ok',
  redirect_url: '/confirmation?client_txn_id=JP261121K7Q2MD',
  client_txn_id: 'JP261121K7Q2MD',
}
const cut = (status: number, text: string) => new Response(text, { status })

type Page = Awaited<ReturnType<typeof renderHandMade>>

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

const open = (answers: (api: FakeApi) => void = () => undefined, user = aUser()) =>
  renderHandMade({ items: [item], fakeTimers: true, answers, user })

/** Answers so often with what is given, and then as a working server does. */
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

async function tapAndLose(answer: () => Response | ReturnType<typeof refuse>, times = 99): Promise<Page> {
  const page = await open((api) => lose(api, times, answer))
  await fillIn(page)
  await page.buy()
  await screen.findByText(asking)
  return page
}

const nameOfTap = (storage: Storage) => Object.keys(storage).find((name) => name.startsWith('tap:')) ?? ''
const sent = ({ api }: Page) => api.sentTo(createWalletOrder)
const keys = (page: Page) => new Set(sent(page).map((call) => call.idempotencyKey))
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('an order that got no sure answer', () => {
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
  ])('is asked for again by itself with the same key and body after %s', async (_what, answer) => {
    const page = await tapAndLose(answer, 3)
    await later(8_000)
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
    expect(sent(page)).toHaveLength(4)
    expect(keys(page).size).toBe(1)
    expect(new Set(sent(page).map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(nameOfTap(localStorage) + nameOfTap(sessionStorage)).toBe('')
  })

  it('says so where it is read aloud', async () => {
    await tapAndLose(noNetwork)
    const place = screen.getByText(asking).closest('[role="status"]')
    expect(place).toHaveAttribute('aria-live', 'polite')
  })

  it('waits longer each time, and after about a minute leaves a button Ask again', async () => {
    const page = await tapAndLose(noNetwork)
    for (const [pause, seconds] of [1, 2, 4, 8, 15, 15, 15].entries()) {
      expect(sent(page)).toHaveLength(pause + 1)
      await later(seconds * 1_000)
      await waitFor(() => expect(sent(page)).toHaveLength(pause + 2))
    }
    await screen.findByText('Still no answer about 86 Diamonds.')
    await later(300_000)
    expect(sent(page)).toHaveLength(8)
    page.api.on(createWalletOrder, () => walletAnswer)
    await page.user.click(screen.getByRole('button', { name: 'Ask again' }))
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
    expect(keys(page).size).toBe(1)
  })

  it('is asked for at once by another tap', async () => {
    const page = await tapAndLose(noNetwork)
    await later(4_000)
    await waitFor(() => expect(sent(page)).toHaveLength(3))
    await screen.findByText(asking)
    await page.buy()
    await waitFor(() => expect(sent(page)).toHaveLength(4))
    expect(keys(page).size).toBe(1)
  })

  it('waits for the network while there is none', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const page = await open((api) => lose(api, 1, noNetwork))
    await fillIn(page)
    await page.buy()
    await screen.findByText(/^You are offline. We ask again with the same order/)
    await later(120_000)
    expect(sent(page)).toHaveLength(1)
    online.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
    expect(keys(page).size).toBe(1)
  })
})

describe('after a reload', () => {
  /** The page again, with what the browser kept; its order is answered when the test says so. */
  async function reload(before: Page, user = aUser()) {
    before.unmount()
    const answer = Promise.withResolvers<typeof walletAnswer>()
    const page = await open((api) => api.on(createWalletOrder, () => answer.promise), user)
    return { page, answer: () => answer.resolve(walletAnswer) }
  }

  async function goesOnWith(before: Page) {
    const { page, answer } = await reload(before)
    await waitFor(() => expect(sent(page)).toHaveLength(1))
    expect(sent(page)[0]?.idempotencyKey).toBe(sent(before)[0]?.idempotencyKey)
    expect(sent(page)[0]?.body).toEqual(sent(before)[0]?.body)
    expect(screen.getByText(asking)).toBeVisible()
    answer()
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
  }

  it('the order is asked for again with the same key and body, without a tap', async () => {
    await goesOnWith(await tapAndLose(noNetwork))
  })

  it('in the middle of the first try it is asked for too', async () => {
    const before = await open((api) => api.on(createWalletOrder, () => new Promise<never>(() => undefined)))
    await fillIn(before)
    await before.buy()
    await waitFor(() => expect(sent(before)).toHaveLength(1))
    await goesOnWith(before)
  })

  it.each([
    ['the tab was closed', () => sessionStorage.removeItem(nameOfTap(sessionStorage))],
    ['the session ended, which empties local storage', () => localStorage.clear()],
  ])('it is known even when %s', async (_what, lose) => {
    const before = await tapAndLose(noNetwork)
    lose()
    await goesOnWith(before)
  })

  it('of another day it is asked for only when the customer says so', async () => {
    const before = await tapAndLose(noNetwork)
    before.unmount()
    vi.setSystemTime(Date.now() + 11 * 60_000)
    keepSession(aUser())
    const page = await open()
    await screen.findByText('Still no answer about 86 Diamonds.')
    expect(sent(page)).toHaveLength(0)
    await page.user.click(screen.getByRole('button', { name: 'Ask again' }))
    await waitFor(() => expect(sent(page)).toHaveLength(1))
    expect(sent(page)[0]?.idempotencyKey).toBe(sent(before)[0]?.idempotencyKey)
  })

  it('by somebody else it is not asked for', async () => {
    const before = await tapAndLose(noNetwork)
    const { page } = await reload(before, aUser({ _id: '665000000000000000000002', userid: 'U1002' }))
    await fillIn(page)
    await page.buy()
    await waitFor(() => expect(sent(page)).toHaveLength(1))
    expect(sent(page)[0]?.body.userid).toBe('U1002')
    expect(sent(page)[0]?.idempotencyKey).not.toBe(sent(before)[0]?.idempotencyKey)
  })
})

describe('a changed draft after an order without an answer', () => {
  async function change(page: Page) {
    await page.user.type(page.input2(), '2')
    page.api.on(createWalletOrder, () => walletAnswer)
    await page.buy()
  }

  it('is not sent: the earlier one is asked about first, and told', async () => {
    const page = await tapAndLose(noNetwork)
    await change(page)
    await screen.findByText('Your earlier order JP-261121-K7Q2MD went through.')
    expect(keys(page).size).toBe(1)
    expect(sent(page).map(({ body }) => body.input2)).not.toContain('Asha2')
    expect(page.address()).toContain('/product/')
    expect(screen.getByRole('link', { name: 'See it' })).toHaveAttribute('href', walletAnswer.redirect_url)

    await page.buy()
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
    expect(sent(page).at(-1)?.body.input2).toBe('Asha2')
    expect(keys(page).size).toBe(2)
  })

  it('says why the earlier one did not go through, and then takes a key of its own', async () => {
    const page = await tapAndLose(noNetwork)
    await page.user.type(page.input2(), '2')
    page.api.on(createWalletOrder, () => refuse('out_of_stock'))
    await page.buy()
    await screen.findByText('Your earlier order of 86 Diamonds did not go through.')
    expect(keys(page).size).toBe(1)
    page.api.on(createWalletOrder, () => walletAnswer)
    await page.buy()
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
    expect(keys(page).size).toBe(2)
  })

  it('can be sent once the customer stops asking for the earlier one', async () => {
    const page = await tapAndLose(noNetwork)
    await later(61_000)
    await page.user.click(await screen.findByRole('button', { name: 'Stop asking' }))
    const before = sent(page).length
    await change(page)
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
    expect(sent(page)).toHaveLength(before + 1)
    expect(sent(page).at(-1)?.body.input2).toBe('Asha2')
    expect(keys(page).size).toBe(2)
  })
})

describe('an answer that is sure', () => {
  it('to have done nothing lets the next tap be another request', async () => {
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

  it('that the provider refuses the payment lets the wallet be tried at once', async () => {
    const page = await open((api) => api.on(createOrder, () => refuse('payment_refused')))
    await fillIn(page)
    await page.chooseMethod('UPI')
    await page.buy()
    await screen.findByText(/^The payment provider did not accept this payment/)
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

describe('an answer that takes its time', () => {
  it('is waited for and explained, and further taps send nothing', async () => {
    const answer = Promise.withResolvers<typeof walletAnswer>()
    const page = await open((api) => api.on(createWalletOrder, () => answer.promise))
    await fillIn(page)
    await page.buy()
    expect(page.buyButton()).toHaveAttribute('aria-busy', 'true')
    await later(3_100)
    expect(screen.getByText('Still placing your order…')).toBeVisible()
    await page.user.click(page.buyButton())
    await later(30_000)
    expect(sent(page)).toHaveLength(1)
    answer.resolve(walletAnswer)
    await waitFor(() => expect(page.address()).toContain('/confirmation'))
  })

  it('is the payment provider’s for UPI', async () => {
    const page = await open((api) => api.on(createOrder, () => new Promise<never>(() => undefined)))
    await fillIn(page)
    await page.chooseMethod('UPI')
    await page.buy()
    await later(3_100)
    expect(screen.getByText('Waiting for the payment provider…')).toBeVisible()
  })

  it('is told by a notice when the page was left meanwhile', async () => {
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
