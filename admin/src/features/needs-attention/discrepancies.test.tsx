import type { PaymentDiscrepancy } from '@jhatpat/shared/contracts/payments.ts'
import { paymentDiscrepancies, resolveDiscrepancy } from '@jhatpat/shared/contracts/payments.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, refuse } from '../../../../tests/support/fake-api.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'

const aDiscrepancy = (more: Partial<PaymentDiscrepancy> = {}): PaymentDiscrepancy => ({
  id: 'JP261121K7Q2MDX4-D1',
  kind: 'reference_changed',
  at: new Date(Date.now() - 3 * 60_000).toISOString(),
  of: 'order',
  client_txn_id: 'JP261121K7Q2MDX4',
  status: 'Processing',
  customer: 'Asha Rao',
  gateway: 'upigateway',
  gatewayId: '700001',
  known: '405512345678',
  reported: '405587654321',
  orderRef: 'JP261121K7Q2MDX4',
  vendorStatus: 'success',
  amount: 345,
  inReview: 345,
  ...more,
})

describe('payments that need a person', () => {
  it('are not mentioned while there are none', async () => {
    const { api } = renderAdmin('/maintenance')
    await screen.findByText('Nothing needs attention.')
    expect(api.sentTo(paymentDiscrepancies).length).toBeGreaterThan(0)
    expect(screen.queryByText(/need a person|needs a person/)).not.toBeInTheDocument()
  })

  it('are counted and shown with both references, the rupees and the gateway’s answer', async () => {
    const used = aDiscrepancy({
      id: 'JP261121K7Q2MDX4-D2',
      kind: 'reference_reused',
      orderRef: 'JP261121ABCDEFGH',
    })
    renderAdmin('/maintenance', { calls: [on(paymentDiscrepancies, () => [aDiscrepancy(), used])] })
    expect(await screen.findByRole('heading', { name: '2 payment discrepancies' })).toBeVisible()
    const table = screen.getByRole('table', { name: 'Payment discrepancies' })
    const [, first, second] = within(table).getAllByRole('row')
    for (const text of [
      'Different UPI ref.',
      '405512345678',
      '405587654321',
      '₹345',
      'success, ₹345',
      'ID 700001',
    ]) {
      expect(first).toHaveTextContent(text)
    }
    expect(second).toHaveTextContent('405512345678 of JP-261121-ABCDEFGH')
  })

  it('are resolved with a reason, and leave the list', async () => {
    let rows = [aDiscrepancy()]
    const { user, api } = renderAdmin('/maintenance', {
      calls: [
        on(paymentDiscrepancies, () => rows),
        on(resolveDiscrepancy, () => {
          rows = []
          return { id: 'JP261121K7Q2MDX4-D1', credited: 345 }
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Close…' }))
    const credit = screen.getByRole('button', { name: 'Credit ₹345 to wallet' })
    expect(credit).toBeDisabled()
    await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'paid twice, says the bank')
    await user.click(credit)
    expect(await screen.findByText('Nothing needs attention.')).toBeVisible()
    await expect.poll(() => screen.queryByRole('table')).toBeNull()
    const [sent] = api.sentTo(resolveDiscrepancy)
    expect(sent?.body).toEqual({ answer: 'credit', reason: 'paid twice, says the bank' })
    expect(sent?.idempotencyKey).toBeTruthy()
  })

  it('without money in review can only be resolved as no money', async () => {
    renderAdmin('/maintenance', {
      calls: [on(paymentDiscrepancies, () => [aDiscrepancy({ inReview: 0 })])],
    }).user.click(await screen.findByRole('button', { name: 'Close…' }))
    expect(await screen.findByRole('button', { name: 'Close, no payment received' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Credit/ })).not.toBeInTheDocument()
  })

  it('that another admin has already resolved show so', async () => {
    const { user } = renderAdmin('/maintenance', {
      calls: [
        on(paymentDiscrepancies, () => [aDiscrepancy()]),
        on(resolveDiscrepancy, () =>
          refuse('discrepancy_resolved', {
            message: 'Someone already resolved this. Nothing was changed.',
          }),
        ),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Close…' }))
    await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'not ours')
    await user.click(screen.getByRole('button', { name: 'Close, no payment received' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Someone already resolved this')
  })
})
