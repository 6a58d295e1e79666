import type { TopUpState } from '@jhatpat/shared/contracts/order-state.ts'
import { paymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
import { topUp, topUpStatus, type walletStatuses } from '@jhatpat/shared/contracts/wallet.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makePaymentPage, makeTransaction, makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

function renderTopUp(payment_url = '/pay?client_txn_id=JT261121K7Q2MD') {
  return renderShop('/topup', {
    user: makeUser(),
    answers: (api) => {
      api.on(topUp, () => ({ data: { payment_url, client_txn_id: 'JT261121K7Q2MD' } }))
      api.on(paymentPage, () => makePaymentPage({ kind: 'topup', client_txn_id: 'JT261121K7Q2MD' }))
    },
  })
}

const amount = () => screen.findByLabelText('Custom amount in rupees')
const button = () => screen.getByRole('button', { name: 'Top Up' })

describe('topping up', () => {
  it('TOPUP-01 is headed Top-Up Your Wallet', async () => {
    renderTopUp()
    expect(await screen.findByRole('heading', { name: 'Top-Up Your Wallet' })).toBeVisible()
  })

  it('TOPUP-02 has the presets 100, 250, 500, 1000, 2000, 5000 rupees', async () => {
    const { user } = renderTopUp()
    const presets = within(await screen.findByRole('radiogroup', { name: 'Amount' })).getAllByRole('radio')
    expect(presets.map((preset) => preset.textContent)).toEqual([
      '₹100',
      '₹250',
      '₹500',
      '₹1,000',
      '₹2,000',
      '₹5,000',
    ])
    await user.click(presets[3] as HTMLElement)
    expect(await amount()).toHaveValue('1000')
  })

  it('TOPUP-03 takes a custom amount', async () => {
    const { user, api } = renderTopUp()
    await user.type(await amount(), '123.45')
    await user.click(button())
    await waitFor(() => expect(api.sentTo(topUp)).toHaveLength(1))
    expect(api.sentTo(topUp)[0]).toMatchObject({ body: { value: 123.45, userid: 'U1001' }, token: 'token-1' })
  })

  it('TOPUP-04 empties it at Clear, which is there only with something to clear', async () => {
    const { user } = renderTopUp()
    expect(await amount()).toHaveAttribute('placeholder', 'e.g. 500')
    expect(screen.queryByRole('button', { name: 'Clear' })).not.toBeInTheDocument()
    await user.type(await amount(), '700')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(await amount()).toHaveValue('')
    expect(await amount()).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Clear' })).not.toBeInTheDocument()
  })

  it('TOPUP-05 has its button off while the amount is empty', async () => {
    const { user } = renderTopUp()
    await amount()
    expect(button()).toBeDisabled()
    await user.type(await amount(), '7')
    expect(button()).toBeEnabled()
    await user.clear(await amount())
    expect(button()).toBeDisabled()
  })

  it.each(['0', '-5', 'abc', '1.234'])('TOPUP-06 alerts that %s is no valid amount', async (text) => {
    const { user, api } = renderTopUp()
    await user.type(await amount(), text)
    await user.click(button())
    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter a valid amount.')
    expect(api.sentTo(topUp)).toHaveLength(0)
  })

  it('TOPUP-07 sends the browser to the provider at data.payment_url', async () => {
    const { user, leftFor } = renderTopUp('https://gateway.test/pay/9')
    await user.type(await amount(), '500')
    await user.click(button())
    await waitFor(() => expect(leftFor).toHaveBeenCalledWith('https://gateway.test/pay/9'))
  })

  it('TOPUP-07 stays inside where data.payment_url is our own payment page', async () => {
    const { user, address } = renderTopUp()
    await user.type(await amount(), '500')
    await user.dblClick(button())
    await waitFor(() => expect(address()).toBe('/pay?client_txn_id=JT261121K7Q2MD'))
  })

  it('repeats with the same key when no answer came', async () => {
    const { user, api } = renderTopUp()
    api.on(topUp, noNetwork)
    await user.type(await amount(), '500')
    await user.click(button())
    expect(await screen.findByRole('alert')).toHaveTextContent('Network Error')
    await user.click(button())
    await waitFor(() => expect(api.sentTo(topUp)).toHaveLength(2))
    const [first, second] = api.sentTo(topUp)
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey)
  })
})

