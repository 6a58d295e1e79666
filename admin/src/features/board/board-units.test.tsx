import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { assignOrder, resolveUnit, transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, refuse } from '../../../../tests/support/fake-api.ts'
import { anAssignee, changesSent } from '../../testing/board-fixture.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'

const address = '/orders?order=JP261121AAAA01'
const since = new Date(Date.now() - 60_000).toISOString()

const aUnit = (number: number, change: Partial<BoardOrder['unitList'][number]> = {}) => ({
  ref: `JP261121AAAA01-${number}`,
  state: 'planned' as const,
  attempt: 1,
  supplierOrderId: '',
  message: '',
  price: 345,
  cost: '',
  isAwaitingReading: false,
  ...change,
})

const unknown = makeBoardOrder({
  orderid: 'JP261121AAAA01',
  itemname: '284 Diamonds',
  value: 345,
  suggestedRefund: 345,
  delivery: 'instant',
  assignee: anAssignee('Meera', 'a1'),
  pendingReason: { kind: 'outcome_unknown', since, detail: 'No answer within 60 s.' },
  supplierBalance: { before: '184220', after: '181380' },
  unitList: [aUnit(1, { state: 'unknown', attempt: 2 })],
})
const partly: BoardOrder = {
  ...unknown,
  itemname: 'Three packs',
  value: 100.01,
  suggestedRefund: 66.67,
  refundable: 100.01,
  units: { total: 3, delivered: 1 },
  pendingReason: { kind: 'partly_delivered', since, detail: 'The recharge has failed.' },
  supplierBalance: null,
  unitList: [
    aUnit(1, { state: 'delivered', supplierOrderId: 'S-77' }),
    aUnit(2, { state: 'rejected', message: 'The recharge has failed.' }),
    aUnit(3),
  ],
}
const unchanged = { ...unknown, supplierBalance: { before: '181380', after: '181380' } }

const row = (name: RegExp) => screen.findByRole('listitem', { name })
const answers = async (name: RegExp) =>
  within(await within(await row(name)).findByRole('group', { name: /^Resolve/ }))
const costs = async (name: RegExp) =>
  (await answers(name)).getAllByRole('button').map((button) => button.textContent)
const gone = (name: RegExp) =>
  waitFor(() => expect(screen.queryByRole('listitem', { name })).not.toBeInTheDocument())

describe('an order that the supplier has accepted without progress', () => {
  it('can be marked as delivered or refunded, and is not bought a second time', async () => {
    const accepted: BoardOrder = {
      ...unknown,
      pendingReason: { kind: 'supplier_review', since, detail: 'incorrect-details' },
      supplierBalance: null,
      unitList: [aUnit(1, { state: 'sending', supplierOrderId: '4471', message: 'incorrect-details' })],
    }
    renderAdmin(address, { orders: [accepted] })
    const line = await row(/284 Diamonds/)
    expect(line).toHaveTextContent('On hold at supplier')
    expect(line).toHaveTextContent('Supplier: “incorrect-details”')
    expect(line).toHaveTextContent('The supplier has the unit on hold. What next?')
    expect(await costs(/284 Diamonds/)).toEqual([
      'Mark deliveredDMarks as Completed; nothing is bought or refunded',
      'Refund ₹345R₹345 refunded to Vyom Shah’s wallet after 5 seconds',
    ])
  })
})

describe('an order that costs more than was paid', () => {
  it('is bought or refunded by an admin', async () => {
    const detail = 'Costs ₹690 by the supplier’s list, and ₹345 was paid'
    const dear: BoardOrder = {
      ...unknown,
      pendingReason: { kind: 'below_cost', since, detail },
      supplierBalance: null,
      unitList: [aUnit(1, { state: 'held_back', attempt: 0, message: detail })],
    }
    renderAdmin(address, { orders: [dear] })
    const line = await row(/284 Diamonds/)
    expect(line).toHaveTextContent('Costs more than was paid')
    expect(line).toHaveTextContent(detail)
    expect(line).toHaveTextContent('It costs more than was paid. What next?')
    expect(await costs(/284 Diamonds/)).toEqual([
      'Buy at this costSBuys at a loss: it costs more than was paid',
      'Refund ₹345R₹345 refunded to Vyom Shah’s wallet after 5 seconds',
    ])
  })
})

