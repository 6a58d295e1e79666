import type { UnclearBatch } from '@jhatpat/shared/contracts/unclear-batches.ts'
import { readBatchList, resolveBatch, unclearBatches } from '@jhatpat/shared/contracts/unclear-batches.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, refuse } from '../../../../../tests/support/fake-api.ts'
import { chanceText } from '../../../lib/risk-texts.ts'
import { meera, renderAdmin, signIn } from '../../../testing/render-admin.tsx'
import { makeBoardOrder } from '../board-order-fixture.ts'
import { makeUnclearBatch } from './unclear-batch-fixture.ts'

const unclear = makeBoardOrder({
  orderid: 'JP26112800A',
  delivery: 'instant',
  itemname: '86 Diamonds',
  pendingReason: {
    kind: 'outcome_unknown',
    since: '2026-11-28T08:44:02.000Z',
    detail: 'No answer within 60 s.',
  },
  supplierBalance: { before: '1000', after: '755' },
  unitList: [
    {
      ref: 'JP26112800A-1',
      state: 'unknown',
      attempt: 1,
      supplierOrderId: '',
      message: '',
      price: 345,
      cost: '61.5',
      isAwaitingReading: false,
    },
  ],
})

type Calls = NonNullable<Parameters<typeof renderAdmin>[1]>['calls']

async function openCard(
  batch: UnclearBatch,
  calls: Calls = [],
  more: { signedIn?: boolean; address?: string } = {},
) {
  const { address = '/orders', ...how } = more
  const view = renderAdmin(address, {
    orders: [unclear],
    ...how,
    calls: [on(unclearBatches, () => [batch]), ...calls],
  })
  const card = within(await screen.findByRole('region', { name: /unclear purchases? at Smile.one BR/ }))
  const row = (name: RegExp) => {
    const rows = within(card.getByRole('list', { name: 'Unclear purchases' })).getAllByRole('listitem')
    return rows.find((one) => name.test(one.textContent ?? ''))!
  }
  const press = (name: RegExp, button: string) =>
    view.user.click(within(row(name)).getByRole('button', { name: button }))
  return { ...view, card, row, press }
}

