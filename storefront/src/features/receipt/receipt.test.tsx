import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { orderReceipt, type Receipt } from '@jhatpat/shared/contracts/receipts.ts'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answerOf, path } from '../../../../tests/screens/render-order.tsx'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeOrder, makeUser, type OrderFacts } from '../../../../tests/screens/shop-fixture.ts'
import { refuse } from '../../../../tests/support/fake-api.ts'

const aReceipt = (more: Partial<Receipt> = {}): Receipt => ({
  number: 'R-261121-K7Q2MD',
  issuedAt: '2026-11-21T15:12:51.000Z',
  orderid: 'JP261121K7Q2MD',
  status: 'Completed',
  endedAt: '2026-11-21T15:13:38.000Z',
  seller: ['14 Church Street', 'Bengaluru'],
  customer: { name: 'Asha Rao', email: 'asha@jhatpat.test' },
  account: 'RaviOP, 123456789 (1234)',
  itemname: '284 Diamonds',
  productname: 'Mobile Legends',
  paymentmode: 'upi',
  price: 345,
  received: 345,
  back: 0,
  paidReferences: ['432198765012'],
  deliveryReferences: ['SM-551920384'],
  ...more,
})
const open = (receipt: Receipt) =>
  renderShop('/receipt?client_txn_id=JP261121K7Q2MD', {
    user: makeUser(),
    answers: (api) => api.on(orderReceipt, () => receipt),
  })
const paper = () => screen.findByRole('article', { name: 'Receipt R-261121-K7Q2MD' })

it('shows payment and item, with every reference, and is printed by the browser', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user } = open(aReceipt())
  const shown = await paper()
  for (const text of [
    '284 Diamonds',
    '₹345.00',
    '432198765012',
    'SM-551920384',
    'JP-261121-K7Q2MD',
    'Bengaluru',
    '21 Nov 2026, 8:42:51 pm IST',
    'Delivered 8:43:38 pm',
    'This is a receipt, not a tax invoice.',
  ]) {
    expect(shown).toHaveTextContent(text)
  }
  expect(shown).not.toHaveTextContent('GST')
  await user.click(screen.getByRole('button', { name: 'Print or save as PDF' }))
  expect(print).toHaveBeenCalledOnce()
})

it('shows refunds, and the tax only if the shop has a number', async () => {
  const gst = { gstin: '29ABCDE1234F1Z5', percent: 18, net: 292.37, tax: 52.63 }
  open(aReceipt({ status: 'Refunded', received: 690, back: 345, gst }))
  const shown = await paper()
  expect(within(shown).getByText('Refunded to wallet').parentElement).toHaveTextContent('₹345.00')
  expect(shown).toHaveTextContent('Includes 18% GST on ₹292.37')
  expect(shown).toHaveTextContent('29ABCDE1234F1Z5')
  expect(shown).not.toHaveTextContent('not a tax invoice')
})

it('does not exist for an order without a payment', async () => {
  renderShop('/receipt?client_txn_id=JP261121K7Q2MD', {
    user: makeUser(),
    answers: (api) => api.on(orderReceipt, () => refuse('not_paid')),
  })
  expect(
    await screen.findByText('No payment was received for this order, so there’s no receipt.'),
  ).toBeVisible()
})

it.each([
  ['Completed', {}, true],
  ['Refunded', { credited: 345 }, true],
  ['Processing', {}, true],
  ['Created', {}, false],
  ['Failed', {}, false],
] as const)('is linked from an order that is %s: %j, %s', async (status, facts: OrderFacts, isThere) => {
  renderShop(path, {
    user: makeUser(),
    answers: (api) => api.on(orderStatus, () => answerOf(makeOrder({ status, ...facts }))),
  })
  await screen.findByText('Where is my money?')
  const link = screen.queryByRole('link', { name: 'Receipt' })
  expect(link?.getAttribute('href') ?? '').toBe(isThere ? '/receipt?client_txn_id=JP261121K7Q2MD' : '')
})
