import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { type PaymentPage, paymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
import { topUpStatus } from '@jhatpat/shared/contracts/wallet.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import {
  makeOrder,
  makePaymentPage,
  makeTransaction,
  makeUser,
} from '../../../../tests/screens/shop-fixture.ts'
import { type FakeApi, noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

const path = '/pay?client_txn_id=JP261121K7Q2MD'
const confirmation = '/confirmation?client_txn_id=JP261121K7Q2MD'

function renderPay(page: Partial<PaymentPage> = {}, answers?: (api: FakeApi) => void) {
  return renderShop(path, {
    user: makeUser(),
    answers: (api) => {
      api.on(paymentPage, () => makePaymentPage(page))
      api.on(orderStatus, () => statusOf('Created'))
      answers?.(api)
    },
  })
}

function statusOf(status: 'Created' | 'Processing') {
  return {
    order: makeOrder({ status }),
    data: {
      client_txn_id: 'JP261121K7Q2MD',
      status: 'created' as const,
      amount: 345,
      upi_txn_id: '',
      createdAt: '2026-11-21T15:12:10.000Z',
      asked: { at: '2026-11-21T15:13:10.000Z', isAnswered: true },
    },
  }
}

const onA = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)

describe('the payment page', () => {
  it('shows the amount, the payee, the reference and the time left', async () => {
    renderPay()
    expect(await screen.findByRole('heading', { name: '₹345' })).toBeVisible()
    expect(screen.getByText(/To Jhatpat/)).toHaveTextContent('JP-261121-K7Q2MD')
    expect(screen.getByRole('timer', { name: /Pay within/ })).toHaveTextContent(/2[67]:\d\d/)
  })

  it('shows a computer a QR code of the UPI link, and no app buttons', async () => {
    renderPay()
    const code = await screen.findByRole('img', { name: /QR code to pay ₹345/ })
    expect(code).toHaveAttribute('data-text', makePaymentPage().upi?.bhim)
    expect(code.querySelectorAll('path')[0]?.getAttribute('d')?.length).toBeGreaterThan(1_000)
    expect(screen.queryByRole('link', { name: 'Google Pay' })).not.toBeInTheDocument()
  })

  it('shows a phone buttons that open the apps, and no QR code', async () => {
    onA('Mozilla/5.0 (Linux; Android 14) Mobile')
    renderPay()
    for (const [name, app] of [
      ['Google Pay', 'gpay:'],
      ['PhonePe', 'phonepe:'],
      ['Paytm', 'paytm:'],
      ['Any UPI app', 'upi:'],
    ] as const) {
      const link = await screen.findByRole('link', { name })
      expect(link.getAttribute('href')?.startsWith(app)).toBe(true)
    }
    expect(screen.queryByRole('img', { name: /QR/ })).not.toBeInTheDocument()
  })

  it('offers the app that was used last as the big button, on the next payment too', async () => {
    onA('Mozilla/5.0 (Linux; Android 14) Mobile')
    const first = renderPay()
    const phonePe = await screen.findByRole('link', { name: 'PhonePe' })
    expect(screen.queryByRole('link', { name: /^Pay ₹345 with/ })).not.toBeInTheDocument()
    phonePe.addEventListener('click', (event) => event.preventDefault())
    await first.user.click(phonePe)
    first.unmount()
    renderPay()
    const big = await screen.findByRole('link', { name: 'Pay ₹345 with PhonePe' })
    expect(big.getAttribute('href')).toMatch(/^phonepe:/)
    expect(big).toHaveClass('btn-accent')
    expect(screen.queryByRole('link', { name: 'PhonePe' })).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Google Pay' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'I have paid' })).not.toHaveClass('btn-accent')
  })

  it.each([
    ['another app', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['the browser’s memory', () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))],
  ])('asks the gateway at once on the return from %s', async (_where, showAgain) => {
    const { api, address } = renderPay()
    await screen.findByRole('button', { name: 'I have paid' })
    expect(api.sentTo(orderStatus)).toEqual([])
    api.on(orderStatus, () => statusOf('Processing'))
    act(() => void showAgain())
    await waitFor(() => expect(address()).toBe(confirmation))
    expect(api.sentTo(orderStatus)).toHaveLength(1)
  })

  it('shows no error of its own check when the network is not back yet', async () => {
    const { api } = renderPay({}, (fake) => fake.on(orderStatus, noNetwork))
    await screen.findByRole('button', { name: 'I have paid' })
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(api.sentTo(orderStatus).length).toBeGreaterThan(0))
    expect(await screen.findByRole('button', { name: 'I have paid' })).toBeEnabled()
    expect(screen.queryByText(/No response/)).not.toBeInTheDocument()
  })

  it('continues by itself when the socket reports the payment', async () => {
    const { socket, address } = renderPay()
    await screen.findByRole('heading', { name: '₹345' })
    await waitFor(() =>
      expect(socket.asked.some(({ question }) => question === 'order.subscribe')).toBe(true),
    )
    act(() => socket.send('order.updated', makeOrder({ status: 'Created', revision: 2 })))
    expect(address()).toBe(path)
    act(() => socket.send('order.updated', makeOrder({ status: 'Processing', revision: 3 })))
    await waitFor(() => expect(address()).toBe(confirmation))
  })

  it('continues at once when it is paid already, as after a reload', async () => {
    const { address } = renderPay({ status: 'paid' })
    await waitFor(() => expect(address()).toBe(confirmation))
  })

  it('opens the wallet’s confirmation for a top-up', async () => {
    const { socket, address } = renderPay({ kind: 'topup', client_txn_id: 'JT261121K7Q2MD' })
    await waitFor(() =>
      expect(socket.asked.some(({ question }) => question === 'topup.subscribe')).toBe(true),
    )
    act(() => socket.send('topup.updated', makeTransaction()))
    await waitFor(() => expect(address()).toBe('/walletconfirmation?client_txn_id=JT261121K7Q2MD'))
  })

  it('checks the gateway at I have paid, and says so when the money has not arrived yet', async () => {
    const { user, api, address } = renderPay()
    await user.click(await screen.findByRole('button', { name: /I have paid/ }))
    const answer = await screen.findByText(/If ₹345 was deducted from your bank account/)
    expect(answer).toHaveTextContent(
      /^We haven’t received your payment yet\..* Last update from the bank: 8:43:10 pm\.$/,
    )
    expect(answer.closest('[role=status]')?.previousElementSibling).toContainElement(
      screen.getByRole('button', { name: /I have paid/ }),
    )
    expect(api.sentTo(orderStatus)[0]?.body).toEqual({
      client_txn_id: 'JP261121K7Q2MD',
      date: '21-11-2026',
      key: 'storefront',
    })
    expect(address()).toBe(path)
    api.on(orderStatus, () => statusOf('Processing'))
    await user.click(screen.getByRole('button', { name: /I have paid/ }))
    await waitFor(() => expect(address()).toBe(confirmation))
  })

  it.each([
    ['that the bank is silent', { at: '2026-11-21T15:13:10.000Z', isAnswered: false }],
    ['nothing of a time that it was not told', undefined],
  ])('says %s', async (_what, asked) => {
    const { data, order } = statusOf('Created')
    const { user } = renderPay({}, (api) => api.on(orderStatus, () => ({ order, data: { ...data, asked } })))
    await user.click(await screen.findByRole('button', { name: /I have paid/ }))
    const answer = await screen.findByText(/If ₹345 was deducted from your bank account/)
    const silent = /^Your bank hasn’t responded yet\. Last checked at 8:43:10 pm; we keep checking\./
    expect(answer).toHaveTextContent(asked ? silent : /within a few minutes\.$/)
  })

  it('shows next to the button that no answer came, and keeps the button', async () => {
    const { user } = renderPay({}, (api) => api.on(orderStatus, noNetwork))
    await user.click(await screen.findByRole('button', { name: /I have paid/ }))
    expect(await screen.findByText('Network Error. No response. Try again.')).toBeVisible()
    expect(screen.getByRole('button', { name: /I have paid/ })).toBeEnabled()
  })

  it('checks a top-up by its own call', async () => {
    const { user, api } = renderPay({ kind: 'topup', client_txn_id: 'JT261121K7Q2MD' })
    await user.click(await screen.findByRole('button', { name: /I have paid/ }))
    await waitFor(() => expect(api.sentTo(topUpStatus)).toHaveLength(1))
  })

  it('offers another method', async () => {
    renderPay()
    expect(await screen.findByRole('link', { name: 'Change payment method' })).toHaveAttribute(
      'href',
      '/product/665000000000000000000a01',
    )
  })

  it('says plainly when the provider is a simulator', async () => {
    renderPay({ simulated: true })
    expect(await screen.findByText('Simulated payment provider')).toBeVisible()
    expect(screen.getByRole('link', { name: /Open payment page/ })).toHaveAttribute(
      'href',
      'http://gateway.test/pay/1',
    )
  })

  it('links to the provider’s page when there is no UPI link', async () => {
    renderPay({ upi: undefined })
    expect(await screen.findByText('Pay on the payment page')).toBeVisible()
    expect(screen.queryByText('Simulated payment provider')).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: /Open payment page/ })).toBeVisible()
  })

  it('says that the provider is creating the link, and shows it as soon as it exists', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let page: Partial<PaymentPage> = { waitingFor: 'provider', upi: undefined, gatewayUrl: '' }
    renderPay({}, (api) => api.on(paymentPage, () => makePaymentPage(page)))
    expect(await screen.findByText('Getting your payment link')).toBeVisible()
    expect(screen.queryByText('Pay on the payment page')).not.toBeInTheDocument()
    page = {}
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible()
    vi.useRealTimers()
  })

  it('asks for no second payment while received money is in review', async () => {
    renderPay({ waitingFor: 'check' })
    expect(await screen.findByText('Checking your payment')).toBeVisible()
    expect(screen.queryByRole('img', { name: /QR code/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'I have paid' })).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: /Open payment page/ })).not.toBeInTheDocument()
  })

  it('says when there is nothing to pay', async () => {
    renderPay({}, (api) => api.on(paymentPage, () => refuse('not_found')))
    expect(await screen.findByRole('heading', { name: 'Nothing to pay here' })).toBeVisible()
  })
})
