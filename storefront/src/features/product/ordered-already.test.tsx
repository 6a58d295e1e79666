import { createOrder, createWalletOrder } from '@jhatpat/shared/contracts/orders.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderHandMade } from '../../../../tests/screens/render-product.tsx'
import { makeItem } from '../../../../tests/screens/shop-fixture.ts'
import { type FakeApi, refuse } from '../../../../tests/support/fake-api.ts'

const placed = { msg: 'ok', redirect_url: '/confirmation?client_txn_id=JP2', client_txn_id: 'JP2' }
const first = {
  orderid: 'JP261121K7Q2MD',
  redirect_url: '/confirmation?client_txn_id=JP261121K7Q2MD',
  status: 'Processing',
}
const agoMs = (ms: number) => new Date(Date.now() - ms).toISOString()

/** The server refuses the order as a repeat until the customer confirms it. */
function askBack(api: FakeApi, more: Record<string, string> = {}): void {
  api.on(createWalletOrder, ({ orderAgain }) =>
    orderAgain === first.orderid
      ? placed
      : refuse('ordered_already', { ...first, orderedAt: agoMs(8_000), ...more }),
  )
}

async function clickBuy(more: Record<string, string> = {}, method: 'UPI' | 'Wallet' = 'Wallet') {
  const page = await renderHandMade({
    items: [makeItem({ name: '86 Diamonds', discountedprice: 319 })],
    answers: (api) => {
      askBack(api, more)
      api.on(createOrder, () => refuse('ordered_already', { ...first, orderedAt: agoMs(8_000), ...more }))
    },
  })
  await page.chooseItem(/86 Diamonds/)
  await page.enterIds('player-1', 'Asha')
  await page.chooseMethod(method)
  await page.buy()
  return page
}

const sent = (page: Awaited<ReturnType<typeof clickBuy>>) => page.api.sentTo(createWalletOrder)

describe('the same order again', () => {
  it('informs the server that the page can ask for a confirmation', async () => {
    const page = await clickBuy()
    await screen.findByRole('dialog')
    expect(sent(page)[0]?.orderAgain).toBe('ask')
    expect(sent(page)[0]?.body).not.toHaveProperty('orderAgain')
  })

  it('needs a confirmation, with the original order and the effect of a second one', async () => {
    await clickBuy()
    const dialog = within(await screen.findByRole('dialog', { name: 'You ordered the same 8 seconds ago' }))
    expect(dialog.getByText('Order again?')).toBeVisible()
    expect(dialog.getByText('player-1 (Asha) · ₹319')).toBeVisible()
    expect(dialog.getByText('Processing')).toBeVisible()
    expect(dialog.getByText('A second order costs another ₹319 and is delivered separately.')).toBeVisible()
    expect(dialog.getByRole('link', { name: 'View first order' })).toHaveAttribute('href', first.redirect_url)
  })

  it('is placed once when the customer confirms, however often', async () => {
    const page = await clickBuy()
    await page.user.dblClick(await screen.findByRole('button', { name: 'Order again for ₹319' }))
    await waitFor(() => expect(page.address()).toBe(placed.redirect_url))
    expect(sent(page)).toHaveLength(2)
    expect(sent(page)[1]).toMatchObject({ orderAgain: first.orderid, body: sent(page)[0]?.body })
  })

  it('is not placed when the question is closed, and is asked about again at another tap', async () => {
    const page = await clickBuy()
    await page.user.click(await screen.findByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sent(page)).toHaveLength(1)
    await page.buy()
    await screen.findByRole('dialog')
    expect(sent(page)[1]?.orderAgain).toBe('ask')
  })
})

describe('an unpaid order of the same item', () => {
  it('is offered for payment, whatever method was chosen for the next one', async () => {
    const waiting = {
      status: 'Created',
      redirect_url: '/pay?client_txn_id=JP261121K7Q2MD',
      payBefore: '2026-11-21T15:32:00.000Z',
    }
    await clickBuy(waiting, 'UPI')
    const name = 'You already have an unpaid order for this. Pay it by 9:02 pm'
    const dialog = within(await screen.findByRole('dialog', { name }))
    expect(dialog.getByRole('link', { name: 'Pay for first order' })).toHaveAttribute(
      'href',
      waiting.redirect_url,
    )
    expect(dialog.getByRole('button', { name: 'Order another' })).toBeVisible()
  })
})