describe('the card of a batch of unclear purchases', () => {
  it('shows readings, what is certain, every set, and in how many each purchase is', async () => {
    const { card, row } = await openCard(makeUnclearBatch())
    expect(card.getByText('2 sets explain the drop, so coins alone can’t decide')).toBeVisible()
    expect(card.getByText('86 Diamonds, Diya Menon, delivered').nextSibling).toHaveTextContent('−61.5')
    expect(card.getByText('Left to explain').nextSibling).toHaveTextContent('183.5')
    const sets = within(card.getByRole('list', { name: 'Sets of purchases that explain the drop' }))
    expect(sets.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'A257 Diamonds183.5',
      'B172 Diamonds + 86 Diamonds122 + 61.5',
    ])
    expect(row(/^257/)).toHaveTextContent('A In 1 of 2')
    expect(row(/^Weekly/)).toHaveTextContent('In none')
    expect(screen.queryByText(/Most likely/)).not.toBeInTheDocument()
  })

  it('is reached by E, and leads from what is certain to settling', async () => {
    const { card, user } = await openCard(makeUnclearBatch())
    await user.keyboard('e')
    expect(card.getByRole('button', { name: 'Use what is certain (1)' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(card.queryByRole('button', { name: /^Use what is certain/ })).not.toBeInTheDocument()
    expect(card.getByRole('button', { name: /^Settle 1/ })).toHaveFocus()
  })

  it('is computed again after each answer, and settles what was answered', async () => {
    const { card, row, press, api, user } = await openCard(makeUnclearBatch(), [
      on(resolveBatch, () => ({ batch: makeUnclearBatch(), rejected: [] })),
    ])
    await press(/^86/, 'Delivered')
    expect(card.getByText('The answers leave one explanation')).toBeVisible()
    expect(row(/^257/)).toHaveTextContent('In none')
    expect(card.getByText(/doesn’t fit the answers/)).toBeVisible()
    await user.click(card.getByRole('button', { name: 'Use what is certain (3)' }))
    await press(/^Weekly/, 'Resend')
    await user.click(card.getByRole('button', { name: 'Settle 4 purchases' }))
    const [sent] = api.sentTo(resolveBatch)
    expect(sent?.params).toEqual({ id: 'SMILEBR-17' })
    expect(sent?.body).toMatchObject({
      answers: [
        { orderid: 'JP26112800A', unit: 'JP26112800A-1', attempt: 1, answer: 'delivered' },
        { orderid: 'JP26112800B', answer: 'delivered' },
        { orderid: 'JP26112800C', answer: 'refund' },
        { orderid: 'JP26112800D', answer: 'retry_unit' },
      ],
    })
  })

  it('can settle one and keep the others open', async () => {
    const { card, press } = await openCard(makeUnclearBatch())
    await press(/^Weekly/, 'Not delivered')
    expect(card.getByRole('button', { name: 'Settle 1, keep 3 open' })).toBeEnabled()
    await press(/^Weekly/, 'Not delivered')
    expect(card.getByRole('button', { name: 'Settle 4 purchases' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('rejects an answer that agrees with no set, except from an owner with a reason', async () => {
    const { row, press, api, user } = await openCard(makeUnclearBatch(), [
      on(resolveBatch, () => ({ batch: makeUnclearBatch(), rejected: [] })),
    ])
    await press(/^Weekly/, 'Delivered')
    expect(row(/^Weekly/)).toHaveTextContent(
      'Not accepted. With this answer no set of the purchases explains the drop.',
    )
    await press(/^Weekly/, 'Override…')
    const dialog = within(await screen.findByRole('dialog', { name: 'Override the evidence' }))
    await user.type(dialog.getByLabelText(/^Reason/), 'their support confirmed it')
    await user.click(dialog.getByRole('button', { name: 'Override as owner' }))
    expect(api.sentTo(resolveBatch)[0]?.body).toMatchObject({
      override: true,
      reason: 'their support confirmed it',
      answers: [{ orderid: 'JP26112800D', answer: 'delivered' }],
    })
  })

  it('offers an override only to owners', async () => {
    signIn({ ...meera, staffRole: 'operations' })
    const { row, press } = await openCard(makeUnclearBatch(), [], { signedIn: false })
    await press(/^Weekly/, 'Delivered')
    expect(row(/^Weekly/)).toHaveTextContent('An owner can override this with a reason.')
    expect(screen.queryByRole('button', { name: 'Override…' })).not.toBeInTheDocument()
  })

  it('shows where nothing explains the drop, and where nothing can be concluded', async () => {
    const { card, unmount } = await openCard(makeUnclearBatch({ left: 30, sets: [], count: 0 }))
    expect(card.getByText('No set of these purchases adds up to 30 coins')).toBeVisible()
    unmount()
    const opened = await openCard(makeUnclearBatch({ inconclusiveReason: 'not_proven', sets: [], count: 0 }))
    expect(opened.card.getByText('Nothing can be concluded from the coins')).toBeVisible()
    expect(opened.row(/^86/)).toHaveTextContent('Unknown')
  })

  it('shows the server’s refusal', async () => {
    const { card, press, user } = await openCard(makeUnclearBatch(), [
      on(resolveBatch, () =>
        refuse('answer_unexplained', { message: 'With this answer no set of purchases explains it.' }),
      ),
    ])
    await press(/^86/, 'Delivered')
    await user.click(card.getByRole('button', { name: 'Settle 1, keep 3 open' }))
    expect(await card.findByText('With this answer no set of purchases explains it.')).toBeVisible()
  })

  it('shows the matches of a pasted list before it is applied', async () => {
    const found = (key: string) => ({
      key,
      is: 'found' as const,
      line: 2,
      text: 'S2611280011 pack 13',
      supplierOrderId: 'S2611280011',
    })
    const purchases = [
      found('A'),
      { key: 'B', is: 'missing' as const },
      { key: 'C', is: 'not_covered' as const },
    ]
    const { card, api, user } = await openCard(makeUnclearBatch(), [
      on(readBatchList, () => ({ rows: 3, purchases, batch: makeUnclearBatch(), rejected: [] })),
    ])
    await user.click(card.getByRole('button', { name: 'Paste order list…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'The supplier’s own list' }))
    await user.type(dialog.getByLabelText(/^Rows with/), 'S2611280011 pack 13 123456789')
    await user.selectOptions(dialog.getByLabelText('Its times are of'), 'brazil')
    await user.click(dialog.getByRole('button', { name: 'Compare' }))
    expect(await dialog.findByText(/123456789 1234: in the list/)).toBeVisible()
    expect(dialog.getByText(/: not in the list/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Mark 1 as delivered' }))
    expect(api.sentTo(readBatchList).map(({ body }) => body)).toMatchObject([
      { zone: 'brazil' },
      { zone: 'brazil', apply: true, text: 'S2611280011 pack 13 123456789' },
    ])
  })

  it('shows the chances beside the refund of one of its purchases', async () => {
    const { user } = await openCard(makeUnclearBatch(), [], { address: '/orders?order=JP26112800A' })
    await user.click(await screen.findByRole('button', { name: /^Refund ₹/ }))
    expect(await screen.findByText('In 1 of 2 explanations of the balance it was delivered.')).toBeVisible()
  })
})

it.each([
  [null, 'The balance doesn’t show whether it was delivered.'],
  [{ in: 0, of: 0 }, 'No set of the batch’s purchases explains the balance drop.'],
  [{ in: 1, of: 1 }, 'In the only explanation of the balance it was delivered.'],
  [{ in: 0, of: 1 }, 'In the only explanation of the balance it was not delivered.'],
  [{ in: 2, of: 3 }, 'In 2 of 3 explanations of the balance it was delivered.'],
])('states the chance %o: %s', (chance, text) => {
  expect(chanceText(chance)).toBe(text)
})