describe('an order whose task fails each time', () => {
  it('shows why, when it is retried, and can be ended', async () => {
    const until = new Date(Date.now() + 240_000).toISOString()
    const stuck: BoardOrder = {
      ...unknown,
      pendingReason: { kind: 'task_failed', since, detail: 'Failed: it broke', until },
      supplierBalance: null,
      unitList: [aUnit(1)],
    }
    renderAdmin(address, { orders: [stuck] })
    const line = await row(/284 Diamonds/)
    expect(line).toHaveTextContent('Failed, needs action')
    expect(line).toHaveTextContent(/Next attempt .*Failed: it broke/)
    expect(within(line).getByRole('button', { name: /^Refunded/ })).toBeVisible()
  })
})

describe('an order whose outcome is unknown', () => {
  it('shows the evidence, and three actions with their cost and key', async () => {
    renderAdmin(address, { orders: [unknown] })
    const line = await row(/284 Diamonds/)
    expect(line).toHaveTextContent('Was it delivered?')
    expect(line).toHaveTextContent('1,84,220 before, 1,81,380 after: −2,840, all purchases since')
    expect(await costs(/284 Diamonds/)).toEqual([
      'Mark deliveredDMarks as Completed; nothing is bought or refunded',
      'ResendSBuys again. Costs twice if the first was delivered',
      'Refund ₹345R₹345 refunded to Vyom Shah’s wallet after 5 seconds. Probably delivered: the balance fell by 2,840, and a refund of a delivered unit is a loss',
    ])
    expect(within(line).queryByRole('button', { name: /^Refunded|^Cancelled/ })).not.toBeInTheDocument()
  })

  it('reverses its advice when the balance did not change, and gives none when it is not known', async () => {
    const other = { ...unknown, orderid: 'JP261121BBBB02', itemname: '60 Crystals', supplierBalance: null }
    const { unmount } = renderAdmin(address, { orders: [unchanged] })
    expect(await costs(/284/)).toEqual([
      expect.stringContaining('nothing is bought or refunded'),
      expect.stringContaining('The balance didn’t change, so the first was likely not bought'),
      expect.anything(),
    ])
    unmount()
    renderAdmin('/orders?order=JP261121BBBB02', { orders: [other] })
    expect(await costs(/60 Crystals/)).toEqual([
      expect.stringContaining('nothing is bought or refunded'),
      expect.stringContaining('Costs twice if the first was delivered'),
      expect.anything(),
    ])
  })

  it('is resolved as Delivered: asks for confirmation, then sends it with the attempt that was shown', async () => {
    const { user, api } = renderAdmin(address, { orders: [unknown] })
    await user.click((await answers(/284/)).getByRole('button', { name: /^Mark delivered/ }))
    expect(api.sentTo(resolveUnit)).toEqual([])
    const form = screen.getByRole('form', { name: 'Mark delivered' })
    expect(form).toHaveTextContent('Mark the unit as delivered?')
    await user.type(within(form).getByLabelText(/^Reason/), 'The points are gone')
    await user.dblClick(within(form).getByRole('button', { name: 'Mark delivered' }))
    await gone(/284/)
    const calls = api.sentTo(resolveUnit)
    expect(calls).toHaveLength(1)
    expect(calls[0]?.params).toEqual({ id: 'JP261121AAAA01' })
    expect(calls[0]?.body).toEqual({
      unit: 'JP261121AAAA01-1',
      attempt: 2,
      answer: 'delivered',
      reason: 'The points are gone',
    })
    expect(calls[0]?.idempotencyKey).toMatch(/^[0-9a-f]{32}-[0-9a-z]+$/)
    expect(await screen.findByText('Marked delivered.')).toBeInTheDocument()
  })

  it('is resolved with D, S and R, and Esc goes back', async () => {
    const { user, api } = renderAdmin(address, { orders: [unknown] })
    await row(/284/)
    await user.keyboard('d')
    expect(screen.getByRole('form', { name: 'Mark delivered' })).toBeInTheDocument()
    await user.keyboard('{Escape}s')
    expect(screen.getByRole('dialog', { name: 'Buy the unit again?' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await row(/284/)).toHaveFocus()
    await user.keyboard('r')
    await user.keyboard('Lost{Enter}')
    await gone(/284/)
    expect(api.sentTo(resolveUnit).map(({ body }) => body)).toEqual([
      { unit: 'JP261121AAAA01-1', attempt: 2, answer: 'refund', reason: 'Lost' },
    ])
    expect(api.sentTo(transitionOrder)).toEqual([])
  })

  it('is assigned first when unassigned, and left alone when another admin has it', async () => {
    const free = { ...unknown, assignee: null }
    const theirs = {
      ...unknown,
      orderid: 'JP261121BBBB02',
      itemname: '60 Crystals',
      assignee: anAssignee('Imran', 'a2'),
    }
    const { user, api } = renderAdmin(address, { orders: [free, theirs] })
    await user.click((await answers(/284/)).getByRole('button', { name: /^Refund/ }))
    await user.click(await screen.findByRole('button', { name: 'Refund ₹345' }))
    await gone(/284/)
    expect(changesSent(api).map(({ route }) => route)).toEqual([assignOrder, resolveUnit])
    await user.click(await row(/60 Crystals/))
    const buttons = (await answers(/60 Crystals/)).getAllByRole('button')
    for (const button of buttons) expect(button).toBeDisabled()
    expect(buttons[0]).toHaveTextContent('Assign the order to yourself first')
    await user.keyboard('dsr')
    expect(screen.queryByRole('form', { name: /Delivered|Resend|Refund/ })).not.toBeInTheDocument()
  })

  it('explains that the unit has changed, closes the form, and shows its current state', async () => {
    const { user, server } = renderAdmin(address, {
      orders: [unknown],
      calls: [
        on(resolveUnit, () => {
          server.orders = [
            { ...unknown, revision: 9, unitList: [aUnit(1, { state: 'unknown', attempt: 3 })] },
          ]
          return refuse('order_changed', {
            message: 'This order was updated by someone else. Nothing was changed.',
          })
        }),
      ],
    })
    await user.click((await answers(/284/)).getByRole('button', { name: /^Refund/ }))
    await user.click(screen.getByRole('button', { name: 'Refund ₹345' }))
    const note = await screen.findByRole('alert')
    expect(note).toHaveTextContent('This order was updated')
    expect(note).toHaveTextContent('This order was updated by someone else. Nothing was changed.')
    expect((await answers(/284/)).getAllByRole('button')).toHaveLength(3)
  })

  it('closes the form when the unit changes while it is open', async () => {
    const { user, socket } = renderAdmin(address, { orders: [unknown] })
    await user.click((await answers(/284/)).getByRole('button', { name: /^Refund/ }))
    expect(screen.getByRole('form', { name: 'Refund ₹345' })).toBeInTheDocument()
    socket.changed({ ...unknown, revision: 9, unitList: [aUnit(1, { state: 'unknown', attempt: 3 })] })
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Refund ₹345' })).not.toBeInTheDocument())
  })
})

describe('an order that is partly delivered', () => {
  it('shows how much arrived, the state of each unit, and the actions for the rejected one', async () => {
    renderAdmin(address, { orders: [partly] })
    const line = await row(/Three packs/)
    expect(line).toHaveTextContent('Partly delivered')
    expect(line).toHaveTextContent('1 of 3 units delivered')
    expect(line).toHaveTextContent('The supplier rejected unit 2 of 3. What next?')
    expect(line).toHaveTextContent('Delivered, ref S-77')
    expect(line).toHaveTextContent('Rejected: The recharge has failed.')
    expect(line).toHaveTextContent('Not sent')
    expect(await costs(/Three packs/)).toEqual([
      'ResendSBuys again. The first was rejected and not charged',
      'Refund ₹66.67RDelivered units stay. ₹66.67 for 2 of 3 units refunded to Vyom Shah’s wallet after 5 seconds',
    ])
  })

  it('is refunded in part, never in full, also from its menu', async () => {
    const { user, api } = renderAdmin(address, { orders: [partly] })
    await user.click(await screen.findByRole('button', { name: /^More actions for Three packs/ }))
    const items = screen.getAllByRole('menuitem').map((item) => item.textContent)
    expect(items).toEqual(['Completed…', 'Cancelled…', 'Unassign'])
    await user.keyboard('{Escape}')
    await user.click((await answers(/Three packs/)).getByRole('button', { name: /^Refund/ }))
    await user.click(screen.getByRole('button', { name: 'Refund ₹66.67' }))
    await gone(/Three packs/)
    expect(api.sentTo(resolveUnit)[0]?.body).toEqual({
      unit: 'JP261121AAAA01-2',
      attempt: 1,
      answer: 'refund',
      amount: 66.67,
    })
    expect(api.sentTo(transitionOrder)).toEqual([])
  })

  it('is refunded by the amount that the admin corrects, and by no more than is left', async () => {
    const { user, api } = renderAdmin(address, { orders: [partly] })
    await user.click((await answers(/Three packs/)).getByRole('button', { name: /^Refund/ }))
    const form = screen.getByRole('form')
    const sum = within(form).getByLabelText('Amount')
    expect(sum).toHaveValue('66.67')
    expect(form).toHaveTextContent(
      'Suggested: ₹66.67, the share of 2 of 3 units in the price. Refundable: ₹100.01.',
    )
    for (const wrong of ['100.02', '0', '', '1.005', 'all']) {
      await user.clear(sum)
      if (wrong) await user.type(sum, wrong)
      await user.click(within(form).getByRole('button', { name: 'Refund' }))
      expect(sum).toBeInvalid()
    }
    expect(api.sentTo(resolveUnit)).toEqual([])
    await user.clear(sum)
    await user.type(sum, '50.5')
    await user.type(within(form).getByLabelText(/^Reason/), 'By phone')
    await user.click(within(form).getByRole('button', { name: 'Refund ₹50.50' }))
    await gone(/Three packs/)
    expect(api.sentTo(resolveUnit).map(({ body }) => body)).toEqual([
      { unit: 'JP261121AAAA01-2', attempt: 1, answer: 'refund', amount: 50.5, reason: 'By phone' },
    ])
  })

  it('requests approval where the amount is above the admin’s limit', async () => {
    const dear = { ...partly, value: 9_000, suggestedRefund: 6_000, refundable: 9_000 }
    const { user } = renderAdmin(address, { orders: [dear] })
    await user.click((await answers(/Three packs/)).getByRole('button', { name: /^Refund/ }))
    const form = screen.getByRole('form')
    expect(await within(form).findByText(/Needs approval before refunding/)).toBeVisible()
    const sum = within(form).getByLabelText('Amount')
    await user.clear(sum)
    await user.type(sum, '50')
    expect(form).toHaveTextContent(
      'Delivered units stay. ₹6,000 for 2 of 3 units refunded to Vyom Shah’s wallet after 5 seconds',
    )
  })

  it('is left out of bulk actions', async () => {
    const { user } = renderAdmin('/orders', {
      orders: [partly, makeBoardOrder({ orderid: 'JP261121BBBB02' })],
    })
    for (const name of [/^Select Three packs/, /^Select 1,000/])
      await user.click(await screen.findByRole('checkbox', { name }))
    await user.click(await screen.findByRole('button', { name: 'Refund…' }))
    const dialog = await screen.findByRole('dialog', { name: /^Refund/ })
    expect(dialog).toHaveTextContent('Skipped: Partly delivered')
  })
})

describe('an order that waits for a paused supplier', () => {
  it('shows until when and why', async () => {
    const until = new Date(Date.now() + 40_000).toISOString()
    const detail = 'SMILEPH is paused: it did not answer'
    renderAdmin(address, {
      orders: [
        {
          ...unknown,
          pendingReason: { kind: 'supplier_unavailable', since, detail, until },
          unitList: [aUnit(1)],
        },
      ],
    })
    const line = await row(/284/)
    expect(line).toHaveTextContent(
      /Supplier pausedNext attempt \d+:\d\d [ap]m\. Smile\.one PH is paused: it did not answer/,
    )
    expect(within(line).getByRole('button', { name: /^Refunded/ })).toBeInTheDocument()
  })
})