describe('a top-up without a certain answer', () => {
  const asking = 'No response yet. Retrying, you won’t be charged twice.'
  const answer = {
    data: { payment_url: '/pay?client_txn_id=JT261121K7Q2MD', client_txn_id: 'JT261121K7Q2MD' },
  }

  async function lose(lost: () => ReturnType<typeof refuse> | Response = noNetwork) {
    const page = renderTopUp()
    page.api.on(topUp, lost)
    await page.user.type(await amount(), '500')
    await page.user.click(button())
    await screen.findByText(asking)
    return page
  }

  it.each([
    ['no network', noNetwork],
    ['a proxy’s 502 page', () => new Response('<html>', { status: 502 })],
    ['a gateway that does not answer', () => refuse('payment_unavailable')],
  ])('is sent again by itself with the same key after %s', async (_what, lost) => {
    const { api, address } = await lose(lost)
    api.on(topUp, () => answer)
    await waitFor(() => expect(address()).toBe('/pay?client_txn_id=JT261121K7Q2MD'))
    const keys = api.sentTo(topUp).map((call) => call.idempotencyKey)
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
  })

  it('continues after a reload, with the amount filled in', async () => {
    const before = await lose()
    before.unmount()
    const answered = Promise.withResolvers<typeof answer>()
    const page = renderTopUp()
    page.api.on(topUp, () => answered.promise)
    expect(await amount()).toHaveValue('500')
    await waitFor(() => expect(page.api.sentTo(topUp)).toHaveLength(1))
    expect(page.api.sentTo(topUp)[0]?.idempotencyKey).toBe(before.api.sentTo(topUp)[0]?.idempotencyKey)
    answered.resolve(answer)
    await waitFor(() => expect(page.address()).toBe('/pay?client_txn_id=JT261121K7Q2MD'))
  })

  it('shows its result before another amount is sent', async () => {
    const { user, api, address } = await lose()
    await user.clear(await amount())
    await user.type(await amount(), '700')
    api.on(topUp, () => answer)
    await user.click(await screen.findByRole('button', { name: 'Top Up' }))
    expect(await screen.findByRole('link', { name: 'Pay now' })).toHaveAttribute(
      'href',
      answer.data.payment_url,
    )
    expect(api.sentTo(topUp).map(({ body }) => body.value)).not.toContain(700)
    await user.click(button())
    await waitFor(() => expect(address()).toContain('/pay'))
    expect(api.sentTo(topUp).at(-1)?.body.value).toBe(700)
    expect(new Set(api.sentTo(topUp).map((call) => call.idempotencyKey)).size).toBe(2)
  })

  it('makes the next tap another request once it was certainly refused', async () => {
    const { user, api } = renderTopUp()
    api.on(topUp, () => refuse('amount_invalid'))
    await user.type(await amount(), '500')
    await user.click(button())
    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter a valid amount.')
    await user.click(button())
    await waitFor(() => expect(api.sentTo(topUp)).toHaveLength(2))
    expect(new Set(api.sentTo(topUp).map((call) => call.idempotencyKey)).size).toBe(2)
  })
})

function renderConfirmation(status: (typeof walletStatuses)[number], state?: TopUpState) {
  return renderShop('/walletconfirmation?client_txn_id=JT261121K7Q2MD', {
    user: makeUser(),
    answers: (api) =>
      api.on(topUpStatus, () => ({
        data: {
          txnid: 'JT261121K7Q2MD',
          status,
          amount: 500,
          createdAt: '2026-11-21T14:00:00.000Z',
          payBefore: '2026-11-21T14:30:00.000Z',
          upi_txn_id: '',
          revision: 1,
          ...(state ? { state } : {}),
        },
      })),
  })
}

