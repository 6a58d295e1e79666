import { createWalletOrder } from '@jhatpat/shared/contracts/orders.ts'
import { paymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
import { topUp, topUpStatus, walletBalance } from '@jhatpat/shared/contracts/wallet.ts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderHandMade } from '../../../../tests/screens/render-product.tsx'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeItem, makePaymentPage, makeProduct, makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { refuse } from '../../../../tests/support/fake-api.ts'

const dear = makeItem({ name: '9,288 Diamonds', discountedprice: 8556.5, originalprice: 9000 })
const txn = 'JT261121K7Q2MD'

const openDear = (balance = 100) =>
  renderHandMade({
    items: [dear],
    answers: (api) => {
      api.on(walletBalance, () => ({ balance }))
      api.on(topUp, () => ({ data: { payment_url: `/pay?client_txn_id=${txn}`, client_txn_id: txn } }))
      api.on(paymentPage, () => makePaymentPage({ kind: 'topup', client_txn_id: txn, status: 'paid' }))
      api.on(topUpStatus, () => ({
        data: {
          txnid: txn,
          status: 'Success' as const,
          amount: 8456.5,
          upi_txn_id: '',
          revision: 1,
          createdAt: '2026-11-21T14:00:00.000Z',
          payBefore: '2026-11-21T14:30:00.000Z',
        },
      }))
      api.on(createWalletOrder, () => refuse('insufficient_balance', { redirect_url: '/balanceerror' }))
    },
  })

const wallet = (page: Awaited<ReturnType<typeof openDear>>) =>
  page.payment().getByRole('radio', { name: /Wallet/ })

describe('a wallet that is too low for the chosen item', () => {
  it('says so on the choice, and returns from the top-up to the same order', async () => {
    const page = await openDear()
    expect(wallet(page)).not.toHaveTextContent('more')
    await page.chooseItem(/9,288 Diamonds/)
    await page.enterIds('player-1', 'Asha')
    await page.chooseMethod('Wallet')
    expect(wallet(page)).toHaveTextContent('Add ₹8,456.50 more')

    await page.user.click(page.payment().getByRole('link', { name: /^Top up/ }))
    expect(await screen.findByLabelText('Custom amount in rupees')).toHaveValue('8456.5')
    await page.user.click(screen.getByRole('button', { name: 'Top Up' }))
    page.api.on(walletBalance, () => ({ balance: 8556.5 }))
    await page.user.click(await screen.findByRole('link', { name: 'Back to your order' }))
    expect(page.api.sentTo(topUp)[0]?.body.value).toBe(8456.5)

    await waitFor(() => expect(screen.getByRole('radio', { name: /9,288 Diamonds/ })).toBeChecked())
    expect(page.input1()).toHaveValue('player-1')
    expect(page.input2()).toHaveValue('Asha')
    expect(wallet(page)).toBeChecked()
    await waitFor(() => expect(wallet(page)).toHaveTextContent('Balance ₹8,556.50 · ₹0.00 after'))
    expect(page.payment().queryByRole('link', { name: /^Top up/ })).not.toBeInTheDocument()
  })

  it('shows the missing amount when the server refuses, and both next steps', async () => {
    const page = await openDear()
    await page.chooseItem(/9,288 Diamonds/)
    await page.enterIds('player-1', 'Asha')
    await page.chooseMethod('Wallet')
    await page.buy()
    expect(await screen.findByText('₹8,456.50')).toBeVisible()
    const id = makeProduct()._id
    expect(screen.getByRole('link', { name: 'Top-Up Wallet' })).toHaveAttribute(
      'href',
      `/topup?amount=8456.5&product=${id}`,
    )
    expect(screen.getByRole('link', { name: 'Back to your order' })).toHaveAttribute('href', `/product/${id}`)
  })

  it('shows the balance after the order if it suffices', async () => {
    const page = await openDear(9000.25)
    await page.chooseItem(/9,288 Diamonds/)
    await waitFor(() => expect(wallet(page)).toHaveTextContent('Balance ₹9,000.25 · ₹443.75 after'))
  })
})

describe('a server’s message about a field by its name', () => {
  it('is not shown to people', async () => {
    const { api, user } = renderShop('/topup', { user: makeUser() })
    const message = 'value must have at most two decimals.'
    api.on(topUp, () => refuse('invalid_request', { message, field: 'value' }))
    await user.type(await screen.findByLabelText('Custom amount in rupees'), '500')
    await user.click(screen.getByRole('button', { name: 'Top Up' }))
    expect(await screen.findByText(/Check the highlighted field/)).toBeVisible()
    expect(screen.queryByText(message)).not.toBeInTheDocument()
  })
})
