import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { replaceCode } from '@jhatpat/shared/contracts/admin-orders.ts'
import { orderDetails } from '@jhatpat/shared/contracts/order-details.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, type PreparedAnswer, refuse } from '../../../../../tests/support/fake-api.ts'
import { renderAdmin } from '../../../testing/render-admin.tsx'
import { makeBoardOrder } from '../board-order-fixture.ts'

const orderid = 'JP261121AAAAAA01'
const order = makeBoardOrder({
  orderid,
  status: 'Completed',
  needsCodes: true,
  delivery: 'manual',
  revision: 7,
  vault: [{ label: 'Code', revealedAt: '2026-11-21T15:14:00.000Z' }, { label: 'Code' }],
})

async function openPanel(calls: PreparedAnswer[] = [], shown: BoardOrder = order) {
  const details = {
    order: shown,
    payment: null,
    vendorCalls: [],
    statement: { entries: [], points: [], faults: [] },
    views: [],
    customer: { since: '2026-11-21T15:12:51.000Z', orders: 1, hasMore: false, refunded: 0, balance: 0 },
  }
  const page = renderAdmin(`/txn/${orderid}`, {
    orders: [],
    calls: [on(orderDetails, () => details), ...calls],
  })
  const heading = await screen.findByRole('heading', { name: /^Codes/ })
  return { ...page, panel: within(heading.closest('section')!) }
}

describe('a code that was handed over', () => {
  it('is replaced with a reason, if its customer has not viewed it', async () => {
    const { user, api, panel } = await openPanel([on(replaceCode, () => order)])
    await user.click(panel.getByRole('button', { name: 'Replace…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace code 2 of 2?' }))
    expect(dialog.getByRole('button', { name: 'Replace code' })).toBeDisabled()
    await user.type(dialog.getByLabelText('New code'), ' B3WZN-8YTR6 ')
    await user.type(dialog.getByLabelText('Reason (saved on the order)'), 'Was used already')
    await user.click(dialog.getByRole('button', { name: 'Replace code' }))
    await waitFor(() => expect(api.sentTo(replaceCode)).toHaveLength(1))
    expect(api.sentTo(replaceCode)[0]).toMatchObject({
      params: { id: orderid },
      body: { secret: 1, value: 'B3WZN-8YTR6', reason: 'Was used already', revision: 7 },
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('keeps the typed code when it was delivered before, and names the order', async () => {
    const message =
      'This code was already delivered with order JP261118AAAA09 on 18 Nov 2026. Use another code.'
    const { user, panel } = await openPanel([on(replaceCode, () => refuse('code_delivered', { message }))])
    await user.click(panel.getByRole('button', { name: 'Replace…' }))
    await user.type(await screen.findByLabelText('New code'), 'X7KQ2')
    await user.type(screen.getByLabelText('Reason (saved on the order)'), 'Was used already')
    await user.click(screen.getByRole('button', { name: 'Replace code' }))
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByLabelText('New code')).toHaveValue('X7KQ2')
  })

  it('is not replaced once it was viewed', async () => {
    const vault = [{ label: 'Code', revealedAt: '2026-11-21T15:14:00.000Z' }]
    const { panel } = await openPanel([], { ...order, vault })
    expect(panel.queryByRole('button', { name: 'Replace…' })).not.toBeInTheDocument()
    expect(
      panel.getByText('A viewed code can’t be replaced. Refund or resend the order instead.'),
    ).toBeVisible()
  })

  it('shows when it was replaced', async () => {
    const vault = [{ label: 'Code', replacedAt: '2026-11-21T15:14:00.000Z' }]
    const { panel } = await openPanel([], { ...order, vault })
    expect(panel.getByText(/^Replaced 21 Nov/)).toBeVisible()
  })
})
