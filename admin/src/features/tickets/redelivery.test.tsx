import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { customerTickets } from '@jhatpat/shared/contracts/customers.ts'
import type { RedeliveryQuoteView } from '@jhatpat/shared/contracts/redeliveries.ts'
import { giveUpRedelivery, redeliverOrder, redeliveryQuote } from '@jhatpat/shared/contracts/redeliveries.ts'
import { assignTicket, tickets as ticketsCall } from '@jhatpat/shared/contracts/tickets.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { on } from '../../../../tests/support/fake-api.ts'
import { meera, renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from '../board/board-order-fixture.ts'

const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const reported = (more: Partial<BoardOrder> = {}): BoardOrder =>
  makeBoardOrder({
    orderid: 'JP261121AAAA01',
    status: 'Completed',
    refundable: 319,
    nextSteps: ['Refunded'],
    ticket: {
      status: 'open',
      issue: 'not_received',
      note: '',
      openedAt: hour(-2),
      replyDueAt: hour(22),
      messages: [{ from: 'customer', text: 'Still nothing.', at: hour(-1) }],
    },
    ...more,
  })
const aPack = (number: number, isCertain = true): RedeliveryQuoteView['units'][number] => ({
  ref: `JP261121AAAA01-${number}`,
  cost: '177.5',
  supplierOrderId: `S${number}`,
  isCertain,
})
const terms: RedeliveryQuoteView = {
  blockedReason: '',
  delivery: 'instant',
  units: [aPack(1)],
  cost: { amount: 177.5, unit: 'coins', rupees: 252 },
  balance: { account: 'SMILEBR', left: 5_310.5, unit: 'coins', readAt: hour(0) },
}

type QuoteAnswers = Partial<RedeliveryQuoteView> & { onPart?: () => Promise<void> }

async function open(order: BoardOrder, { onPart, ...quote }: QuoteAnswers = {}, staffRole = 'owner') {
  const app = renderAdmin('/tickets', {
    storage: { user: JSON.stringify({ ...meera, staffRole }) },
    calls: [
      on(ticketsCall, () => ({ tickets: [order], next: '' })),
      on(customerTickets, () => ({ tickets: [] })),
      on(redeliveryQuote, async ({ url }) => {
        const packs = url.searchParams.get('units')?.split(',')
        if (packs) await onPart?.()
        const part = packs && { blockedReason: '', cost: { amount: packs.length, unit: 'coins' } }
        return { ...terms, ...quote, ...part }
      }),
      on(assignTicket, () => order),
      on(redeliverOrder, () => order),
      on(giveUpRedelivery, () => order),
    ],
  })
  await app.user.click(await screen.findByRole('link', { name: /Nothing received/ }))
  return { ...app, ticket: within(screen.getByRole('article', { name: /^Nothing received/ })) }
}

it('shows what a redelivery costs and what the supplier has left, and sends it with the customer’s text', async () => {
  const { ticket, user, api } = await open(reported())
  const choice = await ticket.findByRole('radio', {
    name: /Costs 177.5 coins, ₹252\. Smile\.one BR has 5,310\.5 coins left/,
  })
  await user.click(choice)
  await user.click(ticket.getByRole('button', { name: 'Resend and reply' }))
  expect(await screen.findByText('Reply sent.')).toBeVisible()
  const [sent] = api.sentTo(redeliverOrder)
  expect(sent?.body).toEqual({
    text: 'The supplier confirmed it was not delivered. We’re sending it again now, free of charge.',
    readCount: 1,
  })
  expect(sent?.idempotencyKey).toBeTruthy()
})

it('can’t be chosen where the account has too little, and shows why', async () => {
  const { ticket } = await open(reported(), {
    blockedReason: 'SMILEBR has 3 coins left, and it costs 177.5.',
  })
  expect(await ticket.findByRole('radio', { name: /SMILEBR has 3 coins left/ })).toBeDisabled()
})

const bundle = { units: [aPack(1), aPack(2, false), aPack(3)] }
const send = { name: 'Resend and reply' }

it('of several units sends those that may not have arrived, unless others are selected, each selection at its cost', async () => {
  const { ticket, user, api } = await open(reported(), bundle)
  await user.click(await ticket.findByRole('radio', { name: /Costs 1 coins\./ }))
  const packs = ticket.getByRole('group', { name: 'Units to resend: 1 of 3' })
  const [first, second, third] = within(packs).getAllByRole('checkbox')
  expect([first, second, third].map((box) => (box as HTMLInputElement).checked)).toEqual([false, true, false])
  expect(second).toHaveAccessibleName('Unit 2, 177.5 coins. Not confirmed as delivered.')
  expect(ticket.getByRole('button', { name: 'Resend 1 of 3 units and reply' })).toBeEnabled()
  await user.click(second!)
  expect(await ticket.findByRole('radio', { name: /Select a unit below/ })).toBeDisabled()
  expect(ticket.getByRole('button', send)).toBeDisabled()
  await user.click(third!)
  await user.click(first!)
  await ticket.findByRole('radio', { name: /Costs 2 coins\./ })
  await user.click(ticket.getByRole('button', { name: 'Resend 2 of 3 units and reply' }))
  expect(await screen.findByText('Reply sent.')).toBeVisible()
  expect(api.sentTo(redeliverOrder)[0]?.body).toMatchObject({
    units: ['JP261121AAAA01-1', 'JP261121AAAA01-3'],
  })
})

it('sends all of them where each is reported as delivered, and fewer where the account has too little for all', async () => {
  const { ticket, user } = await open(reported(), {
    units: [aPack(1), aPack(2)],
    blockedReason: 'SMILEBR has 200 coins left, and it costs 355.',
  })
  expect(await ticket.findByRole('radio', { name: /SMILEBR has 200/ })).toBeDisabled()
  await user.click(ticket.getByRole('checkbox', { name: /^Unit 2/ }))
  expect(await ticket.findByRole('radio', { name: /Costs 1 coins/ })).toBeChecked()
  expect(ticket.getByRole('checkbox', { name: /^Unit 2/ })).not.toBeChecked()
})

it('only disables sending while the cost of a selection is loading', async () => {
  const pendingReplies: (() => void)[] = []
  const onPart = () => new Promise<void>((read) => pendingReplies.push(read))
  const { ticket, user } = await open(reported(), { units: [aPack(1), aPack(2), aPack(3)], onPart })
  await user.click(await ticket.findByRole('radio', { name: /Costs 177\.5 coins/ }))
  for (const pack of [/^Unit 1/, /^Unit 3/]) {
    await user.click(ticket.getByRole('checkbox', { name: pack }))
    await waitFor(() => expect(pendingReplies).toHaveLength(1))
    expect(ticket.getByRole('radio', { name: /^Resend/ })).toBeEnabled()
    expect(ticket.getByRole('button', { name: /units and reply/ })).toBeDisabled()
    pendingReplies.pop()!()
    await waitFor(() => expect(ticket.getByRole('button', { name: /units and reply/ })).toBeEnabled())
  }
})

it('shows no units until the first cost of those that may not have arrived is loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const onPart = () => promise
  const { ticket, api } = await open(reported(), { ...bundle, onPart })
  await waitFor(() => expect(api.sentTo(redeliveryQuote)).toHaveLength(2))
  expect(ticket.queryByRole('group', { name: /^Units to resend/ })).toBeNull()
  resolve()
  expect(await ticket.findByRole('radio', { name: /Costs 1 coins/ })).toBeEnabled()
  expect(ticket.queryByRole('group', { name: /^Units to resend/ })).toBeNull()
})

it('sends no call to a supplier for roles that may not redeliver', async () => {
  const { ticket, api } = await open(reported(), {}, 'support')
  expect(await ticket.findByRole('radio', { name: /your role can’t send orders/ })).toBeDisabled()
  expect(api.sentTo(redeliveryQuote)).toEqual([])
})

it('of a redelivery leads back to the original order, and offers no refund of what was not paid', async () => {
  const { ticket, user, api } = await open(
    reported({ redeliveryOf: 'JP261120CCCC03', value: 0, refundable: 0, nextSteps: [] }),
  )
  expect(ticket.queryByRole('radio', { name: /^Refund/ })).toBeNull()
  await user.click(await ticket.findByRole('radio', { name: /^Original order/ }))
  await user.type(ticket.getByRole('textbox', { name: /^Reply to/ }), 'It did not come either.')
  await user.click(ticket.getByRole('button', { name: 'Cancel and reply' }))
  expect(await screen.findByText('Reply sent.')).toBeVisible()
  expect(api.sentTo(giveUpRedelivery)[0]?.body).toEqual({
    text: 'It did not come either.',
    readCount: 1,
  })
})
