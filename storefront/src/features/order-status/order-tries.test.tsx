import type { TimelineEntry } from '@jhatpat/shared/contracts/order-timeline.ts'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { processing, renderOrder } from '../../../../tests/screens/render-order.tsx'
import { makeOrder, type OrderFacts } from '../../../../tests/screens/shop-fixture.ts'
import { orderSteps } from './order-steps.ts'

const at = (second: number) => `2026-11-21T15:13:0${second}.000Z`
const entry = (step: TimelineEntry['step'], second: number, more: Partial<TimelineEntry> = {}) => ({
  step,
  at: at(second),
  ...more,
})
const titlesOf = (facts: OrderFacts) => orderSteps(makeOrder(facts)).map(({ title }) => title)

describe('the timeline of tries', () => {
  it('lists as sent neither a request under way, nor one that the supplier rejects', () => {
    const timeline = [entry('ordered', 0), entry('sent', 1)]
    expect(titlesOf(processing({ timeline, state: { waitingFor: 'supplier_answer' } }))).toEqual([
      'Ordered',
      'Waiting for confirmation',
      'Deliver to RaviOP',
    ])
    expect(titlesOf(processing({ timeline, state: { waitingFor: 'supplier_deferred' } }))).toEqual([
      'Ordered',
      'Requested from the supplier',
      'The supplier can’t take it right now',
      'Deliver to RaviOP',
    ])
  })

  it('lists as sent what the supplier accepted, also while the next unit is under way', () => {
    const timeline = [entry('sent', 1), entry('unit_delivered', 2), entry('sent', 3)]
    const facts = {
      timeline,
      units: { total: 2, delivered: 1 },
      state: { waitingFor: 'supplier_answer' as const },
    }
    expect(titlesOf(processing(facts)).slice(0, 3)).toEqual([
      'Sent to the supplier',
      'Delivered',
      'Waiting for confirmation',
    ])
  })

  it('keeps the first try when our team sent it again', () => {
    const reason = 'The previous attempt wasn’t confirmed'
    const timeline = [entry('unit_retried', 1, { reason }), entry('sent', 2), entry('accepted', 3)]
    const steps = orderSteps(processing({ timeline, state: { waitingFor: 'supplier_delivery' } }))
    expect(steps[0]).toMatchObject({ title: 'Our team is resending it', text: `${reason}.` })
    expect(steps[1]).toMatchObject({ title: 'Sent to the supplier' })
  })

  it('promises nothing about an unclear answer once the money is refunded', () => {
    const timeline = [entry('outcome_unknown', 1), entry('refunded', 2, { amount: 345 })]
    const past = orderSteps(makeOrder({ status: 'Refunded', timeline }))
    expect(past[0]).toMatchObject({ title: 'Confirming with the supplier' })
    expect(past[0]).not.toHaveProperty('text')
    expect(past.map(({ state }) => state)).toEqual(['bad', 'end'])
  })
})

describe('a payment that bought nothing', () => {
  it('is one credit with its reason', () => {
    const refunded = entry('refunded', 2, {
      amount: 50,
      reason: 'The amount paid differs',
      reference: '4055',
    })
    const facts: OrderFacts = {
      status: 'Refunded',
      credited: 50,
      timeline: [entry('ordered', 0), refunded],
      state: { paid: { at: at(2), amount: 50 } },
    }
    const texts = orderSteps(makeOrder(facts)).map(({ text }) => String(text))
    expect(texts.filter((text) => text.includes('added'))).toEqual([
      '₹50 added to your wallet. We received ₹50 instead of ₹345. UPI ref. no. 4055',
    ])
  })

  it('is distinguished from a second payment', () => {
    const credited = entry('credited', 2, { amount: 345, reference: '4056' })
    expect(orderSteps(makeOrder({ status: 'Completed', timeline: [credited] }))[0]).toMatchObject({
      title: 'Extra payment added to your wallet',
      text: '₹345 wasn’t needed for this order. UPI ref. no. 4056',
    })
  })

  it('is declined when the provider says so', async () => {
    const timeline = [entry('failed', 2, { reason: 'No payment came' })]
    renderOrder({ status: 'Failed', timeline, state: { declined: true } })
    expect(await screen.findByText('Declined the payment')).toBeVisible()
    expect(screen.getByRole('list', { name: 'Order status' })).toHaveTextContent(
      /^Payment failed, problem8:43:02 pm$/,
    )
    expect(screen.queryByText(/No payment came/)).not.toBeInTheDocument()
  })
})
