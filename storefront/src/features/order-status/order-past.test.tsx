import { orderStatuses } from '@jhatpat/shared/contracts/order-status.ts'
import { type TimelineEntry, timelineSteps } from '@jhatpat/shared/contracts/order-timeline.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { waitingReasons } from '@jhatpat/shared/contracts/waiting-reasons.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { path, renderOrder } from '../../../../tests/screens/render-order.tsx'
import { makeOrder, type OrderFacts } from '../../../../tests/screens/shop-fixture.ts'
import { orderStatusText } from './order-status-text.ts'
import { orderSteps } from './order-steps.ts'
import { traceLines, traceText } from './trace-text.ts'

const now = Date.parse('2026-11-21T15:20:00.000Z')
const promisedBy = '2026-11-21T15:42:00.000Z'

/** Each waiting reason of an open order, and each way to have ended. */
const facts: OrderFacts[] = [
  ...waitingReasons.flatMap((waitingFor): OrderFacts[] => {
    if (waitingFor === 'nothing') return []
    const status = waitingFor.startsWith('payment') ? 'Created' : 'Processing'
    const delivery = waitingFor === 'manual' ? 'manual' : 'instant'
    return [{ status, delivery, promisedBy, state: { waitingFor } }]
  }),
  ...(['Completed', 'Refunded', 'Cancelled', 'Failed'] as const).map((status) => ({ status })),
  { status: 'Completed', units: { total: 2, delivered: 1 }, credited: 100, state: { partlyRefunded: 100 } },
  { status: 'Processing', units: { total: 2, delivered: 1 }, promisedBy },
]
const orders = facts.flatMap((one): [string, Order][] => {
  const name = [
    one.status,
    one.state?.waitingFor,
    one.state?.partlyRefunded && 'a share back',
    one.units && 'of two',
  ]
  const title = name.filter(Boolean).join(', ')
  const withState: [string, Order] = [title, makeOrder(one)]
  return one.state
    ? [withState]
    : [withState, [`${title}, from a previous version of the API`, makeOrder(one, false)]]
})

const entry = (step: TimelineEntry['step']): TimelineEntry => ({
  step,
  at: '2026-11-21T15:13:00.000Z',
  amount: 999,
  reference: '432100009999',
  reason: 'A previous reason.',
})

/** All that the page says about the present and the future, without the past steps. */
const pageTexts = (order: Order) => ({
  status: orderStatusText(order, now),
  steps: orderSteps(order).filter(({ state }) => state === 'now' || state === 'next'),
  answer: traceText(order),
  lines: traceLines(order),
})

describe('an order’s page, whatever its timeline holds', () => {
  it('is tested with every status and every waiting reason', () => {
    expect(new Set(orders.map(([, { status }]) => status))).toEqual(new Set(orderStatuses))
    expect(new Set(orders.flatMap(([, { state }]) => state?.waitingFor ?? []))).toEqual(
      new Set(waitingReasons),
    )
  })

  it.each(orders)('says the same of an order that is %s', (_name, order) => {
    const before = pageTexts(order)
    for (const step of timelineSteps) {
      const after = { ...order, timeline: [...order.timeline, entry(step)] }
      expect(pageTexts(after), step).toEqual(before)
    }
    expect(pageTexts({ ...order, timeline: [] })).toEqual(before)
  })

  it('does not say that the supplier has it when a second payment is credited after an unclear answer', () => {
    const order = makeOrder({
      status: 'Processing',
      promisedBy,
      credited: 345,
      timeline: [entry('sent'), entry('outcome_unknown'), entry('credited')],
      state: { waitingFor: 'outcome_unknown' },
    })
    expect(orderStatusText(order, now).text).toMatch(/^We’re confirming the result with the supplier/)
    expect(pageTexts(order).steps.map(({ title }) => title)).toEqual([
      'Confirming with the supplier',
      'Deliver to RaviOP',
    ])
  })
})

describe('an order’s page, rendered', () => {
  const drawn = () => ({
    head: document.querySelector('.order-head')?.textContent,
    steps: [...document.querySelectorAll('.timeline [data-state="now"], .timeline [data-state="next"]')].map(
      (step) => step.textContent,
    ),
    money: document.querySelector('.trace')?.textContent?.replace(/Checked.*/, ''),
    ways: [...document.querySelectorAll('.receipt-card a')].map((link) => link.getAttribute('href')),
  })

  it.each(orders)('says the same of an order that is %s', async (_name, order) => {
    const { state, ...facts } = order
    const { socket } = renderOrder({ ...facts, state }, path, state !== undefined)
    await screen.findByRole('heading', { name: 'Where is my money?' })
    const before = drawn()
    expect(before).toMatchObject({ head: expect.stringMatching(/\w/), money: expect.stringMatching(/\w/) })
    const after = { ...order, revision: 9, timeline: [...order.timeline, ...timelineSteps.map(entry)] }
    act(() => socket.send('order.updated', after))
    await waitFor(() =>
      expect(document.querySelectorAll('.timeline li[data-state=done]').length).toBeGreaterThan(4),
    )
    expect(drawn()).toEqual(before)
  })
})

describe('an order’s page with an api of another version', () => {
  it('promises no more than the status says without a state', () => {
    const order = makeOrder({ status: 'Processing', promisedBy }, false)
    expect(orderStatusText(order, now).text).toBe('Order received. Expected by 9:12 pm.')
    expect(pageTexts(order).steps[0]).toMatchObject({ state: 'now', title: 'Your order is in progress' })
    expect(pageTexts(order).lines[0]).toMatchObject({ party: 'Bank', text: '₹345 received' })
  })

  it('shows the known parts of a state with unknown reasons, entries and fields', () => {
    const { state, timeline, ...order } = makeOrder({ status: 'Processing', promisedBy })
    const later = {
      ...order,
      moreOfIt: true,
      state: { ...state, waitingFor: 'a_wait_to_come', moreOfIt: true },
      timeline: [...timeline, { step: 'an_entry_to_come', at: promisedBy }],
    } as unknown as Order
    expect(orderStatusText(later, now).text).toBe('Order received. Expected by 9:12 pm.')
    expect(orderSteps(later).map(({ title }) => title)).toEqual([
      'Ordered',
      'Your order is in progress',
      'Deliver to RaviOP',
    ])
  })
})
