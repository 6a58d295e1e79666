import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { processing, renderOrder } from '../../../../tests/screens/render-order.tsx'

const currentStep = () => document.querySelector('[aria-current="step"]')

describe('the status text of an order', () => {
  it.each([
    [
      'says that money which may be its own is being looked at',
      { status: 'Created', state: { waitingFor: 'payment_review' } },
      /Checking your payment.*You’ll get your order or a refund to your wallet/,
    ],
    [
      'promises a time',
      { status: 'Processing', promisedBy: '2199-01-01T15:42:00.000Z' },
      /Expected by 9:12 pm/,
    ],
    [
      'says when it takes longer than promised',
      { status: 'Processing', promisedBy: '2020-11-21T15:42:00.000Z' },
      /Sorry, this is taking longer than expected.*Sent to the supplier, waiting for their reply\. It was due by 9:12 pm\. We’ll deliver it or refund you to your wallet/,
    ],
    [
      'says how much of a bundle is there',
      { status: 'Processing', promisedBy: '2199-01-01T15:42:00.000Z', units: { total: 2, delivered: 1 } },
      /1 of 2 packs delivered/,
    ],
    [
      'says at once that a second payment is in the wallet, while the order is in progress',
      { status: 'Processing', credited: 345, promisedBy: '2199-01-01T15:42:00.000Z' },
      /Expected by 9:12 pm\. You paid twice\. The second payment of ₹345 was refunded to your wallet\.$/,
    ],
    [
      'says so when the order was closed',
      { status: 'Cancelled', credited: 345, reason: 'You asked us to cancel it.' },
      /You paid twice\. The second payment of ₹345 was refunded to your wallet\.$/,
    ],
    [
      'says that a refund is in the wallet',
      { status: 'Refunded', credited: 345, reason: 'The supplier refused the id' },
      /₹345 refunded to your wallet.*The supplier refused the id\. You can use this money now/,
    ],
    [
      'says that no payment came',
      { status: 'Failed', state: { endedAt: '2026-11-21T15:42:00.000Z' } },
      /We didn’t receive your payment by 9:12 pm/,
    ],
    [
      'says that a payment was declined',
      { status: 'Failed', state: { endedAt: '2026-11-21T15:42:00.000Z', declined: true } },
      /Payment failed.*The payment failed at 9:12 pm\. No order was placed\./,
    ],
    [
      'says once what came of a wrong amount, and why',
      {
        status: 'Refunded',
        credited: 50,
        reason: 'The amount paid differs from the price',
        state: { paid: { at: '2026-11-21T15:13:00.000Z', amount: 50 } },
      },
      /^Refunded₹50 added to your walletWe received ₹50 instead of ₹345, so we couldn’t place your order\. You can use this money now\.$/,
    ],
    [
      'says where the money of a wrong amount is',
      { status: 'Failed', credited: 300, reason: '₹300 came instead of ₹345' },
      /₹300 added to your wallet.*₹300 came instead of ₹345\. Your order wasn’t placed/,
    ],
    [
      'says what arrived and what came back',
      {
        status: 'Completed',
        credited: 115,
        units: { total: 3, delivered: 2 },
        state: { partlyRefunded: 115 },
      },
      /2 of 3 packs delivered.*₹115 for the rest was refunded to your wallet\./,
    ],
    [
      'says where a second payment went',
      { status: 'Completed', credited: 345, units: { total: 1, delivered: 1 } },
      /You paid twice\. The second payment of ₹345 was refunded to your wallet\./,
    ],
    [
      'says why it was closed, and what that means',
      { status: 'Cancelled', reason: 'Fraud' },
      /Cancelled by our team: Fraud\. ₹345 was not refunded\. Contact us if you think this is a mistake\./,
    ],
    ['says that no reason was given', { status: 'Cancelled' }, /Cancelled by our team: No reason provided/],
  ] as const)('%s', async (_what, order, expected) => {
    renderOrder(order)
    const heading = await screen.findByRole('heading', { level: 1, name: /^(?!We are confirming)/ })
    expect(heading.parentElement).toHaveTextContent(expected)
    expect(heading.parentElement).toHaveAttribute('aria-live', 'polite')
  })

  it('shows the result of each unit of a bundle whose rest was refused', async () => {
    renderOrder(
      processing({
        value: 425,
        units: { total: 2, delivered: 1 },
        state: {
          waitingFor: 'admin',
          units: { total: 2, delivered: 1, rejected: 1, atSupplier: 0, unclear: 0 },
        },
      }),
    )
    expect(await screen.findByText('Our team is reviewing it')).toBeVisible()
    expect(currentStep()).toHaveTextContent('We’ll resend the rest or refund its amount to your wallet.')
    expect(screen.queryByText('Waiting for the supplier')).not.toBeInTheDocument()
    expect(screen.getByText(/^With us\. ₹425 is held/)).toHaveTextContent(
      '1 of 2 packs delivered; you’ll get the rest or a partial refund.',
    )
    expect(screen.getByText('1 of 2 packs delivered')).toBeVisible()
  })

  it('shows all steps of a delivered order', async () => {
    renderOrder({
      status: 'Completed',
      units: { total: 1, delivered: 1 },
      timeline: [
        { step: 'ordered', at: '2026-11-21T15:12:10.000Z' },
        { step: 'paid', at: '2026-11-21T15:12:51.000Z', amount: 345, reference: '432198765012' },
        { step: 'sent', at: '2026-11-21T15:12:52.000Z' },
        { step: 'unit_delivered', at: '2026-11-21T15:13:38.000Z', reference: 'SM-5519' },
        { step: 'completed', at: '2026-11-21T15:13:38.000Z' },
      ],
      state: {
        paid: { at: '2026-11-21T15:12:51.000Z', amount: 345 },
        deliveredAt: '2026-11-21T15:13:38.000Z',
      },
    })
    expect(await screen.findByRole('heading', { name: 'Delivered in 47 seconds' })).toBeVisible()
    const steps = within(screen.getByRole('list', { name: 'Order status' })).getAllByRole('listitem')
    expect(steps.map((step) => step.querySelector('.h > span')?.firstChild?.textContent)).toEqual([
      'Ordered',
      'Paid',
      'Sent to the supplier',
      'Delivered',
    ])
    expect(steps[1]).toHaveTextContent('₹345 by UPI. UPI ref. no. 432198765012')
    expect(steps[3]).toHaveTextContent('SM-5519')
    expect(screen.getByText('₹345 received at 8:42:51 pm')).toBeVisible()
  })
})