const detail = async (name: string) => (await screen.findByText(name)).nextElementSibling

describe('the wallet confirmation', () => {
  it('WCONF-01 shows ORDER PLACED SUCCESSFULLY once the money is in the wallet', async () => {
    renderConfirmation('Success')
    expect(await screen.findByRole('heading', { name: 'ORDER PLACED SUCCESSFULLY' })).toBeVisible()
  })

  it('WCONF-01 shows it as soon as the socket says so, and not before', async () => {
    const { socket } = renderConfirmation('Created')
    expect(await screen.findByText(/We haven’t received your payment yet/)).toBeVisible()
    expect(screen.queryByText('ORDER PLACED SUCCESSFULLY')).not.toBeInTheDocument()
    await waitFor(() =>
      expect(socket.asked.some(({ question }) => question === 'topup.subscribe')).toBe(true),
    )
    act(() => socket.send('topup.updated', makeTransaction({ revision: 2 })))
    expect(await screen.findByRole('heading', { name: 'ORDER PLACED SUCCESSFULLY' })).toBeVisible()
  })

  it('does not report the money as received because the payer has opened the link', async () => {
    renderConfirmation('Processing', { waitingFor: 'payment' })
    expect(await screen.findByText(/We haven’t received your payment yet/)).toBeVisible()
  })

  it('says that a payment which may belong to it is in review, and asks for no second one', async () => {
    renderConfirmation('Created', { waitingFor: 'payment_review' })
    expect(await screen.findByRole('heading', { name: 'Checking your payment' })).toBeVisible()
    expect(screen.getByText(/our team is checking it\. Please don’t pay again/)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Complete payment' })).not.toBeInTheDocument()
  })

  it('says what is certain after a failure', async () => {
    renderConfirmation('Failed')
    expect(await screen.findByRole('heading', { name: 'Top-up expired' })).toBeVisible()
  })

  it('says declined when the payment was declined', async () => {
    renderConfirmation('Failed', { waitingFor: 'nothing', declined: true })
    expect(await screen.findByRole('heading', { name: 'Payment failed' })).toBeVisible()
    expect(screen.getByText(/^Nothing was added\./)).toBeVisible()
  })

  it('WCONF-02 shows the transaction id', async () => {
    renderConfirmation('Success')
    expect(await detail('Transaction id')).toHaveTextContent('JT-261121-K7Q2MD')
  })

  it('WCONF-03 shows the status', async () => {
    renderConfirmation('Success')
    expect(await detail('Status')).toHaveTextContent('Success')
  })

  it('WCONF-04 shows the amount', async () => {
    renderConfirmation('Success')
    expect(await detail('Amount')).toHaveTextContent('₹500.00')
  })

  it('WCONF-05 has a link Return Home', async () => {
    renderConfirmation('Success')
    expect(await screen.findByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/home')
  })

  it('WCONF-06 has a link View Wallet', async () => {
    renderConfirmation('Success')
    expect(await screen.findByRole('link', { name: 'View Wallet' })).toHaveAttribute('href', '/wallet')
  })
})

describe('the page of a balance that is too low', () => {
  const render = () => renderShop('/balanceerror', { user: makeUser() })

  it('BALERR-01 is headed Insufficient Balance', async () => {
    render()
    expect(await screen.findByRole('heading', { name: 'Insufficient Balance' })).toBeVisible()
  })

  it('BALERR-02 says to add funds', async () => {
    render()
    expect(
      await screen.findByText('Please add funds to your wallet to complete the transaction.'),
    ).toBeVisible()
  })

  it('speaks of no order when it was opened without one', async () => {
    render()
    expect(await screen.findByText(/^Balance:/)).toHaveTextContent(
      /^Balance: ₹1,840\.00\. No money was taken\.$/,
    )
  })

  it('BALERR-03 has a Top-Up Wallet link to /topup', async () => {
    render()
    expect(await screen.findByRole('link', { name: 'Top-Up Wallet' })).toHaveAttribute('href', '/topup')
  })
})
