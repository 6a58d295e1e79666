import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { setLanguage } from '@jhatpat/shared/ui/texts/translate.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { speakHindi } from '../../../../tests/screens/in-hindi.ts'
import { promised, renderOrder } from '../../../../tests/screens/render-order.tsx'
import type { OrderFacts } from '../../../../tests/screens/shop-fixture.ts'

afterEach(() => setLanguage('en'))

const at = '2026-11-21T15:40:00.000Z'
const second = 'JP261121DDDDDD'
const first = 'JP261120CCCCCC'
const answer = 'The supplier found no delivery. We send it again now.'

/** An order that was sent again, with the result of that. */
const original = (
  state: NonNullable<Order['redelivery']>['state'],
  steps: readonly ('redelivery_arrived' | 'redelivery_failed')[] = [],
): OrderFacts => ({
  status: 'Completed',
  redelivery: { orderid: second, state, at },
  ticket: {
    issue: 'not_received',
    note: '',
    openedAt: at,
    replyDueAt: new Date(Date.now() + 3_600_000).toISOString(),
    ...(state === 'failed'
      ? { status: 'open' }
      : { status: 'resolved', resolution: { kind: 'redelivered', text: answer, at } }),
  },
  timeline: [
    { step: 'redelivered', at, reason: answer, reference: second },
    ...steps.map((step) => ({ step, at, reference: second })),
  ],
})
const again = (more: OrderFacts = {}): OrderFacts => ({
  status: 'Processing',
  redeliveryOf: first,
  value: 0,
  paymentmode: 'wallet',
  promisedBy: promised(),
  timeline: [{ step: 'ordered', at }],
  ...more,
})
const past = async () => within(await screen.findByRole('list', { name: 'Order status' }))
const linkTo = (name: string) => screen.getByRole('link', { name })

describe('an order that was sent again', () => {
  it('says so, shows the answer, and links to the new order', async () => {
    renderOrder(original('in_progress'))
    expect(await screen.findByRole('heading', { name: 'Resending it' })).toBeVisible()
    expect(screen.getByText('Free replacement')).toBeVisible()
    expect(linkTo('JP-261121-DDDDDD')).toHaveAttribute(
      'href',
      expect.stringContaining(`/confirmation?client_txn_id=${second}`),
    )
    expect((await past()).getByText('We’ll resend it, free')).toBeVisible()
  })

  it('says that it has arrived', async () => {
    renderOrder(original('arrived', ['redelivery_arrived']))
    expect(await screen.findByRole('heading', { name: 'Replacement delivered' })).toBeVisible()
    expect(screen.getByText(/Delivered as order/)).toBeVisible()
    expect((await past()).getByText('Replacement delivered')).toBeVisible()
  })

  it('says how many of its units were sent again, if not all', async () => {
    const facts = original('in_progress')
    renderOrder({ ...facts, redelivery: { ...facts.redelivery!, redeliveredUnits: { sent: 1, total: 3 } } })
    expect(await screen.findByRole('heading', { name: 'Resending 1 of 3 packs' })).toBeVisible()
    expect(screen.getByText('Free replacement: 1 of 3 packs')).toBeVisible()
    expect((await past()).getByText('We’ll resend 1 of 3 packs, free')).toBeVisible()
  })

  it('says that it did not arrive, and that the report is open once more', async () => {
    renderOrder(original('failed', ['redelivery_failed']))
    expect(await screen.findByRole('heading', { name: 'Ticket received' })).toBeVisible()
    const steps = await past()
    expect(steps.getByText('Replacement failed')).toBeVisible()
    expect(steps.getByText('Your ticket is open again.')).toBeVisible()
    expect(screen.queryByText('Free replacement')).not.toBeInTheDocument()
  })
})

describe('the order that is a redelivery', () => {
  it('costs nothing, links back, and has no receipt, payment trace or payment method', async () => {
    renderOrder(again({ status: 'Completed' }))
    expect(await screen.findByText('No charge')).toBeVisible()
    expect(linkTo('JP-261120-CCCCCC')).toHaveAttribute(
      'href',
      expect.stringContaining(`/confirmation?client_txn_id=${first}`),
    )
    expect((await past()).getByText('Free replacement')).toBeVisible()
    for (const absent of ['Payment method', 'Where is my money?', 'Receipt']) {
      expect(screen.queryByText(absent)).not.toBeInTheDocument()
    }
  })

  it.each([
    ['Processing', 1, '. The others are not resent.'],
    ['Completed', 2, '. The others were not resent.'],
    ['Cancelled', 1, ' were to be resent.'],
  ] as const)(
    'says that it contains only some units of the original, while it is %s',
    async (status, total, text) => {
      renderOrder(again({ status, unitsOfOriginal: 3, units: { total, delivered: 0 } }))
      expect(await screen.findByText(/^\d of 3 packs of order/)).toHaveTextContent(
        `${total} of 3 packs of order JP-261120-CCCCCC${text}`,
      )
    },
  )

  it('says so in Hindi', async () => {
    speakHindi()
    renderOrder(again({ unitsOfOriginal: 3, units: { total: 1, delivered: 0 } }))
    expect(await screen.findByText(/के 3 में से 1 पैक/)).toHaveTextContent(
      'ऑर्डर JP-261120-CCCCCC के 3 में से 1 पैक। बाकी दोबारा नहीं भेजे जा रहे।',
    )
  })

  it('has a receipt and a payment method when it was bought', async () => {
    renderOrder({ status: 'Completed' })
    for (const present of ['Payment method', 'Where is my money?', 'Receipt']) {
      expect(await screen.findByText(present)).toBeVisible()
    }
  })

  it.each([
    ['late', { promisedBy: at, state: { waitingFor: 'manual', until: at } }],
    ['unclear', { state: { waitingFor: 'outcome_unknown' } }],
    ['delivered in part', { units: { total: 2, delivered: 1 }, state: { waitingFor: 'admin' } }],
  ] as [string, OrderFacts][])(
    'promises no money while it is %s, but links to the original report',
    async (_what, more) => {
      renderOrder(again(more))
      expect(await screen.findByText(/your ticket reopens/)).toBeVisible()
      expect(screen.getByRole('main')).not.toHaveTextContent(/wallet/i)
    },
  )

  it('says after a failure that nothing was taken, and where the report is answered', async () => {
    renderOrder(again({ status: 'Cancelled' }))
    expect(await screen.findByRole('heading', { name: 'We couldn’t deliver it' })).toBeVisible()
    expect(screen.getByText(/You weren’t charged for this/)).toBeVisible()
    expect(screen.getByText(/Was a replacement for order/)).toBeVisible()
    expect(screen.queryByText('Receipt')).not.toBeInTheDocument()
  })
})