describe('the location of an order', () => {
  it.each([
    ['queued', 'Your order is in the queue.', 'In the queue', 'Not sent yet, in the queue'],
    [
      'supplier_answer',
      'Sent to the supplier, waiting for their reply.',
      'Waiting for confirmation',
      'Waiting for a response',
    ],
    [
      'supplier_delivery',
      'The supplier has accepted your order.',
      'Delivery in progress',
      'Received, not delivered yet',
    ],
    [
      'outcome_unknown',
      'We’re confirming the result with the supplier.',
      'Confirming with the supplier',
      'Not confirmed, we’re checking',
    ],
    [
      'supplier_unavailable',
      'The supplier is temporarily unavailable. Your order is in the queue.',
      'Supplier temporarily unavailable',
      'Unavailable right now, nothing bought yet',
    ],
    [
      'on_hold',
      'Payment received. We’ll send your order when the supplier is available.',
      'On hold until the supplier is available',
      'Not sent yet, on hold',
    ],
    [
      'supplier_deferred',
      'The supplier can’t take orders right now. We’re retrying.',
      'The supplier can’t take it right now',
      'Not taking orders right now, nothing bought yet',
    ],
    [
      'supplier_review',
      'The supplier has a question about your account ID. Our team is handling it.',
      'The supplier has a question about the account',
      'On hold with the supplier, our team is following up',
    ],
    [
      'admin',
      'Our team is reviewing your order.',
      'Our team is reviewing it',
      'Not delivered yet, our team is reviewing it',
    ],
    [
      'manual',
      'Our team is reviewing your order.',
      'Our team delivers this manually',
      'Received, not delivered yet',
    ],
  ] as const)('is shown while it waits for %s', async (...[waitingFor, expected, step, supplier]) => {
    renderOrder(processing({ state: { waitingFor } }))
    expect(await screen.findByText(expected, { exact: false })).toBeVisible()
    expect(currentStep()).toHaveTextContent(step)
    expect(screen.getByText(supplier)).toBeVisible()
  })
})

describe('an order on hold', () => {
  it('is promised for no time, because it goes out when the incident ends', async () => {
    renderOrder(processing({ state: { waitingFor: 'on_hold' } }))
    await screen.findByText(/We’ll send your order when the supplier is available\.$/)
    expect(document.body).not.toHaveTextContent(/promised/)
    expect(screen.queryByRole('timer')).not.toBeInTheDocument()
  })
})

describe('a free redelivery', () => {
  const again = { redeliveryOf: 'JP26112115H7XFVJ', value: 0, promisedBy: '2020-11-21T15:42:00.000Z' }

  it.each(['on_hold', 'admin', 'outcome_unknown', 'supplier_deferred', 'supplier_review'] as const)(
    'promises no money while it waits: %s',
    async (waitingFor) => {
      renderOrder(processing({ ...again, state: { waitingFor } }))
      expect(await screen.findByText(/your ticket reopens\. We’ll let you know/)).toBeVisible()
      expect(screen.getByText(/Replacement for order/)).toBeVisible()
      expect(document.body).not.toHaveTextContent(/money is safe|[Pp]aid and kept|money in your wallet/)
    },
  )

  it('says that it was to replace the original order once it has failed', async () => {
    renderOrder({ ...again, status: 'Cancelled' })
    expect(await screen.findByText(/Was a replacement for order/)).toBeVisible()
  })
})
