import type { SupplierConflict } from '@jhatpat/shared/contracts/supplier-conflicts.ts'
import { resolveSupplierConflicts, supplierConflicts } from '@jhatpat/shared/contracts/supplier-conflicts.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, refuse } from '../../../../tests/support/fake-api.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'

const makeConflict = (more: Partial<SupplierConflict> = {}): SupplierConflict => ({
  orderid: 'JP261121K7Q2MDX4',
  status: 'Refunded',
  itemname: '86 Diamonds',
  customer: 'Asha Rao',
  kind: 'delivered_after_refund',
  at: new Date(Date.now() - 3 * 60_000).toISOString(),
  unit: 'JP261121K7Q2MDX4-1',
  supplierOrderId: '952272',
  amount: 345,
  supplierMessage: 'completed',
  ...more,
})

describe('orders with a supplier conflict', () => {
  it('are not mentioned while there are none', async () => {
    const { api } = renderAdmin('/maintenance')
    await screen.findByText('Nothing needs attention.')
    expect(api.sentTo(supplierConflicts).length).toBeGreaterThan(0)
    expect(screen.queryByText(/contradict/)).not.toBeInTheDocument()
  })

  it('are counted and shown with the rupees at stake', async () => {
    const returned = makeConflict({
      kind: 'not_delivered',
      status: 'Completed',
      unit: 'P-2',
      orderid: 'JP261121ABCDEFGH',
    })
    renderAdmin('/maintenance', { calls: [on(supplierConflicts, () => [makeConflict(), returned])] })
    expect(await screen.findByRole('heading', { name: '2 orders with supplier conflicts' })).toBeVisible()
    const table = screen.getByRole('table', { name: 'Supplier conflicts' })
    const [, first, second] = within(table).getAllByRole('row')
    for (const text of ['Delivered after refund', '₹345', '952272', 'Refunded, Asha Rao']) {
      expect(first).toHaveTextContent(text)
    }
    expect(second).toHaveTextContent('Not delivered')
  })

  it('are resolved with a reason, and leave the list', async () => {
    let rows = [makeConflict(), makeConflict({ unit: 'JP261121K7Q2MDX4-2' })]
    const { user, api } = renderAdmin('/maintenance', {
      calls: [
        on(supplierConflicts, () => rows),
        on(resolveSupplierConflicts, () => {
          rows = []
          return refuse('order_changed', {
            message: 'This order was updated by someone else. Nothing was changed.',
          })
        }),
      ],
    })
    await user.click((await screen.findAllByRole('button', { name: 'Close…' }))[0]!)
    const done = screen.getByRole('button', { name: 'Resolve' })
    expect(done).toBeDisabled()
    await user.type(screen.getByRole('textbox', { name: /^Resolution/ }), 'the customer keeps both')
    await user.click(done)
    expect(await screen.findByText('Nothing needs attention.')).toBeVisible()
    const [sent] = api.sentTo(resolveSupplierConflicts)
    expect(sent?.body).toEqual({ expectedCount: 2, reason: 'the customer keeps both' })
    expect(sent?.idempotencyKey).toBeTruthy()
  })
})
