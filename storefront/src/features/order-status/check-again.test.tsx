import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { type PaymentTrace, tracePayment } from '@jhatpat/shared/contracts/payment-trace.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerOf, processing, renderOrder } from '../../../../tests/screens/render-order.tsx'
import { makeOrder, type OrderFacts } from '../../../../tests/screens/shop-fixture.ts'
import { refuse } from '../../../../tests/support/fake-api.ts'

const seconds = (ago: number) => new Date(Date.now() - ago * 1_000).toISOString()
const inMinutes = (minutes: number) => seconds(-minutes * 60)

function answerWith(facts: OrderFacts, asked: { at: string; isAnswered: boolean }) {
  const answer = answerOf(makeOrder(facts))
  return { ...answer, data: { ...answer.data, asked } }
}

type Kinds = [bank: PaymentTrace['kind'], ledger: PaymentTrace['kind'], supplier: PaymentTrace['kind']]

function makeTrace(facts: OrderFacts, kinds: Kinds, watchedUntil?: string) {
  const [bank, ledger, supplier] = kinds.map((kind) => ({ kind, at: seconds(0) })) as [
    PaymentTrace,
    PaymentTrace,
    PaymentTrace,
  ]
  const until = watchedUntil ? { watchedUntil } : {}
  return { ...answerOf(makeOrder(facts)), bank, ledger, supplier, ...until }
}

const beside = async () => (await screen.findByRole('button', { name: 'Check again' })).previousElementSibling
const panel = () => screen.getByRole('region', { name: 'Where is my money?' })

describe('before the first check', () => {
  it('shows when the gateway was checked while the payment is pending', async () => {
    const { api } = renderOrder()
    api.on(orderStatus, () => answerWith({}, { at: seconds(120), isAnswered: true }))
    await waitFor(async () => expect(await beside()).toHaveTextContent(/^Bank checked 2 minutes ago$/))
  })

  it('shows that the ledger is read once the order is paid, and that the supplier is polled', async () => {
    renderOrder(processing())
    expect(await beside()).toHaveTextContent(
      /^Our records, checked just now\. We keep checking with the supplier\.$/,
    )
  })

  it('shows only the ledger once the order has ended', async () => {
    renderOrder({ status: 'Refunded', credited: 345 })
    expect(await beside()).toHaveTextContent(/^Our records, checked just now$/)
  })
})

describe('“Check again”', () => {
  const check = async (
    facts: OrderFacts,
    answer: ReturnType<typeof makeTrace> | ReturnType<typeof refuse>,
  ) => {
    const shown = renderOrder(facts)
    shown.api.on(tracePayment, () => answer)
    await shown.user.click(await screen.findByRole('button', { name: 'Check again' }))
    await waitFor(() => expect(shown.api.sentTo(tracePayment)).toHaveLength(1))
    return shown
  }

  it('checks all three and shows the result at once', async () => {
    const paid: OrderFacts = { status: 'Processing', revision: 7, promisedBy: inMinutes(29) }
    await check({}, makeTrace(paid, ['answered', 'answered', 'not_asked'], inMinutes(29)))
    expect(await within(panel()).findByText(/^With us\./)).toBeVisible()
    expect(within(panel()).getAllByText(/^Checked at \d+:\d\d:\d\d [ap]m$/)).toHaveLength(2)
    expect(within(panel()).getByRole('status')).toHaveTextContent(
      /^We’ll keep checking until \d+:\d\d [ap]m( tomorrow)?\.$/,
    )
  })

  it('names the unanswered checks, and until when we keep trying', async () => {
    await check({}, makeTrace({}, ['silent', 'answered', 'not_asked'], inMinutes(20)))
    await waitFor(() =>
      expect(within(panel()).getByRole('status')).toHaveTextContent(
        /^The bank didn’t respond\. We’ll keep checking until \d+:\d\d [ap]m( tomorrow)?\.$/,
      ),
    )
    expect(within(panel()).getByText(/^No response at/)).toBeVisible()
    expect(within(panel()).getByText(/^We haven’t received your payment yet\./)).toBeVisible()
  })

  it('promises no time that has passed', async () => {
    const late = processing({ promisedBy: inMinutes(-5) })
    await check(late, makeTrace(late, ['known', 'answered', 'silent'], inMinutes(-5)))
    await waitFor(() =>
      expect(within(panel()).getByRole('status')).toHaveTextContent(
        /^The supplier didn’t respond\. We’ll check again automatically\.$/,
      ),
    )
  })

  it('shows a ledger that does not agree', async () => {
    const done: OrderFacts = { status: 'Completed' }
    await check(done, makeTrace(done, ['known', 'differ', 'known']))
    expect(await within(panel()).findByText(/found a mismatch .*Our team is looking into it/)).toBeVisible()
  })

  it('explains a refusal for too many requests', async () => {
    await check({}, refuse('too_many_requests'))
    expect(await within(panel()).findByRole('alert')).toHaveTextContent(
      'Too many attempts. Wait a moment and try again.',
    )
  })

  it('never sets the order back: an answer older than the shown state changes nothing', async () => {
    const now: OrderFacts = { status: 'Completed', revision: 9 }
    await check(now, makeTrace({ status: 'Processing', revision: 4 }, ['known', 'answered', 'answered']))
    await waitFor(() => expect(within(panel()).getAllByText(/^Checked at/)).toHaveLength(2))
    expect(within(panel()).getByText(/^Paid for 284 Diamonds/)).toBeVisible()
  })
})
